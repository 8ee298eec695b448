import { type JobStatus, jobStatuses, statusLabel } from '#shared/jobs/jobs.ts';
import { errorText } from '#web/errors.ts';

const wireWords = new RegExp(`\\b(?:${jobStatuses.join('|')})\\b`, 'g');
const isStatus = (word: string): word is JobStatus => (jobStatuses as readonly string[]).includes(word);

/** A refusal names states by their words on the wire, which other systems read; people read those of the screens. */
export function inLabels(message: string): string {
  return message.replace(wireWords, (word) => (isStatus(word) ? statusLabel({ status: word, renewalCanceledAt: null }) : word));
}

/** Why something could not be done with a job. */
export const jobErrorText = (error: unknown): string => inLabels(errorText(error));
