/** Public jobs and the search for them (`docs/product/jobs.md#public-search`). */
import * as z from 'zod/mini';
import { publicQuestionSchema } from '#shared/applicants/screening.ts';
import {
  codes,
  endorsements,
  type HomeTime,
  homeTimes,
  jobTypes,
  requiredExperiences,
  type SalaryType,
} from '#shared/catalogues.ts';
import { searchedStateField } from '#shared/drivers/driver.ts';
import { dollarsField, idField, lineField, postalCodeField } from '#shared/fields.ts';
import { pageFields, pageOf } from '#shared/lists/list.ts';
import { propertyOf } from '#shared/resource.ts';
import { type Text, text } from '#shared/texts/texts.ts';
import { jobFieldsOnCard, jobFieldsOnPage } from './job-fields.ts';

/** How many jobs a page of the public search has, and how many of them employers can pay to have on top. */
export const searchPageSize = 20;
export const maxSponsoredPlaces = 3;

export const defaultRadius = 50;
export const maxRadius = 500;
/** The distances that the search offers. */
export const searchRadii = [10, 25, 50, 100, 200] as const;
/** With fewer jobs than this, the search offers a larger distance. */
export const fewJobs = 5;

/** A route as the place of a search: `Omaha, NE – Dallas, TX`. */
export const routeName = (start: string, end: string) => `${start} – ${end}`;

export const publicSorts = ['newest', 'nearest', 'pay', 'best'] as const;
export type PublicSort = (typeof publicSorts)[number];

const searchTextField = (max: number) => lineField(0, max, '');

/**
 * The filters describe the driver: the endorsements that the driver has, the highest experience level that a job may require,
 * and the minimum pay per week.
 */
export const searchPublicJobsSchema = z.object({
  query: z.optional(searchTextField(200)),
  city: z.optional(searchTextField(100)),
  state: z.optional(searchedStateField),
  postalCode: z.optional(postalCodeField),
  /**
   * The other end of a route that begins at the city or postal code: `Dallas, TX`, `75201`. Finds the jobs for which the straight
   * way gets at most `radius` miles longer.
   */
  destination: z.optional(searchTextField(100)),
  /** Miles around the city or postal code. Without it, only the place itself is searched. */
  radius: z.optional(z.number().check(z.gte(1), z.lte(maxRadius))),
  jobType: z.optional(z.array(z.enum(codes(jobTypes))).check(z.maxLength(jobTypes.length))),
  requiredExperience: z.optional(z.enum(codes(requiredExperiences))),
  homeTime: z.optional(z.array(z.enum(codes(homeTimes))).check(z.maxLength(homeTimes.length))),
  endorsements: z.optional(z.array(z.enum(codes(endorsements))).check(z.maxLength(endorsements.length))),
  /** Dollars per week, see {@link weeklyDollars}. */
  payMin: z.optional(dollarsField),
  /** True finds only companies that hire drivers with a record. Any other value finds all jobs. */
  secondChance: z.optional(z.boolean()),
  /**
   * The default is `nearest` if there is a radius, otherwise `newest`. `pay` compares weekly pay and puts jobs without pay last.
   * `best` compares the match score of the signed-in driver.
   */
  sort: z.optional(z.enum(publicSorts)),
  /** False puts no job on top because an employer paid for that place. */
  sponsoredPlaces: z.optional(z.boolean()),
  ...pageFields(),
});
export type SearchPublicJobs = z.infer<typeof searchPublicJobsSchema>;
/** What a search looks for and where, without its order and page. */
export type SearchFilters = Omit<SearchPublicJobs, 'offset' | 'limit' | 'sort' | 'sponsoredPlaces'>;

/** The query parameters of the filters, on the search page and in REST. */
export const filterQueryNames: Readonly<Record<keyof SearchFilters, string>> = {
  query: 'query',
  city: 'city',
  state: 'state',
  postalCode: 'postal_code',
  destination: 'destination',
  radius: 'radius',
  jobType: 'job_type',
  requiredExperience: 'required_experience',
  homeTime: 'home_time',
  endorsements: 'endorsements',
  payMin: 'pay_min',
  secondChance: 'second_chance',
};

const textOrNull = z.nullable(z.string());

const cardShape = {
  id: z.string(),
  ...propertyOf(jobFieldsOnCard, 'answer'),
  companyName: z.string(),
  companyLogo: textOrNull,
  /** The company's name in the address of its page (`docs/product/companies.md#public-page`). */
  companySlug: z.string(),
  /** An administrator confirmed the company's USDOT number (`docs/product/companies.md#carrier-check`). */
  companyVerified: z.boolean(),
  /** The company also hires drivers with a record (`docs/product/companies.md#company-fields`). */
  secondChance: z.boolean(),
  city: z.string(),
  state: z.string(),
  postalCode: textOrNull,
  coordinates: z.object({ latitude: z.number(), longitude: z.number() }),
  postingDate: z.date(),
  expirationDate: z.date(),
  featured: z.boolean(),
  boosted: z.boolean(),
  /** Miles from the searched place, or that a route gets longer. Null if the search has no radius, and for a nationwide job outside. */
  distance: z.nullable(z.number()),
};

export const publicJobCardSchema = z.object(cardShape);
export type PublicJobCard = z.infer<typeof publicJobCardSchema>;
export const publicJobsPageSchema = pageOf(publicJobCardSchema);

export const publicJobSchema = z.object({
  ...cardShape,
  ...propertyOf(jobFieldsOnPage, 'answer'),
  /** The company's accent color (`shared/companies/company-colors.ts`), or null for the default. */
  companyColor: textOrNull,
  /** In how many days the company usually answers (`docs/product/applicants-and-matching.md#answer-times`). Null if not known. */
  answersWithinDays: z.nullable(z.int()),
  /** What drivers are asked when they apply. */
  screeningQuestions: z.array(publicQuestionSchema),
  street1: textOrNull,
  country: z.string(),
  /** The employer's own page for applications. Null if drivers apply here. */
  jobHyperlink: textOrNull,
  updatedAt: z.date(),
});
export type PublicJob = z.infer<typeof publicJobSchema>;

export const publicJobInput = z.object({ id: idField });

/** The assumed work of a typical week, for comparing pay that is not weekly. It is printed wherever the estimate is shown. */
export const typicalWeek = { hours: 50, days: 5, miles: 2500 } as const;

/** The dollars per week for one dollar of each salary type. Null if the pay depends on the load. */
export const weeklyFactor: Readonly<Record<SalaryType, number | null>> = {
  weekly: 1,
  hourly: typicalWeek.hours,
  daily: typicalWeek.days,
  perMile: typicalWeek.miles,
  percentage: null,
  monthly: 12 / 52,
  yearly: 1 / 52,
};

/** The pay in a typical week, in whole dollars. Null if it cannot be calculated. */
export function weeklyDollars(pay: number | null, salaryType: SalaryType): number | null {
  const factor = weeklyFactor[salaryType];
  return pay === null || factor === null ? null : Math.round(pay * factor);
}

/** `$1,500 per week`, `28% of load`. Null if the employer names no pay, or 0. */
export function payText(pay: number | null, salaryType: SalaryType): Text | null {
  if (!pay) return null;
  return text('labels.payRate', { salaryType, amount: pay });
}

/** The home time as a phrase without a label: `Home every 2 weeks`. */
export const homePhrase = (homeTime: HomeTime): Text => text('labels.homePhrase', { homeTime });

/** An estimate for pay that is not weekly: `about $1,400 per week at 2,500 miles`. Null if there is nothing to estimate. */
export function weeklyPayText(pay: number | null, salaryType: SalaryType): Text | null {
  const weeklyPay = weeklyDollars(pay, salaryType);
  if (!weeklyPay || salaryType === 'weekly') return null;
  const { hours, days, miles } = typicalWeek;
  return text('labels.weeklyPayEstimate', {
    amount: weeklyPay,
    salaryType,
    hours,
    days,
    miles,
  });
}
