/**
 * Returns the two-sided p value of the Mann-Whitney U test: the probability of at least this difference in rank if both
 * samples have the same source. The normal approximation with corrections for ties and continuity needs samples of at least
 * twenty values.
 */
export function mannWhitney(a: readonly number[], b: readonly number[]): number {
  const all = [...a.map((value) => ({ value, isA: true })), ...b.map((value) => ({ value, isA: false }))];
  all.sort((one, other) => one.value - other.value);
  const n = all.length;
  let rankSumA = 0;
  let ties = 0;
  for (let start = 0; start < n;) {
    let end = start + 1;
    while (end < n && all[end]!.value === all[start]!.value) end++;
    const rank = (start + 1 + end) / 2;
    for (let k = start; k < end; k++) if (all[k]!.isA) rankSumA += rank;
    ties += (end - start) ** 3 - (end - start);
    start = end;
  }
  const u = rankSumA - (a.length * (a.length + 1)) / 2;
  const mean = (a.length * b.length) / 2;
  const variance = ((a.length * b.length) / 12) * (n + 1 - ties / (n * (n - 1)));
  if (variance === 0) return 1;
  const z = Math.max(0, Math.abs(u - mean) - 0.5) / Math.sqrt(variance);
  return Math.min(1, 2 * (1 - normalCdf(z)));
}

/** The standard normal distribution function for z ≥ 0 (Abramowitz and Stegun 26.2.17, error below 1e-7). */
function normalCdf(z: number): number {
  const t = 1 / (1 + 0.2316419 * z);
  const poly = t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  return 1 - (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * poly;
}
