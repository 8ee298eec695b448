import { expect, test } from 'vitest';
import { mannWhitney } from './mann-whitney.ts';

/** A seeded generator, so that every run uses the same samples. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}
const noise = (next: () => number) => Array.from({ length: 12 }, next).reduce((sum, one) => sum + one, 0) - 6;

// Calculated by `scipy.stats.mannwhitneyu(a, b, method='asymptotic')`.
test.each([
  [[1, 2, 3, 4, 5], [6, 7, 8, 9, 10], 0.012186],
  [[1, 3, 5, 7, 9], [2, 4, 6, 8, 10], 0.676103],
  [[1, 1, 2, 2, 3], [2, 2, 3, 3, 4], 0.125122],
  [[4, 4, 4], [4, 4, 4], 1],
])('%j and %j: p %d', (a, b, p) => {
  expect(mannWhitney(a, b)).toBeCloseTo(p, 3);
  expect(mannWhitney(b, a)).toBeCloseTo(p, 3);
});

test('one source is called two in five of a hundred cases', () => {
  const next = random(7);
  const sample = () => Array.from({ length: 100 }, () => noise(next));
  const called = Array.from({ length: 2000 }, () => mannWhitney(sample(), sample())).filter((p) => p < 0.05);
  expect(called.length / 2000).toBeGreaterThan(0.035);
  expect(called.length / 2000).toBeLessThan(0.065);
});

test('a shift of half the spread is seen in 200 tries', () => {
  const next = random(9);
  const a = Array.from({ length: 200 }, () => noise(next));
  const b = Array.from({ length: 200 }, () => noise(next) + 0.5);
  expect(mannWhitney(a, b)).toBeLessThan(0.01);
});
