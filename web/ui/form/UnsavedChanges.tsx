import { type ReactNode, useCallback, useRef } from 'react';
import { Leaving } from './Form.tsx';
import { useBlocker } from '@tanstack/react-router';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { t } from '#web/texts/app.ts';

type Props = {
  /** Called at the moment of leaving, such as `() => form.isDirty()`. */
  isDirty: () => boolean;
};

/** Asks once before leaving a changed form (`docs/product/screens.md#forms`). Closing the tab asks in the browser's words. */
export function UnsavedChanges({ isDirty }: Props) {
  return (
    <LeaveGuard
      shouldAsk={({ current, next }) => current.pathname !== next.pathname && isDirty()}
      shouldAskOnClosing={isDirty}
      title={t('common.leaveWithoutSaving')}
      isDestructive
    >
      {t('common.yourChangesPageWillLost')}
    </LeaveGuard>
  );
}

/** The same for a screen of several forms, with one question for all of them. */
export function UnsavedForms({ children }: { children: ReactNode }) {
  const forms = useRef(new Set<() => boolean>());
  const register = useCallback((isDirty: () => boolean) => {
    forms.current.add(isDirty);
    return () => void forms.current.delete(isDirty);
  }, []);
  return (
    <Leaving value={register}>
      {children}
      <UnsavedChanges isDirty={() => [...forms.current].some((isDirty) => isDirty())} />
    </Leaving>
  );
}

type Way = { current: { pathname: string }; next: { pathname: string } };

type LeaveGuardProps = {
  /** Called at the moment of leaving. */
  shouldAsk: (way: Way) => boolean;
  /** Whether closing the tab asks too, in the browser's words. */
  shouldAskOnClosing: false | (() => boolean);
  title: string;
  isDestructive?: boolean;
  /** What leaving would do. */
  children: ReactNode;
};

/** Asks once before leaving a screen (`docs/product/screens.md#forms`). */
export function LeaveGuard({ shouldAsk, shouldAskOnClosing, title, isDestructive = false, children }: LeaveGuardProps) {
  const blocker = useBlocker({ shouldBlockFn: shouldAsk, enableBeforeUnload: shouldAskOnClosing, withResolver: true });
  return (
    <ConfirmDialog
      isOpen={blocker.status === 'blocked'}
      title={title}
      confirmLabel={t('common.leave')}
      cancelLabel={t('common.stay')}
      isDestructive={isDestructive}
      onConfirm={() => blocker.proceed?.()}
      onClose={() => blocker.reset?.()}
    >
      {children}
    </ConfirmDialog>
  );
}
