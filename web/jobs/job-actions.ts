import { postingDays } from '#shared/billing/pricing.ts';
import { sourcesOf, type JobStatus } from '#shared/jobs/jobs.ts';
import { t } from '#web/texts/app.ts';
import type { Job } from './queries.ts';

/** The fields of a job that its renewal depends on. */
type RenewalState = {
  status: JobStatus;
  autoRenew: boolean;
  renewable: boolean;
  renewalCanceledAt: Date | string | null;
  renewalCancellationReason: string | null;
  renewalFailing: boolean;
};

/** "Yes" or "No" for whether a job renews automatically, with the same words as the list's filter. */
export const renewalAnswer = ({ autoRenew }: Pick<RenewalState, 'autoRenew'>): string =>
  autoRenew ? t('common.yes') : t('common.no');

/** The label of the action that turns auto-renew on. Only a canceled renewal can be resumed. */
export const resumeLabel = ({ renewalCanceledAt }: Pick<RenewalState, 'renewalCanceledAt'>): string =>
  renewalCanceledAt ? t('jobs.resumeRenewal') : t('jobs.turnOnAutoRenew');

/** Explains a renewal that failed or will not happen: why it was canceled, or that the job must be renewed manually. */
export function renewalNote({
  status,
  autoRenew,
  renewable,
  renewalCanceledAt,
  renewalCancellationReason,
  renewalFailing,
}: RenewalState): string | null {
  if (renewalFailing) return t('jobs.renewalFailing');
  if (renewalCanceledAt) return renewalCancellationReason ?? t('common.interviewOrRenewalCanceled');
  const renewsAutomatically = autoRenew && status === 'POSTED';
  return renewable && !renewsAutomatically ? t('jobs.canBeRenewed') : null;
}

/** Whether the job renews, with the interval or the cancellation reason, in one line: `Yes, every 30 days`. */
export function renewalLine(job: Omit<RenewalState, 'renewable' | 'status' | 'renewalFailing'>): string {
  const answer = renewalAnswer(job);
  if (job.autoRenew) return t('jobs.renewalInterval', { answer, postingDays });
  if (!job.renewalCanceledAt) return answer;
  return job.renewalCancellationReason
    ? t('jobs.renewalCanceledBecause', { answer, renewalCancellationReason: job.renewalCancellationReason })
    : t('jobs.renewalCanceled', { answer });
}

type JobState = Pick<Job, 'status' | 'renewable' | 'orderId' | 'renewalCanceledAt' | 'autoRenew'>;

/** Whether the job was never posted and its order can still be paid. A lapsed job is renewed instead. */
export function isPayable(job: JobState): boolean {
  return job.orderId !== null && (job.status === 'DECLINED' || (job.status === 'INACTIVE' && !isLapsed(job)));
}

/** Whether the job was posted before and its paid period has ended. */
export function isLapsed({ status, renewable }: Pick<JobState, 'status' | 'renewable'>): boolean {
  return status === 'INACTIVE' && renewable;
}

/** Editing is free in every state except closed (`docs/product/jobs.md#editing-a-job`). */
export function isEditable({ status }: Pick<JobState, 'status'>): boolean {
  return status !== 'CLOSED';
}

export function isClosable({ status }: JobState): boolean {
  return sourcesOf('close').includes(status);
}

/** Whether the renewal is on and has not been canceled. */
export function isRenewalCancelable({ status, autoRenew, renewalCanceledAt }: JobState): boolean {
  return autoRenew && renewalCanceledAt === null && (status === 'POSTED' || status === 'SCHEDULED');
}

/** Whether the renewal is off or canceled while the job is posted or scheduled. */
export function isRenewalResumable({ status, autoRenew }: JobState): boolean {
  return !autoRenew && (status === 'POSTED' || status === 'SCHEDULED');
}

/** Whether the user can buy a renewal. This is possible at any time while the job is posted, and after it has lapsed. */
export function canRenewAhead(job: Pick<JobState, 'status' | 'renewable'>): boolean {
  return job.status === 'POSTED' || isLapsed(job);
}

/** Whether the posting date can still be changed, because the job is not posted yet (`docs/product/jobs.md#editing-a-job`). */
export function isSchedulable({ status, postingDate }: Pick<Job, 'status' | 'postingDate'>): boolean {
  return status === 'SCHEDULED' || (postingDate === null && (status === 'INACTIVE' || status === 'DECLINED'));
}
