/** A job on the wire: what is asked and what is answered, the same through both doors (`spec: work §3`, `rest: Jobs`). */
import * as z from 'zod/mini';
import {
  addonTypes,
  benefits,
  codes,
  endorsements,
  homeTimes,
  jobTypes,
  requiredExperiences,
  salaryTypes,
} from '#shared/catalogues.ts';
import { dollarsField, idField, dayOrInstantField, lineField, webAddressField } from '#shared/fields.ts';
import { jobStatuses } from './jobs.ts';
import { pageFields, searchSchema } from '#shared/lists/list.ts';
import { messages } from '#shared/messages.ts';
import { isUs, stateCode } from '#shared/places/states.ts';
import { tagSchema, tagTextField } from '#shared/companies/tag.ts';
import { storedVideo } from '#shared/uploads.ts';

export const maxAddresses = 50;
const maxDescription = 100_000;

/** Codes are written as they are or as `{"detail": code}` (`rest: Conventions`). */
function codeList<Code extends string>(list: [Code, ...Code[]], what: string) {
  const code = z.enum(list, `Choose ${what} from the list`);
  const entry = z.union([code, z.object({ detail: code })], `Choose ${what} from the list`);
  return z.pipe(
    z.array(entry).check(z.maxLength(list.length * 2)),
    z.transform((given: (Code | { detail: Code })[]) => [
      ...new Set(given.map((one) => (typeof one === 'string' ? one : one.detail))),
    ]),
  );
}

const hasNoNul = (text: string) => !text.includes('\u0000');

/** The editor's document, beside `job_description` or instead of it (`rest: Conventions`); the server checks its nodes. */
const documentField = z
  .record(z.string(), z.unknown())
  .check(
    z.refine(
      (doc) => JSON.stringify(doc).length <= maxDescription * 5 && !JSON.stringify(doc).includes('\\u0000'),
      'This text is too long',
    ),
  );

const emptyIsNull = (text: string | null) => (text === null || text.trim() === '' ? null : text);
const optionalLine = (max: number) =>
  z.optional(
    z.pipe(
      z.nullable(z.string()),
      z.pipe(z.transform(emptyIsNull), z.nullable(lineField(1, max, `Use at most ${max} characters`))),
    ),
  );

const content = {
  title: lineField(2, 120, 'Enter a job title'),
  jobType: z.enum(codes(jobTypes), 'Choose a job type'),
  requiredExperience: z.enum(codes(requiredExperiences), 'Choose the required experience'),
  homeTime: z.enum(codes(homeTimes), 'Choose a home time'),
  /** Text or HTML. */
  jobDescription: z.string('Enter a job description').check(
    z.refine((text) => text.trim() !== '', 'Enter a job description'),
    z.maxLength(maxDescription, `Use at most ${maxDescription} characters`),
    z.refine(hasNoNul, 'Remove the control characters'),
  ),
  salaryType: z.enum(codes(salaryTypes), 'Choose a pay type'),
};

/** A video that was uploaded here, or one elsewhere that is linked to. */
export const videoField = z.union(
  [z.string().check(z.regex(storedVideo)), webAddressField],
  'Enter a full URL that starts with https://',
);

/** A company's words on a job. */
export const tagsField = z.array(tagTextField).check(z.maxLength(20, 'Use at most 20 tags'));

const optionalContent = {
  additionalExperience: optionalLine(1000),
  /** The company's own number of the vacancy, for companies that use them (`product: Companies`). Drivers never see it. */
  requisiteNumber: optionalLine(40),
  jobDescriptionDoc: z.optional(z.nullable(documentField)),
  /** Both spellings are read. */
  driverUnload: z.optional(z.boolean()),
  driveUnload: z.optional(z.boolean()),
  expectedPay: z.optional(z.nullable(dollarsField)),
  signonBonus: z.optional(z.nullable(dollarsField)),
  startingBonus: z.optional(z.nullable(dollarsField)),
  benefits: z.optional(codeList(codes(benefits), 'benefits')),
  endorsements: z.optional(codeList(codes(endorsements), 'endorsements')),
  videoUrl: z.optional(z.pipe(z.nullable(z.string()), z.pipe(z.transform(emptyIsNull), z.nullable(videoField)))),
  isGlobal: z.optional(z.boolean()),
  /** Words of the company, made where they are new. */
  tags: z.optional(tagsField),
  /** True unless said otherwise. */
  autoRenew: z.optional(z.boolean()),
  /** When the job appears, if later than now. A calendar date is the start of that day in the zone of each job's address. */
  postingDate: z.optional(z.nullable(dayOrInstantField)),
};

const coordinatesSchema = z.object({
  latitude: z.number('Enter a latitude').check(z.gte(-90), z.lte(90)),
  longitude: z.number('Enter a longitude').check(z.gte(-180), z.lte(180)),
});

/** A box around the fifty states. */
const isInUs = ({ latitude, longitude }: { latitude: number; longitude: number }) =>
  latitude > 18.5 && latitude < 72 && ((longitude > -180 && longitude < -66.5) || longitude > 172);

/** A US address. Without coordinates it is looked up; a ZIP code alone is enough then (`spec: work §3, §5`). */
export const jobAddressSchema = z
  .object({
    street1: optionalLine(200),
    city: optionalLine(100),
    state: optionalLine(50),
    postalCode: optionalLine(10),
    country: optionalLine(30),
    coordinates: z.optional(z.nullable(coordinatesSchema)),
  })
  .check(
    z.refine(
      ({ country, state, coordinates }) =>
        isUs(country ?? 'US') && (!state || stateCode(state)) && (!coordinates || isInUs(coordinates)),
      {
        message: messages.addressNotUs,
        path: ['country'],
      },
    ),
    z.refine(({ city, state, postalCode }) => (city && state) || postalCode, {
      message: messages.addressTooVague,
      path: ['city'],
    }),
    z.refine(({ postalCode }) => !postalCode || /^\d{5}(-\d{4})?$/.test(postalCode), {
      message: 'Enter a five-digit ZIP code',
      path: ['postalCode'],
    }),
  );

/** An add-on asked for. At ordering `subscribed: false` means not wanted; later it ends the renewal of one that is paid. */
export const addonRequestSchema = z
  .object({
    addonType: z.enum([...codes(addonTypes), 'noAddons'], 'Choose an add-on from the list'),
    subscribed: z._default(z.boolean(), true),
    externalUrl: z.optional(z.nullable(webAddressField)),
  })
  .check(
    z.refine(({ addonType, subscribed, externalUrl }) => addonType !== 'hyperlink' || !subscribed || Boolean(externalUrl), {
      message: 'Enter a link to your application page',
      path: ['externalUrl'],
    }),
  );

export const addonsField = z.array(addonRequestSchema).check(
  z.maxLength(10),
  z.refine((list) => new Set(list.map(({ addonType }) => addonType)).size === list.length, 'Choose each add-on once'),
);

export const jobContentSchema = z.object({ ...content, ...optionalContent });
export const jobAddressesField = z
  .array(jobAddressSchema, 'Enter at least one address')
  .check(z.minLength(1, 'Enter at least one address'), z.maxLength(maxAddresses, `Enter at most ${maxAddresses} addresses`));

export const createJobSchema = z
  .object({
    ...content,
    ...optionalContent,
    jobDescription: z.optional(z.nullable(content.jobDescription)),
    addons: z._default(z.nullable(addonsField), []),
    addresses: jobAddressesField,
    /** Whose job it is. Required of those who see every company; anyone else can only name their own. */
    companyId: z.optional(idField),
  })
  .check(
    z.refine(({ jobDescription, jobDescriptionDoc }) => (jobDescription ?? jobDescriptionDoc ?? null) !== null, {
      path: ['jobDescription'],
      error: 'Enter a job description',
      when: ({ value }) => typeof value === 'object' && value !== null,
    }),
  );

/** The version that was read; without it the given fields are overwritten. */
const readVersion = z.optional(z.int());
export const updateJobSchema = z.object({
  id: idField,
  version: readVersion,
  ...z.partial(z.object(content)).shape,
  ...optionalContent,
});
export const updateAddressSchema = z.object({
  id: idField,
  version: readVersion,
  addresses: z.array(jobAddressSchema, 'Enter the address').check(z.length(1, 'Enter one address')),
});
export const editAddonsSchema = z.object({ id: idField, addons: addonsField });
/** The reason comes in the specification's spelling, or in the usual one. */
export const cancelRenewalSchema = z.object({
  id: idField,
  renewalCancelationReason: optionalLine(500),
  renewalCancellationReason: optionalLine(500),
});
export const jobListSchema = z.object({
  ...pageFields(),
  query: z.optional(z.string().check(z.maxLength(200), z.refine(hasNoNul, 'Remove the control characters'))),
  companyId: z.optional(z.nullable(idField)),
  ...searchSchema.shape,
});
export const tagJobSchema = z.object({ id: idField, text: tagTextField });
export const untagJobSchema = z.object({ id: idField, jobId: z.optional(idField) });

export const jobAddonSchema = z.object({
  id: z.string(),
  addonType: z.enum(codes(addonTypes)),
  cost: z.number(),
  subscribed: z.boolean(),
  isPaid: z.boolean(),
  jobHyperlink: z.nullable(z.string()),
});

export const jobListItemSchema = z.object({
  id: z.string(),
  companyId: z.string(),
  /** In lists of the jobs of every company. */
  companyName: z.optional(z.string()),
  employerId: z.nullable(z.string()),
  title: z.string(),
  jobType: z.enum(codes(jobTypes)),
  status: z.enum(jobStatuses),
  /** Why the last payment was declined. */
  declineReason: z.nullable(z.string()),
  todayApplicants: z.number(),
  totalApplicants: z.number(),
  /** Matching drivers who have not applied; null where they were not counted. */
  totalCandidates: z.nullable(z.number()),
  postingDate: z.nullable(z.date()),
  nextBillingDate: z.nullable(z.date()),
  expirationDate: z.nullable(z.date()),
  /** It lapsed, or it is in the last days before it expires. */
  renewable: z.boolean(),
  autoRenew: z.boolean(),
  renewalCanceledAt: z.nullable(z.date()),
  renewalCancellationReason: z.nullable(z.string()),
  boostActive: z.boolean(),
  boostRemainingDays: z.number(),
  city: z.string(),
  state: z.string(),
  /** Of its address: the days of the job are days there. */
  timeZone: z.string(),
  requisiteNumber: z.nullable(z.string()),
  tags: z.array(tagSchema),
  /** The posting order, to pay it again. */
  orderId: z.nullable(z.string()),
  createdAt: z.date(),
});

const detailList = <Code extends string>(list: [Code, ...Code[]]) => z.array(z.object({ detail: z.enum(list) }));

export const jobDetailSchema = z.object({
  ...jobListItemSchema.shape,
  requiredExperience: z.enum(codes(requiredExperiences)),
  additionalExperience: z.nullable(z.string()),
  homeTime: z.enum(codes(homeTimes)),
  /** Safe HTML. */
  jobDescription: z.string(),
  jobDescriptionDoc: z.nullable(z.record(z.string(), z.unknown())),
  driveUnload: z.boolean(),
  driverUnload: z.boolean(),
  expectedPay: z.nullable(z.number()),
  salaryType: z.enum(codes(salaryTypes)),
  signonBonus: z.number(),
  startingBonus: z.number(),
  benefits: detailList(codes(benefits)),
  endorsements: detailList(codes(endorsements)),
  street1: z.nullable(z.string()),
  postalCode: z.nullable(z.string()),
  country: z.string(),
  coordinates: coordinatesSchema,
  /** Without add-ons. */
  cost: z.number(),
  addons: z.array(jobAddonSchema),
  videoUrl: z.nullable(z.string()),
  isGlobal: z.boolean(),
  promoted: z.boolean(),
  scheduledAt: z.nullable(z.date()),
  updatedAt: z.date(),
  version: z.int(),
});

export const addonCostsSchema = z.array(
  z.object({ addonId: z.string(), addonType: z.enum(codes(addonTypes)), cost: z.number() }),
);

/** News to open screens; ask again for what changed. */
export type JobNews = {
  type: 'application' | 'job' | 'order';
  jobId: string | null;
  orderId: string | null;
  applicationId: string | null;
};

/** As it is sent, before defaults and conversions. */
export type CreateJobRequest = z.input<typeof createJobSchema>;
export type CreateJob = z.infer<typeof createJobSchema>;
export type UpdateJob = z.infer<typeof updateJobSchema>;
export type JobAddress = z.infer<typeof jobAddressSchema>;
export type AddonRequest = z.infer<typeof addonRequestSchema>;
export type JobListItem = z.infer<typeof jobListItemSchema>;
export type JobDetail = z.infer<typeof jobDetailSchema>;
