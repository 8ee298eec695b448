import { isCalendarDay } from '#shared/fields.ts';
import { addDays, daysBetween } from '#shared/time-zone.ts';
import { mostStatisticsDays, statisticsDays } from '#shared/jobs/job-statistics.ts';

/** First and last day as `YYYY-MM-DD`, as the job's days are counted. */
export type DaySpan = { from: string; to: string };

export function usualSpan(today: string): DaySpan {
  return { from: addDays(today, 1 - statisticsDays), to: today };
}

const isDay = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) && isCalendarDay(value);

/** The days in an address; the usual ones where there are none, or none that can be shown. */
export function spanIn(search: object, today: string): DaySpan {
  const { from, to } = search as { from?: unknown; to?: unknown };
  return isDay(from) && isDay(to) && !problemOf({ from, to }) ? { from, to } : usualSpan(today);
}

/** An address's search with these days in it; the usual ones need not be said. */
export function withSpan<Search extends object>(search: Search, span: DaySpan, today: string): Search & Partial<DaySpan> {
  const usual = usualSpan(today);
  const isUsual = span.from === usual.from && span.to === usual.to;
  return { ...search, from: isUsual ? undefined : span.from, to: isUsual ? undefined : span.to };
}

/** Why these days cannot be shown; null when they can. */
export function problemOf({ from, to }: DaySpan): string | null {
  if (!from || !to) return 'Choose both dates';
  if (from > to) return 'Choose a start date before the end date';
  return daysBetween(from, to) >= mostStatisticsDays ? 'Choose a range of one year or less' : null;
}

/** What a part is of a whole, such as `4.2%`; null where there is no whole, or one that the part is not of. */
export function shareOf(part: number, whole: number): string | null {
  return whole > 0 && part <= whole ? `${((part / whole) * 100).toFixed(1)}%` : null;
}
