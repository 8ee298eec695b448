import { type ReactNode, useCallback, useRef } from 'react';
import { LeaveGuard } from './LeaveGuard.tsx';
import { Leaving } from './leaving.ts';

type Props = {
  /** Asked at the moment of leaving, such as `() => form.isDirty()`. */
  isDirty: () => boolean;
};

/** Leaving a changed form asks once (`ui: Behaviour`); closing the tab asks in the browser's words. */
export function UnsavedChanges({ isDirty }: Props) {
  return (
    <LeaveGuard
      shouldAsk={({ current, next }) => current.pathname !== next.pathname && isDirty()}
      shouldAskOnClosing={isDirty}
      title="Leave without saving?"
      isDestructive
    >
      Your changes on this page will be lost.
    </LeaveGuard>
  );
}

/** The same for a screen of several forms, which ask once for all of them. */
export function UnsavedForms({ children }: { children: ReactNode }) {
  const asked = useRef(new Set<() => boolean>());
  const register = useCallback((isDirty: () => boolean) => {
    asked.current.add(isDirty);
    return () => void asked.current.delete(isDirty);
  }, []);
  return (
    <Leaving value={register}>
      {children}
      <UnsavedChanges isDirty={() => [...asked.current].some((isDirty) => isDirty())} />
    </Leaving>
  );
}
