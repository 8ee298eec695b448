import * as z from 'zod/mini';
import { calendarDateField, idField } from '#shared/fields.ts';

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
