/** How far back a report goes, in days; the last one is today. */
export const spans = [7, 30, 90, 365] as const;
export type Span = (typeof spans)[number];
export const usualSpan: Span = 30;

export function readSpan(raw: unknown): Span | undefined {
  return spans.find((days) => days === Number(raw));
}

const dayMs = 86_400_000;

/** Its first and last day, in UTC as they are counted. */
export function spanDays(days: Span, now = new Date()): { from: string; to: string } {
  const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);
  return { from: dayOf(now.getTime() - (days - 1) * dayMs), to: dayOf(now.getTime()) };
}
