import { useBlocker } from '@tanstack/react-router';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { hasStarted, readJobDraft } from './draft.ts';
import { newJobPath } from './steps.ts';

const isInFlow = (pathname: string) => pathname.replace(/\/$/, '') === newJobPath || pathname.startsWith(`${newJobPath}/`);

/** Leaving a begun job asks once; nothing is lost by it, because the draft stays. Closing the tab does not ask. */
export function LeaveFlow({ companyId }: { companyId: string }) {
  const blocker = useBlocker({
    shouldBlockFn: ({ next }) => !isInFlow(next.pathname) && hasStarted(readJobDraft(companyId)),
    enableBeforeUnload: false,
    withResolver: true,
  });
  return (
    <ConfirmDialog
      isOpen={blocker.status === 'blocked'}
      title="Leave this job for now?"
      confirmLabel="Leave"
      cancelLabel="Stay"
      onConfirm={() => blocker.proceed?.()}
      onClose={() => blocker.reset?.()}
    >
      It is not posted yet. What you entered stays in this browser: “Create New Job” brings you back to it.
    </ConfirmDialog>
  );
}
