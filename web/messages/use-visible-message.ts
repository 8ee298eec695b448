import { useDocumentVisibility, useInViewport } from '@mantine/hooks';
import { useEffect, useEffectEvent } from 'react';

/**
 * Calls `onVisible` once for a message when the reader can see it: on the screen, in a tab that is in front. Returns the ref
 * of the message.
 */
export function useVisibleMessage(messageId: string | undefined, onVisible: ((messageId: string) => void) | undefined) {
  const { ref, inViewport } = useInViewport<HTMLLIElement>();
  const isVisible = useDocumentVisibility() === 'visible' && inViewport;
  const report = useEffectEvent((visibleId: string) => onVisible?.(visibleId));
  useEffect(() => {
    if (isVisible && messageId) report(messageId);
  }, [isVisible, messageId]);
  return ref;
}
