import type { JobStatus } from '#shared/jobs/jobs.ts';
import { postingDays } from '#shared/billing/pricing.ts';

/** As much of a job as its renewal needs. */
type Renewing = {
  status: JobStatus;
  autoRenew: boolean;
  renewable: boolean;
  renewalCanceledAt: Date | string | null;
  renewalCancellationReason: string | null;
};

/** Whether a job goes on by itself, in the words of its filter. */
export const renewalAnswer = ({ autoRenew }: Pick<Renewing, 'autoRenew'>): string => (autoRenew ? 'Yes' : 'No');

/** The action that turns auto-renew on. Only a renewal that was canceled can be resumed. */
export const resumeLabel = ({ renewalCanceledAt }: Pick<Renewing, 'renewalCanceledAt'>): string =>
  renewalCanceledAt ? 'Resume renewal' : 'Turn on auto-renew';

/** What the answer does not say: that the renewal was canceled and why, or that the job has to be renewed by hand. */
export function renewalNote({
  status,
  autoRenew,
  renewable,
  renewalCanceledAt,
  renewalCancellationReason,
}: Renewing): string | null {
  if (renewalCanceledAt) return renewalCancellationReason ?? 'Canceled';
  const renewsOnItsOwn = autoRenew && status === 'POSTED';
  return renewable && !renewsOnItsOwn ? 'Can be renewed' : null;
}

/** Both in one line, where a job stands alone: `Yes, every 30 days`. */
export function renewalLine(job: Omit<Renewing, 'renewable' | 'status'>): string {
  const answer = renewalAnswer(job);
  if (job.autoRenew) return `${answer}, every ${postingDays} days`;
  if (!job.renewalCanceledAt) return answer;
  return job.renewalCancellationReason ? `${answer}, canceled: ${job.renewalCancellationReason}` : `${answer}, canceled`;
}
