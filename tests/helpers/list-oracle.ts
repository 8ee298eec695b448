import fc from 'fast-check';
import { expect } from 'vitest';
import type { Order, Page, PageOf, Search } from '#shared/lists/list.ts';
import { filtersOf, matchesFilter, type OracleFields } from './filter-oracle.ts';

/** The value that each order sorts by, as a number. */
export type OracleKeys<Row> = Record<string, (row: Row) => number | null>;

/** Reads pages of every filter in every order, including deep ones, and compares them with the expected rows. */
export async function everyPage<Row extends { id: string }>(
  fields: OracleFields<Row>,
  keys: OracleKeys<Row>,
  rows: readonly Row[],
  read: (search: Search & Page) => Promise<PageOf<{ id: string }>>,
) {
  const order = fc.record({
    field: fc.constantFrom(...Object.keys(keys)),
    direction: fc.constantFrom('asc' as const, 'desc' as const),
  });
  const optionalFilters = fc.oneof(filtersOf(fields), fc.constant(undefined));
  const offsets = fc.oneof(fc.nat(200), fc.nat(rows.length + 50));
  await fc.assert(
    fc.asyncProperty(
      optionalFilters,
      fc.array(order, { minLength: 1, maxLength: 2 }),
      offsets,
      async (filters, orders, offset) => {
        const expected = inOrder(filters ? rows.filter((row) => matchesFilter(fields, row, filters)) : rows, keys, orders);
        const { items, pagination } = await read({ filters, orders, offset, limit: 100 });
        expect(items.map(({ id }) => id)).toEqual(expected.slice(offset, offset + 100).map(({ id }) => id));
        expect(pagination.total, JSON.stringify(filters)).toBe(expected.length);
      },
    ),
    { numRuns: 300 },
  );
}

/** Missing values come last in both directions. */
function inOrder<Row extends { id: string }>(rows: readonly Row[], keys: OracleKeys<Row>, orders: Order[]) {
  const sign = (direction: Order['direction']) => (direction === 'asc' ? 1 : -1);
  return rows.toSorted((a, b) => {
    for (const { field, direction } of orders) {
      const [x, y] = [keys[field]?.(a) ?? null, keys[field]?.(b) ?? null];
      if (x === y) continue;
      if (x === null) return 1;
      if (y === null) return -1;
      return sign(direction) * (x - y);
    }
    return sign(orders[0]?.direction ?? 'desc') * (a.id < b.id ? -1 : 1);
  });
}
