import { jobFields } from '#shared/jobs/job-fields.ts';
import { bothVersions, changedFields, inputsOf, requestOf } from '#shared/resource.ts';
import { dayIn } from '#shared/time-zone.ts';
import type { Inputs } from '#web/trpc.ts';
import { type ContentValues, type Description, descriptionOf, toDescription, wordsOf } from './content-form.ts';

import { isSchedulable } from './job-acts.ts';
import type { JobDetail } from './queries.ts';
import { t, writeText } from '#web/texts/app.ts';

const inputs = {
  ...jobFields,
  jobDescription: { ...jobFields.jobDescription, text: (given: Description) => wordsOf(given).trim() || t('jobs.nothing') },
};

/** Both versions of the conflicting fields as text. */
export const clashWords = (fields: readonly (keyof ContentValues)[], theirs: ContentValues, mine: ContentValues) =>
  bothVersions(inputs, fields, { theirs, mine }, writeText, t('jobs.nothing'));

/** A job's content as form values. */
export function contentOf(job: JobDetail): ContentValues {
  return {
    ...inputsOf(jobFields, job),
    jobDescription: descriptionOf(job),
    postingDay: isSchedulable(job) && job.scheduledAt ? dayIn(job.timeZone, job.scheduledAt) : null,
  };
}

/** The posting date and auto-renew for a request. */
export function toSchedule({ postingDay, autoRenew }: Pick<ContentValues, 'postingDay' | 'autoRenew'>) {
  return { autoRenew, postingDate: postingDay };
}

/** The changed fields for a request. */
export function toContentChanges(before: ContentValues, after: ContentValues): Omit<Inputs['jobs']['update'], 'id'> {
  const fields = new Set<string>(changedFields(before, after));
  const { postingDay: _postingDay, autoRenew: _autoRenew, jobDescription, ...content } = after;
  const changed = Object.entries(requestOf(jobFields, content)).filter(([field]) => fields.has(field));
  return { ...Object.fromEntries(changed), ...(fields.has('jobDescription') ? toDescription(jobDescription) : {}) };
}
