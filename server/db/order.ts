import { type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Order } from '#shared/list.ts';
import { invalid } from '#server/errors.ts';
import { fieldOf, type ListFields } from './list.ts';

/** One of the things that a list is sorted by; `nulls` is unsaid where there are none, so that an index serves either direction. */
export type OrderKey = { by: SQL | AnyPgColumn; direction: Order['direction']; nulls?: 'first' | 'last' };

/** The order of a list: what was asked for, else `fallback`; always ends in `id`, so that pages never overlap. */
export function orderSql(
  fields: ListFields,
  orders: readonly Order[] | undefined,
  fallback: readonly SQL[],
  id: AnyPgColumn,
): SQL[] {
  return orders?.length ? keysSql(orderKeys(fields, orders, id)) : [...fallback];
}

export function orderKeys(fields: ListFields, orders: readonly Order[], id: AnyPgColumn): OrderKey[] {
  const keys = orders.map(({ field: name, direction }): OrderKey => {
    const field = fieldOf(fields, name);
    const by = field?.order === undefined ? field?.column : field.order;
    if (!by) throw invalid(name, `This list cannot be sorted by ${name}`);
    return { by, direction, ...(field?.isRequired ? {} : { nulls: 'last' }) };
  });
  return [...keys, { by: id, direction: orders[0]?.direction ?? 'desc' }];
}

export function keysSql(keys: readonly OrderKey[]): SQL[] {
  return keys.map(({ by, direction, nulls }) => sql`${by} ${sql.raw(nulls ? `${direction} nulls ${nulls}` : direction)}`);
}

/** From the other end: what was last comes first, what is missing included. */
export function reversed(keys: readonly OrderKey[]): OrderKey[] {
  return keys.map(({ by, direction, nulls }) => ({
    by,
    direction: direction === 'asc' ? 'desc' : 'asc',
    ...(nulls ? { nulls: nulls === 'last' ? 'first' : 'last' } : {}),
  }));
}
