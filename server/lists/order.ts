import { type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Order } from '#shared/lists/list.ts';
import { invalid } from '#server/errors.ts';
import { fieldOf, type ListFields } from './filter.ts';

/**
 * The `order by` of a list. It always ends in `id`, so that pages never overlap, and rows without a value come last.
 * @throws 422 when the list can't be sorted by one of the fields
 */
export function orderSql(fields: ListFields, orders: readonly Order[], id: AnyPgColumn): SQL {
  const keys = orders.map(({ field: name, direction }) => {
    const field = fieldOf(fields, name);
    const by = field?.order === undefined ? field?.column : field.order;
    if (!by) throw invalid(name, `This list cannot be sorted by ${name}`);
    return sql`${by} ${sql.raw(field?.isRequired ? direction : `${direction} nulls last`)}`;
  });
  return sql.join([...keys, sql`${id} ${sql.raw(orders[0]?.direction ?? 'desc')}`], sql`, `);
}
