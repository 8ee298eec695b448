import { LeaveGuard } from '#web/ui/form/LeaveGuard.tsx';
import { hasStarted, readJobDraft } from './draft.ts';
import { newJobPath } from './steps.ts';

const isInFlow = (pathname: string) => pathname.replace(/\/$/, '') === newJobPath || pathname.startsWith(`${newJobPath}/`);

/** Leaving a begun job asks once; nothing is lost by it, because the draft stays. Closing the tab does not ask. */
export function LeaveFlow({ companyId }: { companyId: string }) {
  return (
    <LeaveGuard
      shouldAsk={({ next }) => !isInFlow(next.pathname) && hasStarted(readJobDraft(companyId))}
      shouldAskOnClosing={false}
      title="Leave without posting?"
    >
      This job isn’t posted yet. Your draft is saved in this browser. Select “Create New Job” to pick up where you left off.
    </LeaveGuard>
  );
}
