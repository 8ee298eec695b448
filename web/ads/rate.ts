/** Clicks of impressions with one decimal, where the difference lies; a dash while nobody has seen the ad. */
export function ratePercent(rate: number | null): string {
  return rate === null ? '-' : `${(rate * 100).toFixed(1)}%`;
}
