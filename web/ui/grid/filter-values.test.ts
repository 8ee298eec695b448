import { describe as group, expect, test } from 'vitest';
import type { ColumnFilter } from './columns.ts';
import {
  getSelectedOptions,
  dateFilter,
  toCalendarDay,
  describeFilter,
  isFilterComplete,
  numberFilter,
  getRange,
} from './filter-values.ts';
import type { GridFilter } from './grid-state.ts';

const zone = 'US/Pacific';

group('ranges', () => {
  test('two bounds of numbers', () => {
    expect(numberFilter('cost', ['100', '300'])).toEqual(['cost', 'between', [100, 300]]);
  });

  test('an open end is null on the wire and empty on the screen', () => {
    const filter = numberFilter('cost', ['100', '']);
    expect(filter).toEqual(['cost', 'between', [100, null]]);
    expect(getRange(filter ?? undefined)).toEqual(['100', '']);
  });

  test('no bounds are no filter', () => {
    expect(numberFilter('cost', ['', ''])).toBeNull();
    expect(dateFilter('created_at', ['', ''])).toBeNull();
  });

  test('days are unchanged; an instant becomes the day in the reader’s zone', () => {
    const filter = dateFilter('created_at', ['2026-11-03', '2026-11-03']);
    expect(getRange(filter ?? undefined).map((bound) => toCalendarDay(bound, zone))).toEqual(['2026-11-03', '2026-11-03']);
    expect(dateFilter('created_at', ['', '2026-11-03'])).toEqual(['created_at', 'between', [null, '2026-11-03']]);
    expect(['2026-11-03T07:59:00Z', '2026-11-03T08:00:00Z', '', 'x'].map((bound) => toCalendarDay(bound, zone))).toEqual([
      '2026-11-02',
      '2026-11-03',
      '',
      '',
    ]);
  });
});

test('a range with one bound', () => {
  const from: GridFilter = ['at', 'between', ['2026-11-03', null]];
  const to: GridFilter = ['at', 'between', [null, '2026-11-03']];
  const [open, now, ignored] = [undefined, 'now' as const, 'ignored' as const].map((openRange) => ({
    kind: 'date' as const,
    ...(openRange && { openRange }),
  })) as [ColumnFilter, ColumnFilter, ColumnFilter];
  expect([from, to].map((entry) => describeFilter(open, entry, zone))).toEqual(['from 11/03/2026', 'up to 11/03/2026']);
  expect([from, to].map((entry) => describeFilter(now, entry, zone))).toEqual(['11/03/2026 – now', 'now – 11/03/2026']);
  expect([from, to].map((entry) => [open, now, ignored].map((filter) => isFilterComplete(filter, entry)))).toEqual([
    [true, true, false],
    [true, true, false],
  ]);
  expect(isFilterComplete(ignored, ['at', 'between', ['2026-11-03', '2026-11-04']])).toBe(true);
});

test('filters read as words', () => {
  expect(describeFilter({ kind: 'text' }, ['title', 'ilike', 'omaha'], zone)).toBe('contains “omaha”');
  expect(describeFilter({ kind: 'number' }, ['cost', 'between', [100, null]], zone)).toBe('from 100');
  expect(describeFilter({ kind: 'flag' }, ['active', 'equals', false], zone)).toBe('No');
  const options = [{ value: 'POSTED', label: 'Active' }];
  expect(describeFilter({ kind: 'enum', options }, ['status', 'in', ['POSTED', 'GONE']], zone)).toBe('Active, GONE');
});

test('a value in other words is shown and ticked as the option that it means', () => {
  const options = [
    { value: 'ACTIVE', label: 'Active' },
    { value: 'CANCELED', label: 'Canceled' },
  ];
  const optionsByAlias: Record<string, string[]> = { ACTIVE: ['ACTIVE'], POSTED: ['ACTIVE', 'CANCELED'] };
  const filter = { kind: 'enum' as const, options, getOptions: (value: string) => optionsByAlias[value] ?? [] };
  expect(getSelectedOptions(filter, ['status', 'in', ['POSTED', 'ACTIVE', 'GONE']])).toEqual(['ACTIVE', 'CANCELED', 'GONE']);
  expect(describeFilter(filter, ['status', 'equals', 'POSTED'], zone)).toBe('Active, Canceled');
});
