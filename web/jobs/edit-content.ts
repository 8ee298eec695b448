import { jobFields, fieldText } from '#shared/jobs/job-fields.ts';
import { inputsOf, requestOf } from '#shared/resource.ts';
import { dayIn } from '#shared/time-zone.ts';
import type { Inputs } from '#web/trpc.ts';
import { type ContentValues, descriptionOf, toDescription, wordsOf } from './content-form.ts';

import { isSchedulable } from './job-acts.ts';
import type { JobDetail } from './queries.ts';

type Field = keyof ContentValues;

/** The result of two edits of one job: both merged, and the fields that differ. */
type Meeting = { merged: ContentValues; clashes: Field[] };

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/**
 * Merges the user's edit with what someone else saved meanwhile. In a field that both changed, the user's value stays until
 * they choose.
 */
export function meet(base: ContentValues, mine: ContentValues, theirs: ContentValues): Meeting {
  const changed = (Object.keys(base) as Field[]).filter((field) => !isSame(base[field], mine[field]));
  return {
    merged: { ...theirs, ...Object.fromEntries(changed.map((field) => [field, mine[field]])) },
    clashes: changed.filter((field) => !isSame(theirs[field], base[field]) && !isSame(theirs[field], mine[field])),
  };
}

/** Both versions of the conflicting fields as text. */
export function clashWords(fields: readonly Field[], theirs: ContentValues, mine: ContentValues) {
  const words = (field: Field, values: ContentValues) => {
    if (field === 'jobDescription') return wordsOf(values.jobDescription).trim() || 'Nothing';
    return fieldText(field, values[field]) ?? 'Nothing';
  };
  return fields.map((field) => ({
    label: jobFields[field].label,
    theirs: words(field, theirs),
    mine: words(field, mine),
  }));
}

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
  const isChanged = (field: keyof ContentValues) => JSON.stringify(before[field]) !== JSON.stringify(after[field]);
  const { postingDay: _postingDay, autoRenew: _autoRenew, jobDescription, ...content } = after;
  const changed = Object.entries(requestOf(jobFields, content)).filter(([field]) => isChanged(field as keyof ContentValues));
  return { ...Object.fromEntries(changed), ...(isChanged('jobDescription') ? toDescription(jobDescription) : {}) };
}
