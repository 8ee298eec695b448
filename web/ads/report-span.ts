import { addDays, dayIn, platformZone } from '#shared/time-zone.ts';

/** How far back a report goes, in days; the last one is today. */
export const spans = [7, 30, 90, 365] as const;
export type Span = (typeof spans)[number];
export const usualSpan: Span = 30;

export function readSpan(raw: unknown): Span | undefined {
  return spans.find((days) => days === Number(raw));
}

/** Its first and last day, in the product's zone as they are counted. */
export function spanDays(days: Span, now = new Date()): { from: string; to: string } {
  const to = dayIn(platformZone, now);
  return { from: addDays(to, 1 - days), to };
}
