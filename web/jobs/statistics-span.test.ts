import { expect, test } from 'vitest';
import { problemOf, shareOf, usualSpan } from './statistics-span.ts';

test('thirty days end today', () => {
  expect(usualSpan(Date.UTC(2026, 2, 15, 23, 59))).toEqual({ from: '2026-02-14', to: '2026-03-15' });
});

test.each([
  ['2026-03-01', '2026-03-01', null],
  ['2025-03-01', '2026-03-01', null],
  ['2026-03-02', '2026-03-01', 'The first day must not come after the last'],
  ['2024-03-01', '2026-03-01', 'Choose a year at most'],
  ['', '2026-03-01', 'Choose both days'],
])('%s to %s: %s', (from, to, problem) => {
  expect(problemOf({ from, to })).toBe(problem);
});

test('a share has one decimal, and none of nothing', () => {
  expect([shareOf(1, 3), shareOf(0, 3), shareOf(0, 0)]).toEqual(['33.3%', '0.0%', null]);
});
