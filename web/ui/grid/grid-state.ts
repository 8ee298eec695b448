import type { Filter, Order } from '#shared/lists/list.ts';
/** Turns a list's state (grid-search.ts) into a search request, and changes its filters. */
import { defaultLimit } from '#shared/lists/paging.ts';
import type { GridFilter, GridSearch } from './grid-search.ts';

export type { GridFilter, GridSearch } from './grid-search.ts';

export type GridDefaults = {
  /** The sort order, such as `-created_at`. A minus means descending. */
  sort?: string;
  size?: number;
};

export const pageSizes = [10, 25, 50, 100] as const;

export function parseSort(sort: string | undefined): Order[] {
  if (!sort) return [];
  return sort
    .split(',')
    .map((part) => (part.startsWith('-') ? { field: part.slice(1), direction: 'desc' } : { field: part, direction: 'asc' }));
}

export function formatSort(orders: readonly Order[]): string | undefined {
  return orders.map(({ field, direction }) => (direction === 'desc' ? `-${field}` : field)).join(',') || undefined;
}

export type GridRequest = { offset: number; limit: number; filters?: Filter; orders?: Order[] };

/** The input of a search procedure. */
export function toGridRequest(search: GridSearch, defaults: GridDefaults = {}): GridRequest {
  const limit = search.size ?? defaults.size ?? defaultLimit;
  const orders = parseSort(search.sort ?? defaults.sort);
  const conditions = (search.filters ?? []).map(([field, operator, value]) => ({ field, operator, value }));
  return {
    offset: ((search.page ?? 1) - 1) * limit,
    limit,
    filters: conditions.length > 0 ? { and: conditions } : undefined,
    orders: orders.length > 0 ? orders : undefined,
  };
}

/** The search with one field's filter set or, with null, removed. It returns to the first page. */
export function withFilter(search: GridSearch, field: string, filter: GridFilter | null): GridSearch {
  const otherFilters = (search.filters ?? []).filter(([name]) => name !== field);
  const filters = filter ? [...otherFilters, filter] : otherFilters;
  return { ...search, page: undefined, filters: filters.length > 0 ? filters : undefined };
}

export function withoutFilters(search: GridSearch): GridSearch {
  return { ...search, page: undefined, filters: undefined, q: undefined };
}

export function isFiltered(search: GridSearch): boolean {
  return Boolean(search.q) || Boolean(search.filters?.length);
}
