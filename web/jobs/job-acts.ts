import { sourcesOf, type JobStatus, jobStatuses, statusLabel } from '#shared/jobs/jobs.ts';
import type { Job } from './queries.ts';
import { errorText } from '#web/errors.ts';
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

const wireWords = new RegExp(`\\b(?:${jobStatuses.join('|')})\\b`, 'g');
const isStatus = (word: string): word is JobStatus => (jobStatuses as readonly string[]).includes(word);

/** A refusal names states by their words on the wire, which other systems read; people read those of the screens. */
export function inLabels(message: string): string {
  return message.replace(wireWords, (word) => (isStatus(word) ? statusLabel({ status: word, renewalCanceledAt: null }) : word));
}

/** Why something could not be done with a job. */
export const jobErrorText = (error: unknown): string => inLabels(errorText(error));

type State = Pick<Job, 'status' | 'renewable' | 'orderId' | 'renewalCanceledAt' | 'autoRenew'>;

/** It was never up and its order can still be paid; a lapsed job is renewed instead. */
export function isPayable(job: State): boolean {
  return job.orderId !== null && (job.status === 'DECLINED' || (job.status === 'INACTIVE' && !isLapsed(job)));
}

/** The job was posted and its paid days are over. */
export function isLapsed({ status, renewable }: Pick<State, 'status' | 'renewable'>): boolean {
  return status === 'INACTIVE' && renewable;
}

/** Free in every state but closed, which is final (`product: Job states`). */
export function isEditable({ status }: Pick<State, 'status'>): boolean {
  return status !== 'CLOSED';
}

export function isClosable({ status }: State): boolean {
  return sourcesOf('close').includes(status);
}

/** Its renewal is on and has not been cancelled. */
export function isRenewalCancelable({ status, autoRenew, renewalCanceledAt }: State): boolean {
  return autoRenew && renewalCanceledAt === null && (status === 'POSTED' || status === 'SCHEDULED');
}

/** Its renewal is off or was cancelled, while it is up or about to be. */
export function isRenewalResumable({ status, autoRenew }: State): boolean {
  return !autoRenew && (status === 'POSTED' || status === 'SCHEDULED');
}

/** It is up, or was and has lapsed. Who sees how long the job already runs may add days at any time. */
export function canRenewAhead(job: Pick<State, 'status' | 'renewable'>): boolean {
  return job.status === 'POSTED' || isLapsed(job);
}

/** The day on which it appears can still be moved: it is not up yet (`spec: work §4`). */
export function isSchedulable({ status, postingDate }: Pick<Job, 'status' | 'postingDate'>): boolean {
  return status === 'SCHEDULED' || (postingDate === null && (status === 'INACTIVE' || status === 'DECLINED'));
}
