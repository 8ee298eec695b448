import { mostStatisticsDays, statisticsDays } from '#shared/job-statistics.ts';

/** First and last day as `YYYY-MM-DD`, in UTC as they are counted. */
export type DaySpan = { from: string; to: string };

const dayMs = 86_400_000;
const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);

export function usualSpan(now = Date.now()): DaySpan {
  return { from: dayOf(now - (statisticsDays - 1) * dayMs), to: dayOf(now) };
}

/** Why these days cannot be shown; null when they can. */
export function problemOf({ from, to }: DaySpan): string | null {
  if (!from || !to) return 'Choose both days';
  if (from > to) return 'The first day must not come after the last';
  return Date.parse(to) - Date.parse(from) >= mostStatisticsDays * dayMs ? 'Choose a year at most' : null;
}

/** What a part is of a whole, such as `4.2%`; null where there is no whole. */
export function shareOf(part: number, whole: number): string | null {
  return whole > 0 ? `${((part / whole) * 100).toFixed(1)}%` : null;
}
