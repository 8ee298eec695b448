import * as z from 'zod/mini';
import { jobFields } from '#shared/jobs/job-fields.ts';
import { lastZone } from '#shared/places/place-zone.ts';
import { factOf } from '#shared/resource.ts';
import { startOfDay } from '#shared/time-zone.ts';
import { descriptionSchema, saysSomething } from './description.ts';

/** The posting day is after today, wherever the job is; '' is a day that was not chosen yet. */
const postingDay = z.nullable(
  z.string().check(
    z.refine((day) => /^\d{4}-\d{2}-\d{2}$/.test(day), { error: 'Choose a posting date', abort: true }),
    z.refine((day) => startOfDay(day, lastZone).getTime() > Date.now(), 'Choose a date after today'),
  ),
);

/** The rules of the first step: the request's own, where the screen's inputs hold them. */
export const contentFormSchema = z.object({
  ...factOf(jobFields, 'rule'),
  jobDescription: descriptionSchema.check(z.refine(saysSomething, 'Enter a job description')),
  postingDay,
});

/** What the inputs hold, also in drafts of earlier versions: nothing chosen is null, no amount is ''. */
export const contentValuesSchema = z.object({
  ...factOf(jobFields, 'draft'),
  jobDescription: descriptionSchema,
  /** `YYYY-MM-DD`, which begins in the zone of each address; null posts as soon as it is paid. */
  postingDay: z.nullable(z.string()),
});
export type ContentValues = z.infer<typeof contentValuesSchema>;

export const emptyContent: ContentValues = { ...factOf(jobFields, 'empty'), jobDescription: '', postingDay: null };
