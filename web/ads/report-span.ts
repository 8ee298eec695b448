/** The lengths of reports in days, up to today. */
export const spans = [7, 30, 90, 365] as const;
export type Span = (typeof spans)[number];
export const usualSpan: Span = 30;

export function readSpan(raw: unknown): Span | undefined {
  return spans.find((days) => days === Number(raw));
}
