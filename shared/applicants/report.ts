/** Hiring reports of a company (`docs/product/applicants-and-matching.md#reports`). */
import * as z from 'zod/mini';
import { codes } from '#shared/catalogues.ts';
import { calendarDateField, idField } from '#shared/fields.ts';
import { orderSchema, pageFields, pageOf } from '#shared/lists/list.ts';
import { addDays, daysBetween, endOfDay, startOfDay, type TimeZone } from '#shared/time-zone.ts';
import { applicationSources, notAFitReasons, type Stage, stages } from './stages.ts';

/** The period of a report that names no days, in days up to today. */
export const defaultReportDays = 30;
/** A report covers at most this many days: a year, both end days and a leap day. */
export const maxReportDays = 367;

/** The first and last day in the company's time zone. */
export type ReportPeriod = { from: string; to: string };

/**
 * The first and last day of a request's period. Returns null if the first day is after the last, or the period is longer than a
 * year.
 */
export function reportPeriod(
  { from, to, days = defaultReportDays }: Partial<ReportPeriod> & { days?: number | undefined },
  today: string,
): ReportPeriod | null {
  const last = to ?? (from !== undefined && from > today ? from : today);
  const first = from ?? addDays(last, 1 - days);
  return first > last || daysBetween(first, last) >= maxReportDays ? null : { from: first, to: last };
}

/**
 * The first and last millisecond of a period. A filter with days instead would mean the days of the reader's time zone, and count
 * other applicants.
 */
export function periodInstants({ from, to }: ReportPeriod, timeZone: TimeZone): [from: string, to: string] {
  return [startOfDay(from, timeZone).toISOString(), new Date(endOfDay(to, timeZone).getTime() - 1).toISOString()];
}

/** The stages of the funnel in the company's order: those that an application passes on its way to hired. */
export function funnelStages(orderedStages: readonly Stage[]): Stage[] {
  return orderedStages.filter((stage) => stage !== 'not_a_fit' && stage !== 'withdrawn');
}

/** A share from 0 to 1. Null if the whole is 0. */
export const shareOf = (part: number, whole: number): number | null => (whole > 0 ? part / whole : null);

/** The cost of one applicant or one hire, in whole cents. Null if there is none. */
export const costPer = (cents: number, people: number): number | null => (people > 0 ? Math.round(cents / people) : null);

const filterFields = {
  companyId: z.optional(idField),
  /** One job. All jobs of the company by default. */
  jobId: z.optional(idField),
  /** How many days up to `to` the report covers if `from` is left out. */
  days: z.optional(z.int().check(z.gte(1), z.lte(maxReportDays))),
  /** Days in the company's time zone, both included. Up to today by default, at most a year. */
  from: z.optional(calendarDateField),
  to: z.optional(calendarDateField),
};

export const hiringReportInput = z.object(filterFields);
export type HiringReportInput = z.infer<typeof hiringReportInput>;

export const hiringReportJobsInput = z.object({
  ...filterFields,
  orders: z.optional(z.array(orderSchema).check(z.maxLength(5))),
  ...pageFields(),
});
export type HiringReportJobsInput = z.infer<typeof hiringReportJobsInput>;

const hours = z.nullable(z.number());
const moneyFields = {
  /** Billed in the period for postings, renewals and add-ons, less refunds. */
  costCents: z.int(),
  costPerApplicantCents: z.nullable(z.int()),
  costPerHireCents: z.nullable(z.int()),
};
const responseFields = {
  /** Hours from the application to the company's first stage change, message or logged call. */
  medianResponseHours: hours,
  slowResponseHours: hours,
  /** Applications without a response, of `measured` ones. */
  unanswered: z.int(),
  /** The applications that still have a timeline, because their drivers have not deleted their accounts. */
  measured: z.int(),
};

export const hiringReportSchema = z.object({
  from: z.string(),
  to: z.string(),
  timeZone: z.string(),
  applicants: z.int(),
  hires: z.int(),
  /** How many applications reached each stage, in the company's order. */
  funnel: z.array(z.object({ stage: z.enum(codes(stages)), applicants: z.int(), shareOfPrevious: z.nullable(z.number()) })),
  notAFit: z.int(),
  reasons: z.array(z.object({ reason: z.enum(codes(notAFitReasons)), applicants: z.int() })),
  withdrawn: z.int(),
  sources: z.array(z.object({ source: z.enum(codes(applicationSources)), applicants: z.int(), hires: z.int() })),
  /** How many drivers the company invited to apply in the period. */
  invitations: z.int(),
  ...responseFields,
  ...moneyFields,
});
export type HiringReport = z.infer<typeof hiringReportSchema>;

/** The numbers of one job. */
export const hiringReportJobSchema = z.object({
  id: z.string(),
  title: z.string(),
  city: z.nullable(z.string()),
  state: z.nullable(z.string()),
  applicants: z.int(),
  reviewed: z.int(),
  contacted: z.int(),
  interview: z.int(),
  offer: z.int(),
  hires: z.int(),
  notAFit: z.int(),
  withdrawn: z.int(),
  ...responseFields,
  ...moneyFields,
});
export type HiringReportJob = z.infer<typeof hiringReportJobSchema>;

export const hiringReportJobsSchema = pageOf(hiringReportJobSchema);
