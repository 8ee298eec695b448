import fc from 'fast-check';
import { expect } from 'vitest';
import type { Order, Page, PageOf, Search } from '#shared/lists/list.ts';
import { arbitraryFilter, matchesFilter, type OracleFields } from './filter-oracle.ts';

/** For each order, a function that returns the number to sort by. */
export type SortKeys<Row> = Record<string, (row: Row) => number | null>;

/** Reads random pages with random filters and orders, and compares them with the expected rows. */
export async function checkPages<Row extends { id: string }>(
  fields: OracleFields<Row>,
  sortKeys: SortKeys<Row>,
  rows: readonly Row[],
  readPage: (search: Search & Page) => Promise<PageOf<{ id: string }>>,
) {
  const order = fc.record({
    field: fc.constantFrom(...Object.keys(sortKeys)),
    direction: fc.constantFrom('asc' as const, 'desc' as const),
  });
  const optionalFilters = fc.oneof(arbitraryFilter(fields), fc.constant(undefined));
  const offsets = fc.oneof(fc.nat(200), fc.nat(rows.length + 50));
  await fc.assert(
    fc.asyncProperty(
      optionalFilters,
      fc.array(order, { minLength: 1, maxLength: 2 }),
      offsets,
      async (filters, orders, offset) => {
        const expected = sortRows(filters ? rows.filter((row) => matchesFilter(fields, row, filters)) : rows, sortKeys, orders);
        const { items, pagination } = await readPage({ filters, orders, offset, limit: 100 });
        expect(items.map(({ id }) => id)).toEqual(expected.slice(offset, offset + 100).map(({ id }) => id));
        expect(pagination.total, JSON.stringify(filters)).toBe(expected.length);
      },
    ),
    { numRuns: 300 },
  );
}

/** Sorts the rows. Missing values come last in both directions. */
function sortRows<Row extends { id: string }>(rows: readonly Row[], sortKeys: SortKeys<Row>, orders: Order[]) {
  const toSign = (direction: Order['direction']) => (direction === 'asc' ? 1 : -1);
  return rows.toSorted((a, b) => {
    for (const { field, direction } of orders) {
      const [x, y] = [sortKeys[field]?.(a) ?? null, sortKeys[field]?.(b) ?? null];
      if (x === y) continue;
      if (x === null) return 1;
      if (y === null) return -1;
      return toSign(direction) * (x - y);
    }
    return toSign(orders[0]?.direction ?? 'desc') * (a.id < b.id ? -1 : 1);
  });
}
