import { describe as group, expect, test } from 'vitest';
import type { ColumnFilter } from './columns.ts';
import { chosenOf, dateFilter, dayOf, describe, isComplete, numberFilter, rangeOf } from './filter-values.ts';
import type { GridFilter } from './grid-state.ts';

group('ranges', () => {
  test('two bounds of numbers', () => {
    expect(numberFilter('cost', ['100', '300'])).toEqual(['cost', 'between', [100, 300]]);
  });

  test('an open end is null on the wire and empty on the screen', () => {
    const filter = numberFilter('cost', ['100', '']);
    expect(filter).toEqual(['cost', 'between', [100, null]]);
    expect(rangeOf(filter ?? undefined)).toEqual(['100', '']);
  });

  test('no bounds are no filter', () => {
    expect(numberFilter('cost', ['', ''])).toBeNull();
    expect(dateFilter('created_at', ['', ''])).toBeNull();
  });

  test('days run from their first to their last moment, and are shown as the same days', () => {
    const filter = dateFilter('created_at', ['2026-11-03', '2026-11-03']);
    const [from, to] = rangeOf(filter ?? undefined);
    expect(new Date(to).getTime() - new Date(from).getTime()).toBe(86_400_000 - 1);
    expect([dayOf(from), dayOf(to)]).toEqual(['2026-11-03', '2026-11-03']);
  });
});

test('a range with one bound', () => {
  const from: GridFilter = ['at', 'between', ['2026-11-03', null]];
  const to: GridFilter = ['at', 'between', [null, '2026-11-03']];
  const [open, now, ignored] = [undefined, 'now' as const, 'ignored' as const].map((halfRange) => ({
    kind: 'date' as const,
    ...(halfRange && { halfRange }),
  })) as [ColumnFilter, ColumnFilter, ColumnFilter];
  expect([from, to].map((entry) => describe(open, entry))).toEqual(['from 11/03/2026', 'up to 11/03/2026']);
  expect([from, to].map((entry) => describe(now, entry))).toEqual(['11/03/2026 – now', 'now – 11/03/2026']);
  expect([from, to].map((entry) => [open, now, ignored].map((filter) => isComplete(filter, entry)))).toEqual([
    [true, true, false],
    [true, true, false],
  ]);
  expect(isComplete(ignored, ['at', 'between', ['2026-11-03', '2026-11-04']])).toBe(true);
});

test('filters read as words', () => {
  expect(describe({ kind: 'text' }, ['title', 'ilike', 'omaha'])).toBe('contains “omaha”');
  expect(describe({ kind: 'number' }, ['cost', 'between', [100, null]])).toBe('from 100');
  expect(describe({ kind: 'flag' }, ['active', 'equals', false])).toBe('No');
  const options = [{ value: 'POSTED', label: 'Active' }];
  expect(describe({ kind: 'enum', options }, ['status', 'in', ['POSTED', 'GONE']])).toBe('Active, GONE');
});

test('a value in other words is shown and ticked as the option that it means', () => {
  const options = [
    { value: 'ACTIVE', label: 'Active' },
    { value: 'CANCELED', label: 'Canceled' },
  ];
  const means: Record<string, string[]> = { ACTIVE: ['ACTIVE'], POSTED: ['ACTIVE', 'CANCELED'] };
  const filter = { kind: 'enum' as const, options, optionsOf: (value: string) => means[value] ?? [] };
  expect(chosenOf(filter, ['status', 'in', ['POSTED', 'ACTIVE', 'GONE']])).toEqual(['ACTIVE', 'CANCELED', 'GONE']);
  expect(describe(filter, ['status', 'equals', 'POSTED'])).toBe('Active, Canceled');
});
