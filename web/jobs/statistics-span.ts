import { mostStatisticsDays, statisticsDays } from '#shared/job-statistics.ts';

/** First and last day as `YYYY-MM-DD`, in UTC as they are counted. */
export type DaySpan = { from: string; to: string };

const dayMs = 86_400_000;
const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);

export function usualSpan(now = Date.now()): DaySpan {
  return { from: dayOf(now - (statisticsDays - 1) * dayMs), to: dayOf(now) };
}

const isDay = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) && dayOf(Date.parse(value) || 0) === value;

/** The days in an address; the usual ones where there are none, or none that can be shown. */
export function spanIn(search: object, now = Date.now()): DaySpan {
  const { from, to } = search as { from?: unknown; to?: unknown };
  return isDay(from) && isDay(to) && !problemOf({ from, to }) ? { from, to } : usualSpan(now);
}

/** An address's search with these days in it; the usual ones need not be said. */
export function withSpan<Search extends object>(search: Search, span: DaySpan, now = Date.now()): Search & Partial<DaySpan> {
  const usual = usualSpan(now);
  const isUsual = span.from === usual.from && span.to === usual.to;
  return { ...search, from: isUsual ? undefined : span.from, to: isUsual ? undefined : span.to };
}

/** Why these days cannot be shown; null when they can. */
export function problemOf({ from, to }: DaySpan): string | null {
  if (!from || !to) return 'Choose both dates';
  if (from > to) return 'Choose a start date before the end date';
  return Date.parse(to) - Date.parse(from) >= mostStatisticsDays * dayMs ? 'Choose a range of one year or less' : null;
}

/** What a part is of a whole, such as `4.2%`; null where there is no whole, or one that the part is not of. */
export function shareOf(part: number, whole: number): string | null {
  return whole > 0 && part <= whole ? `${((part / whole) * 100).toFixed(1)}%` : null;
}
