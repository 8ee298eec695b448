import { useBlocker } from '@tanstack/react-router';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';

type Props = {
  /** Asked at the moment of leaving, such as `() => form.isDirty()`. */
  isDirty: () => boolean;
};

/** Leaving a changed form asks once (`ui: Behaviour`); closing the tab asks in the browser's words. */
export function UnsavedChanges({ isDirty }: Props) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname && isDirty(),
    enableBeforeUnload: isDirty,
    withResolver: true,
  });
  return (
    <ConfirmDialog
      isOpen={blocker.status === 'blocked'}
      title="Leave without saving?"
      confirmLabel="Leave"
      cancelLabel="Stay"
      isDestructive
      onConfirm={() => blocker.proceed?.()}
      onClose={() => blocker.reset?.()}
    >
      What you changed on this page will be lost.
    </ConfirmDialog>
  );
}
