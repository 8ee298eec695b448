import { expect, test } from 'vitest';
import { costPer, funnelStages, reportPeriod, shareOf } from './report.ts';

test('a period without days is the last thirty days', () => {
  expect(reportPeriod({}, '2026-03-10')).toEqual({ from: '2026-02-09', to: '2026-03-10' });
  expect(reportPeriod({ to: '2026-01-31' }, '2026-03-10')).toEqual({ from: '2026-01-02', to: '2026-01-31' });
  expect(reportPeriod({ days: 90 }, '2026-03-10')).toEqual({ from: '2025-12-11', to: '2026-03-10' });
  expect(reportPeriod({ from: '2026-03-01' }, '2026-03-10')).toEqual({ from: '2026-03-01', to: '2026-03-10' });
});

test('a period is at most a year and does not end before it begins', () => {
  expect(reportPeriod({ from: '2026-03-11', to: '2026-03-10' }, '2026-03-10')).toBeNull();
  expect(reportPeriod({ from: '2025-03-09', to: '2026-03-10' }, '2026-03-10')).not.toBeNull();
  expect(reportPeriod({ from: '2025-03-08', to: '2026-03-10' }, '2026-03-10')).toBeNull();
});

test('the funnel keeps the company’s order and ends at hired', () => {
  expect(funnelStages(['new', 'contacted', 'reviewed', 'hired', 'not_a_fit', 'withdrawn'])).toEqual([
    'new',
    'contacted',
    'reviewed',
    'hired',
  ]);
});

test('nothing is divided by nobody', () => {
  expect(shareOf(1, 4)).toBe(0.25);
  expect(shareOf(0, 0)).toBeNull();
  expect(costPer(100_00, 3)).toBe(33_33);
  expect(costPer(100_00, 0)).toBeNull();
});
