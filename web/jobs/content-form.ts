import * as z from 'zod/mini';
import { dollarsField } from '#shared/fields.ts';
import { jobContentSchema, tagsField, videoField } from '#shared/jobs/job.ts';
import { lastZone } from '#shared/places/place-zone.ts';
import { startOfDay } from '#shared/time-zone.ts';
import { descriptionSchema, saysSomething } from './description.ts';

const amount = z.pipe(
  z.transform((given: unknown) => (given === '' ? null : given)),
  z.nullable(dollarsField),
);

const line = (most: number) => z.string().check(z.maxLength(most, `Use at most ${most} characters`));

/** The posting day is after today, wherever the job is; '' is a day that was not chosen yet. */
const postingDay = z.nullable(
  z.string().check(
    z.refine((day) => /^\d{4}-\d{2}-\d{2}$/.test(day), { error: 'Choose a posting date', abort: true }),
    z.refine((day) => startOfDay(day, lastZone).getTime() > Date.now(), 'Choose a date after today'),
  ),
);

const { title, jobType, requiredExperience, homeTime, salaryType, benefits, endorsements } = jobContentSchema.shape;

/** The rules of the first step: the request's own, where the screen's inputs hold them. */
export const contentFormSchema = z.object({
  title,
  jobType,
  requiredExperience,
  additionalExperience: line(1000),
  requisiteNumber: line(40),
  homeTime,
  jobDescription: descriptionSchema.check(z.refine(saysSomething, 'Enter a job description')),
  driverUnload: z.boolean(),
  expectedPay: amount,
  salaryType,
  signonBonus: amount,
  startingBonus: amount,
  benefits,
  endorsements,
  videoUrl: z.union([z.literal(''), videoField], 'Enter a full URL that starts with https://'),
  isGlobal: z.boolean(),
  tags: tagsField,
  postingDay,
  autoRenew: z.boolean(),
});

/** What the inputs hold; nothing chosen is null, no amount is ''. */
export const contentValuesSchema = z.object({
  title: z.string(),
  jobType: z.nullable(z.string()),
  requiredExperience: z.nullable(z.string()),
  additionalExperience: z.string(),
  /** Drafts of before have none. */
  requisiteNumber: z._default(z.string(), ''),
  homeTime: z.nullable(z.string()),
  /** Drafts of before hold plain text. */
  jobDescription: descriptionSchema,
  driverUnload: z.boolean(),
  expectedPay: z.union([z.number(), z.string()]),
  salaryType: z.nullable(z.string()),
  signonBonus: z.union([z.number(), z.string()]),
  startingBonus: z.union([z.number(), z.string()]),
  benefits: z.array(z.string()),
  endorsements: z.array(z.string()),
  /** '' without one; drafts of before have none. */
  videoUrl: z._default(z.string(), ''),
  /** Drafts of earlier versions have neither. */
  isGlobal: z._default(z.boolean(), false),
  tags: z._default(z.array(z.string()), []),
  /** `YYYY-MM-DD`, which begins in the zone of each address; null posts as soon as it is paid. */
  postingDay: z.nullable(z.string()),
  autoRenew: z.boolean(),
});
export type ContentValues = z.infer<typeof contentValuesSchema>;

/** Salary per week unless said otherwise (`spec: work §3`); renewal is consented to, never presumed. */
export const emptyContent: ContentValues = {
  title: '',
  jobType: null,
  requiredExperience: null,
  additionalExperience: '',
  requisiteNumber: '',
  homeTime: null,
  jobDescription: '',
  driverUnload: false,
  expectedPay: '',
  salaryType: 'weekly',
  signonBonus: '',
  startingBonus: '',
  benefits: [],
  endorsements: [],
  videoUrl: '',
  isGlobal: false,
  tags: [],
  postingDay: null,
  autoRenew: false,
};
