/** Request and answer schemas of jobs, for tRPC and REST alike (`docs/product/jobs.md#job-content`). */
import * as z from 'zod/mini';
import { addonTypes, codes } from '#shared/catalogues.ts';
import { tagTextField } from '#shared/companies/company.ts';
import { dayOrInstantField, idField, webAddressField, calendarDateField } from '#shared/fields.ts';
import { pageFields, searchSchema } from '#shared/lists/list.ts';
import { isOutsideZip, isTerritory } from '#shared/places/outside-states.ts';
import { isUnitedStates, stateCode } from '#shared/places/states.ts';
import { propertyOf, optionalLine } from '#shared/resource.ts';
import { descriptionDocField, jobFields, jobFieldsOnList } from './job-fields.ts';
import { jobStatuses } from './jobs.ts';

export const maxAddresses = 50;

const requestFields = propertyOf(jobFields, 'request');
const answerFields = propertyOf(jobFields, 'answer');

/** Fields of a request that are not fields of a job. */
const extraRequestFields = {
  jobDescriptionDoc: z.optional(z.nullable(descriptionDocField)),
  /** When the job will be posted, if later than now. A calendar date means the start of that day at each job's address. */
  postingDate: z.optional(z.nullable(dayOrInstantField)),
};

const coordinatesSchema = z.object({
  latitude: z.number('errors.latitudeRequired').check(z.gte(-90), z.lte(90)),
  longitude: z.number('errors.longitudeRequired').check(z.gte(-180), z.lte(180)),
});

/** A box around the fifty states. */
const isInUs = ({ latitude, longitude }: { latitude: number; longitude: number }) =>
  latitude > 18.5 && latitude < 72 && ((longitude > -180 && longitude < -66.5) || longitude > 172);

/**
 * A US address (`docs/product/companies.md#addresses`). Without coordinates it is looked up, and a ZIP code alone is enough.
 */
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
      ({ country, state, postalCode }) =>
        !isTerritory(country ?? '') && !isTerritory(state ?? '') && !isOutsideZip(postalCode ?? ''),
      { message: 'errors.addressOutsideStates', path: ['state'], abort: true },
    ),
    z.refine(
      ({ country, state, coordinates }) =>
        isUnitedStates(country ?? 'US') && (!state || stateCode(state)) && (!coordinates || isInUs(coordinates)),
      {
        message: 'errors.addressNotUs',
        path: ['country'],
      },
    ),
    z.refine(({ city, state, postalCode }) => (city && state) || postalCode, {
      message: 'errors.addressTooVague',
      path: ['city'],
    }),
    z.refine(({ postalCode }) => !postalCode || /^\d{5}(-\d{4})?$/.test(postalCode), {
      message: 'errors.invalidZipCode',
      path: ['postalCode'],
    }),
  );

/**
 * An add-on to order. In a new order, `subscribed: false` means that the add-on is not wanted. After posting, it ends the
 * renewal of a paid add-on.
 */
export const addonRequestSchema = z
  .object({
    addonType: z.enum([...codes(addonTypes), 'noAddons'], 'errors.addOnNotInList'),
    subscribed: z._default(z.boolean(), true),
    externalUrl: z.optional(z.nullable(webAddressField)),
  })
  .check(
    z.refine(({ addonType, subscribed, externalUrl }) => addonType !== 'hyperlink' || !subscribed || Boolean(externalUrl), {
      message: 'errors.applicationLinkRequired',
      path: ['externalUrl'],
    }),
  );

export const addonsField = z.array(addonRequestSchema).check(
  z.maxLength(10),
  z.refine((list) => new Set(list.map(({ addonType }) => addonType)).size === list.length, 'errors.addOnRepeated'),
);

export const jobAddressesField = z
  .array(jobAddressSchema, 'errors.tooFewAddresses')
  .check(z.minLength(1, 'errors.tooFewAddresses'), z.maxLength(maxAddresses, 'errors.tooManyAddresses'));

export const createJobSchema = z
  .object({
    ...requestFields,
    ...extraRequestFields,
    jobDescription: z.optional(z.nullable(requestFields.jobDescription)),
    addons: z._default(z.nullable(addonsField), []),
    addresses: jobAddressesField,
    /** The job's company. Required of people who see every company; all others can name only their own. */
    companyId: z.optional(idField),
  })
  .check(
    z.refine(({ jobDescription, jobDescriptionDoc }) => (jobDescription ?? jobDescriptionDoc ?? null) !== null, {
      path: ['jobDescription'],
      error: 'errors.jobDescriptionRequired',
      when: ({ value }) => typeof value === 'object' && value !== null,
    }),
  );

/** An unfinished posting, shown as drivers will see it. Without an address, the company's own is shown. */
export const previewJobSchema = z.object({
  ...requestFields,
  ...extraRequestFields,
  jobDescription: z.optional(z.nullable(requestFields.jobDescription)),
  addonTypes: z._default(z.array(z.enum(codes(addonTypes))).check(z.maxLength(addonTypes.length)), []),
  address: z.optional(z.nullable(jobAddressSchema)),
  companyId: z.optional(idField),
});
export type PreviewJob = z.infer<typeof previewJobSchema>;
export const jobPreviewSchema = z.object({ html: z.string() });

/** The version that the client read. Without it, the change overwrites changes that others have made since. */
const versionField = z.optional(z.int());
export const updateJobSchema = z.object({
  id: idField,
  version: versionField,
  ...z.partial(z.object(requestFields)).shape,
  ...extraRequestFields,
});
export const updateAddressSchema = z.object({
  id: idField,
  version: versionField,
  addresses: z.array(jobAddressSchema, 'errors.addressRequired').check(z.length(1, 'errors.mustBeOneAddress')),
});
export const editAddonsSchema = z.object({ id: idField, addons: addonsField });
export const cancelRenewalSchema = z.object({ id: idField, renewalCancellationReason: optionalLine(500) });
export const jobListSchema = z.object({
  ...pageFields(),
  query: z.optional(
    z.string().check(
      z.maxLength(200),
      z.refine((text) => !text.includes('\u0000'), 'errors.hasControlCharacters'),
    ),
  ),
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
  /** Only in lists of every company's jobs. */
  companyName: z.optional(z.string()),
  employerId: z.nullable(z.string()),
  title: answerFields.title,
  ...propertyOf(jobFieldsOnList, 'answer'),
  status: z.enum(jobStatuses),
  /** Why the last payment was declined. */
  declineReason: z.nullable(z.string()),
  todayApplicants: z.number(),
  totalApplicants: z.number(),
  /** Matching drivers who have not applied. Null before the first count. */
  totalCandidates: z.nullable(z.number()),
  postingDate: z.nullable(z.date()),
  nextBillingDate: z.nullable(z.date()),
  expirationDate: z.nullable(z.date()),
  /** Whether the job has lapsed or is in its last days. */
  renewable: z.boolean(),
  /** Whether the last payment of the automatic renewal failed. `nextBillingDate` is the next try. */
  renewalFailing: z.boolean(),
  renewalCanceledAt: z.nullable(z.date()),
  renewalCancellationReason: z.nullable(z.string()),
  boostActive: z.boolean(),
  boostRemainingDays: z.number(),
  city: z.string(),
  state: z.string(),
  /** The time zone of the job's address, in which its dates are shown. */
  timeZone: z.string(),
  tags: answerFields.tags,
  /** The posting order, which can be paid again. */
  orderId: z.nullable(z.string()),
  createdAt: z.date(),
});

export const jobDetailSchema = z.object({
  ...jobListItemSchema.shape,
  ...answerFields,
  jobDescriptionDoc: z.nullable(z.record(z.string(), z.unknown())),
  street1: z.nullable(z.string()),
  postalCode: z.nullable(z.string()),
  country: z.string(),
  coordinates: coordinatesSchema,
  /** The price without add-ons. */
  cost: z.number(),
  addons: z.array(jobAddonSchema),
  promoted: z.boolean(),
  scheduledAt: z.nullable(z.date()),
  updatedAt: z.date(),
  version: z.int(),
});

export const addonCostsSchema = z.array(
  z.object({ addonId: z.string(), addonType: z.enum(codes(addonTypes)), cost: z.number() }),
);

/** An event for open screens, which then load what changed. */
export type LiveJobEvent = {
  type: 'application' | 'job' | 'order';
  jobId: string | null;
  orderId: string | null;
  applicationId: string | null;
};

/** The request as it is sent, before defaults and conversions. */
export type CreateJobRequest = z.input<typeof createJobSchema>;
export type CreateJob = z.infer<typeof createJobSchema>;
export type UpdateJob = z.infer<typeof updateJobSchema>;
export type JobAddress = z.infer<typeof jobAddressSchema>;
export type AddonRequest = z.infer<typeof addonRequestSchema>;
export type JobListItem = z.infer<typeof jobListItemSchema>;
export type JobDetail = z.infer<typeof jobDetailSchema>;

/** A bulk change covers at most one full page of the list. */
const maxBulkJobs = 100;

const jobIdsField = z
  .array(idField, 'errors.jobsRequired')
  .check(z.minLength(1, 'errors.tooFewJobs'), z.maxLength(maxBulkJobs, 'errors.tooManyJobs'));

export const bulkCloseSchema = z.object({ ids: jobIdsField });
export const bulkCancelRenewalSchema = z.object({
  ids: jobIdsField,
  renewalCancellationReason: z.optional(z.nullable(z.string().check(z.trim(), z.maxLength(500)))),
});
export const bulkTagSchema = z.object({ ids: jobIdsField, text: tagTextField });

/** The named jobs, or, without ids, every job that the list finds. */
export const exportJobsSchema = z.object({
  ids: z.optional(jobIdsField),
  query: jobListSchema.shape.query,
  companyId: jobListSchema.shape.companyId,
  filters: jobListSchema.shape.filters,
});
export type ExportJobs = z.infer<typeof exportJobsSchema>;

/** Every named job is in one of the two lists. */
export const bulkOutcomeSchema = z.object({
  done: z.array(z.string()),
  refused: z.array(z.object({ id: z.string(), message: z.string() })),
});
export type BulkOutcome = z.infer<typeof bulkOutcomeSchema>;

/** Statistics cover at most a year and a day, and thirty days by default. */
export const maxStatisticsDays = 367;
export const statisticsDays = 30;

/** Days in the job's time zone, both included. */
export const jobStatisticsInput = z.object({
  id: idField,
  from: z.optional(calendarDateField),
  to: z.optional(calendarDateField),
});
export type JobStatisticsInput = z.infer<typeof jobStatisticsInput>;

export const jobStatisticsSchema = z.object({
  views: z.int(),
  applications: z.int(),
  /** Matching drivers who have not applied, at the last count. Null before the first count. */
  candidates: z.nullable(z.int()),
  hyperlinkClicks: z.int(),
  /** One entry for every day of the period. */
  byDay: z.array(z.object({ date: z.string(), views: z.int(), applications: z.int(), hyperlinkClicks: z.int() })),
});
export type JobStatistics = z.infer<typeof jobStatisticsSchema>;
