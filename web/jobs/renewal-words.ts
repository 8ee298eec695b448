import { postingDays } from '#shared/pricing.ts';

/** As much of a job as its renewal needs. */
type Renewing = {
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

/** What the answer does not say: that it was cancelled and why, or can be taken up again. */
export function renewalNote({
  renewable,
  renewalCanceledAt,
  renewalCancellationReason,
}: Omit<Renewing, 'autoRenew'>): string | null {
  if (renewalCanceledAt) return renewalCancellationReason ?? 'Canceled';
  return renewable ? 'Can be renewed' : null;
}

/** Both in one line, where a job stands alone: `Yes, every 30 days`. */
export function renewalLine(job: Omit<Renewing, 'renewable'>): string {
  const answer = renewalAnswer(job);
  if (job.autoRenew) return `${answer}, every ${postingDays} days`;
  if (!job.renewalCanceledAt) return answer;
  return job.renewalCancellationReason ? `${answer}, canceled: ${job.renewalCancellationReason}` : `${answer}, canceled`;
}
