import { jobFields } from '#shared/jobs/job-fields.ts';
import { inputsOf, requestOf } from '#shared/resource.ts';
import { dayIn } from '#shared/time-zone.ts';
import type { Inputs } from '#web/trpc.ts';
import type { ContentValues } from './content-form.ts';
import { descriptionOf, toDescription } from './description.ts';
import { isSchedulable } from './job-acts.ts';
import type { JobDetail } from './queries.ts';

/** A job's content as the form's inputs hold it. */
export function contentOf(job: JobDetail): ContentValues {
  return {
    ...inputsOf(jobFields, job),
    jobDescription: descriptionOf(job),
    postingDay: isSchedulable(job) && job.scheduledAt ? dayIn(job.timeZone, job.scheduledAt) : null,
  };
}

/** When it appears and whether it renews, as the wire takes them. */
export function toSchedule({ postingDay, autoRenew }: Pick<ContentValues, 'postingDay' | 'autoRenew'>) {
  return { autoRenew, postingDate: postingDay };
}

/** The fields that were changed, as the wire takes them. */
export function toContentChanges(before: ContentValues, after: ContentValues): Omit<Inputs['jobs']['update'], 'id'> {
  const isChanged = (field: keyof ContentValues) => JSON.stringify(before[field]) !== JSON.stringify(after[field]);
  const { postingDay: _postingDay, autoRenew: _autoRenew, jobDescription, ...content } = after;
  const changed = Object.entries(requestOf(jobFields, content)).filter(([field]) => isChanged(field as keyof ContentValues));
  return { ...Object.fromEntries(changed), ...(isChanged('jobDescription') ? toDescription(jobDescription) : {}) };
}
