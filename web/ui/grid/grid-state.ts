/**
 * A list's state as it stands in the URL: `?page=2&size=25&sort=-created_at,title&filters=[["status","in",["POSTED"]]]`,
 * in the wire's own field names and operators (`rest: Conventions`). Read by hand: a schema library here would load first.
 */
import type { Condition, Filter, Order } from '#shared/lists/list.ts';
import { type Operator, operators } from '#shared/lists/operators.ts';
import { defaultLimit, maxLimit } from '#shared/lists/paging.ts';

export type GridFilter = [field: string, operator: Operator, value: Condition['value']];

export type GridSearch = { page?: number; size?: number; sort?: string; filters?: GridFilter[]; q?: string };

export type GridDefaults = {
  /** Such as `-created_at`: a minus means descending. */
  sort?: string;
  size?: number;
};

export const pageSizes = [10, 25, 50, 100] as const;

function isGridFilter(entry: unknown): entry is GridFilter {
  return (
    Array.isArray(entry) &&
    entry.length === 3 &&
    typeof entry[0] === 'string' &&
    operators.some((operator) => operator === entry[1])
  );
}

function whole(value: unknown, least: number, most: number): number | undefined {
  const number = Number(value);
  return Number.isInteger(number) && number >= least && number <= most ? number : undefined;
}

function text(value: unknown): string | undefined {
  return (typeof value === 'string' || typeof value === 'number') && value !== '' ? String(value) : undefined;
}

/** For `validateSearch`: whatever is not a list's state is dropped, so that a mistyped link still opens the list. */
export function readGridSearch(raw: Record<string, unknown>): GridSearch {
  const filters = Array.isArray(raw.filters) ? raw.filters.filter(isGridFilter) : [];
  return {
    page: whole(raw.page, 2, 1_000_000),
    size: whole(raw.size, 1, maxLimit),
    sort: text(raw.sort),
    filters: filters.length > 0 ? filters : undefined,
    q: text(raw.q),
  };
}

export function ordersOf(sort: string | undefined): Order[] {
  if (!sort) return [];
  return sort
    .split(',')
    .map((part) => (part.startsWith('-') ? { field: part.slice(1), direction: 'desc' } : { field: part, direction: 'asc' }));
}

export function sortOf(orders: readonly Order[]): string | undefined {
  return orders.map(({ field, direction }) => (direction === 'desc' ? `-${field}` : field)).join(',') || undefined;
}

export type GridRequest = { offset: number; limit: number; filters?: Filter; orders?: Order[] };

/** What a search procedure takes. */
export function gridRequest(search: GridSearch, defaults: GridDefaults = {}): GridRequest {
  const limit = search.size ?? defaults.size ?? defaultLimit;
  const orders = ordersOf(search.sort ?? defaults.sort);
  const and = (search.filters ?? []).map(([field, operator, value]) => ({ field, operator, value }));
  return {
    offset: ((search.page ?? 1) - 1) * limit,
    limit,
    filters: and.length > 0 ? { and } : undefined,
    orders: orders.length > 0 ? orders : undefined,
  };
}

/** The search with one field's filter set or, with null, removed; back to the first page. */
export function withFilter(search: GridSearch, field: string, filter: GridFilter | null): GridSearch {
  const others = (search.filters ?? []).filter(([name]) => name !== field);
  const filters = filter ? [...others, filter] : others;
  return { ...search, page: undefined, filters: filters.length > 0 ? filters : undefined };
}

export function withoutFilters(search: GridSearch): GridSearch {
  return { ...search, page: undefined, filters: undefined, q: undefined };
}

export function isFiltered(search: GridSearch): boolean {
  return Boolean(search.q) || Boolean(search.filters?.length);
}
