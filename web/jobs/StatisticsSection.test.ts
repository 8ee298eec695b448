import { expect, test } from 'vitest';
import { spanError, formatShare, readSpan, defaultSpan, withSpan } from './StatisticsSection.tsx';

test('thirty days end today', () => {
  expect(defaultSpan('2026-03-15')).toEqual({ from: '2026-02-14', to: '2026-03-15' });
});

test.each([
  ['2026-03-01', '2026-03-01', null],
  ['2025-03-01', '2026-03-01', null],
  ['2026-03-02', '2026-03-01', 'Choose a start date before the end date'],
  ['2024-03-01', '2026-03-01', 'Choose a range of one year or less'],
  ['', '2026-03-01', 'Choose both dates'],
])('%s to %s: %s', (from, to, problem) => {
  expect(spanError({ from, to })).toBe(problem);
});

const today = '2026-03-15';

test.each([
  [
    { from: '2026-01-01', to: '2026-01-31' },
    { from: '2026-01-01', to: '2026-01-31' },
  ],
  [{}, defaultSpan(today)],
  [{ from: '2026-01-01' }, defaultSpan(today)],
  [{ from: '2026-02-01', to: '2026-01-31' }, defaultSpan(today)],
  [{ from: '2026-02-01', to: '2026-02-30' }, defaultSpan(today)],
  [{ from: 20_260_201, to: 'today' }, defaultSpan(today)],
])('the address %j shows %j', (search, span) => {
  expect(readSpan(search, today)).toEqual(span);
});

test('the URL keeps its other parameters and gets the days, except the default ones', () => {
  const search = { page: 2, from: '2025-01-01', to: '2025-01-02' };
  const span = { from: '2026-01-01', to: '2026-01-31' };
  expect(withSpan(search, span, today)).toEqual({ page: 2, ...span });
  expect(withSpan(search, defaultSpan(today), today)).toEqual({ page: 2, from: undefined, to: undefined });
});

test('a share has one decimal, and none of nothing or of less', () => {
  expect([formatShare(1, 3), formatShare(3, 3), formatShare(0, 3), formatShare(0, 0), formatShare(3, 2)]).toEqual([
    '33.3%',
    '100.0%',
    '0.0%',
    null,
    null,
  ]);
});
