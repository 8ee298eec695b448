/** Jobs as anybody may see them, and how a driver searches them (`product: Drivers and the public side`). */
import * as z from 'zod/mini';
import {
  codes,
  endorsements,
  homeTimes,
  jobTypes,
  labelOf,
  requiredExperiences,
  type SalaryType,
  salaryTypes,
} from '#shared/catalogues.ts';
import { stateField } from '#shared/drivers/driver.ts';
import { dollarsField, idField, lineField, postalCodeField } from '#shared/fields.ts';
import * as format from '#shared/format.ts';
import { pageFields, pageOf } from '#shared/lists/list.ts';
import { factOf } from '#shared/resource.ts';
import { jobFieldsOnCard, jobFieldsOnPage } from './job-fields.ts';

export const defaultRadius = 50;
export const mostRadius = 500;

export const publicSorts = ['newest', 'nearest', 'pay'] as const;
export type PublicSort = (typeof publicSorts)[number];
export const sortProblem = 'Sorting by distance needs a city or a postal code, and a radius';

const words = (max: number) => lineField(0, max, '');

/** Filters mean what the driver has: endorsements held, experience at most, pay a week at least. */
export const searchPublicJobsSchema = z.object({
  query: z.optional(words(200)),
  city: z.optional(words(100)),
  state: z.optional(stateField),
  postalCode: z.optional(postalCodeField),
  /** Miles around the city or postal code; without it the place itself. */
  radius: z.optional(z.number().check(z.gte(1), z.lte(mostRadius))),
  jobType: z.optional(z.array(z.enum(codes(jobTypes))).check(z.maxLength(jobTypes.length))),
  requiredExperience: z.optional(z.enum(codes(requiredExperiences))),
  homeTime: z.optional(z.array(z.enum(codes(homeTimes))).check(z.maxLength(homeTimes.length))),
  endorsements: z.optional(z.array(z.enum(codes(endorsements))).check(z.maxLength(endorsements.length))),
  /** Dollars a week, see {@link weeklyDollars}. */
  payMin: z.optional(dollarsField),
  /** True: only companies that give second chances; anything else asks for all. */
  secondChance: z.optional(z.boolean()),
  /** By default the nearest first where a radius is given, else the newest. Pay is compared by the week; jobs without pay come last. */
  sort: z.optional(z.enum(publicSorts)),
  ...pageFields(),
});
export type SearchPublicJobs = z.infer<typeof searchPublicJobsSchema>;

const text = z.nullable(z.string());

const cardShape = {
  id: z.string(),
  ...factOf(jobFieldsOnCard, 'answer'),
  companyName: z.string(),
  companyLogo: text,
  /** The company also hires drivers with a record (`product: Companies`). */
  secondChance: z.boolean(),
  city: z.string(),
  state: z.string(),
  postalCode: text,
  coordinates: z.object({ latitude: z.number(), longitude: z.number() }),
  postingDate: z.date(),
  expirationDate: z.date(),
  featured: z.boolean(),
  boosted: z.boolean(),
  /** Miles from the searched place, when one was given with a radius; null for a nationwide job outside of it. */
  distance: z.nullable(z.number()),
};

export const publicJobCardSchema = z.object(cardShape);
export type PublicJobCard = z.infer<typeof publicJobCardSchema>;
export const publicJobsPageSchema = pageOf(publicJobCardSchema);

export const publicJobSchema = z.object({
  ...cardShape,
  ...factOf(jobFieldsOnPage, 'answer'),
  /** The company's colour (`shared/companies/company-colors.ts`); null: the product's own. */
  companyColor: text,
  driveUnload: z.boolean(),
  street1: text,
  country: z.string(),
  /** The employer's own page, where applicants are sent; null: they apply here. */
  jobHyperlink: text,
  updatedAt: z.date(),
});
export type PublicJob = z.infer<typeof publicJobSchema>;

export const publicJobInput = z.object({ id: idField });

/** What a usual driver's week is taken for where pay is not by the week; printed wherever the estimate is shown. */
export const usualWeek = { hours: 50, days: 5, miles: 2500 } as const;

/** Per-week dollars of one dollar of each salary type; null where pay depends on the load. */
export const weeklyFactor: Readonly<Record<SalaryType, number | null>> = {
  weekly: 1,
  hourly: usualWeek.hours,
  daily: usualWeek.days,
  perMile: usualWeek.miles,
  percentage: null,
  monthly: 12 / 52,
  yearly: 1 / 52,
};

/** Pay as dollars a week in a usual week, in whole dollars; null where that cannot be said. */
export function weeklyDollars(pay: number | null, salaryType: SalaryType): number | null {
  const factor = weeklyFactor[salaryType];
  return pay === null || factor === null ? null : Math.round(pay * factor);
}

/** `$1,500 per week`, `28% of load`; null when the employer names no pay. */
export function payText(pay: number | null, salaryType: SalaryType): string | null {
  if (pay === null) return null;
  if (salaryType === 'percentage') return `${pay}% of load`;
  const unit = salaryTypes.find((entry) => entry.code === salaryType)?.label ?? '';
  return `${format.money(pay, true)} ${unit}`;
}

/** The time at home where no label stands before it: `Home every 2 weeks`. */
export function homePhrase(homeTime: string): string {
  const said = labelOf(homeTimes, homeTime);
  return said.startsWith('Home') ? said : `Home ${said === 'Other' ? 'time varies' : said.toLowerCase()}`;
}

/** How a pay that is not by the week compares: `about $1,400 a week at 2,500 miles`; null where it needs no words. */
export function weeklyText(pay: number | null, salaryType: SalaryType): string | null {
  const week = weeklyDollars(pay, salaryType);
  if (week === null || salaryType === 'weekly') return null;
  const basis = {
    hourly: ` at ${usualWeek.hours} hours`,
    daily: ` at ${usualWeek.days} days`,
    perMile: ` at ${format.number(usualWeek.miles)} miles`,
  };
  return `about ${format.money(week, true)} per week${salaryType in basis ? basis[salaryType as keyof typeof basis] : ''}`;
}
