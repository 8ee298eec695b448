import { useBlocker } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';

type Way = { current: { pathname: string }; next: { pathname: string } };

type Props = {
  /** Asked at the moment of leaving. */
  shouldAsk: (way: Way) => boolean;
  /** Whether closing the tab asks too, in the browser's words. */
  shouldAskOnClosing: false | (() => boolean);
  title: string;
  isDestructive?: boolean;
  /** What leaving means. */
  children: ReactNode;
};

/** Leaving a screen asks once (`ui: Behaviour`). */
export function LeaveGuard({ shouldAsk, shouldAskOnClosing, title, isDestructive = false, children }: Props) {
  const blocker = useBlocker({ shouldBlockFn: shouldAsk, enableBeforeUnload: shouldAskOnClosing, withResolver: true });
  return (
    <ConfirmDialog
      isOpen={blocker.status === 'blocked'}
      title={title}
      confirmLabel="Leave"
      cancelLabel="Stay"
      isDestructive={isDestructive}
      onConfirm={() => blocker.proceed?.()}
      onClose={() => blocker.reset?.()}
    >
      {children}
    </ConfirmDialog>
  );
}
