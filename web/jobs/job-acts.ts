import { sourcesOf, type JobStatus, jobStatuses, statusLabel } from '#shared/jobs/jobs.ts';
import type { Job } from './queries.ts';
import { errorText } from '#web/errors.ts';

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
