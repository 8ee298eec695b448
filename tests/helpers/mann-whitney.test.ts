import { expect, test } from 'vitest';
import { mannWhitney } from './mann-whitney.ts';

/** Returns a seeded generator. Every run then uses the same samples. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}
const drawNormal = (next: () => number) => Array.from({ length: 12 }, next).reduce((sum, one) => sum + one, 0) - 6;

// The expected values come from `scipy.stats.mannwhitneyu(a, b, method='asymptotic')`.
test.each([
  [[1, 2, 3, 4, 5], [6, 7, 8, 9, 10], 0.012186],
  [[1, 3, 5, 7, 9], [2, 4, 6, 8, 10], 0.676103],
  [[1, 1, 2, 2, 3], [2, 2, 3, 3, 4], 0.125122],
  [[4, 4, 4], [4, 4, 4], 1],
])('%j and %j: p %d', (a, b, p) => {
  expect(mannWhitney(a, b)).toBeCloseTo(p, 3);
  expect(mannWhitney(b, a)).toBeCloseTo(p, 3);
});

test('samples from one source count as different in 5% of the cases', () => {
  const next = createRandom(7);
  const sample = () => Array.from({ length: 100 }, () => drawNormal(next));
  const significantPValues = Array.from({ length: 2000 }, () => mannWhitney(sample(), sample())).filter((p) => p < 0.05);
  expect(significantPValues.length / 2000).toBeGreaterThan(0.035);
  expect(significantPValues.length / 2000).toBeLessThan(0.065);
});

test('a shift of half a standard deviation is detected with 200 values', () => {
  const next = createRandom(9);
  const a = Array.from({ length: 200 }, () => drawNormal(next));
  const b = Array.from({ length: 200 }, () => drawNormal(next) + 0.5);
  expect(mannWhitney(a, b)).toBeLessThan(0.01);
});
