/**
 * A list's state in the URL: `?page=2&size=25&sort=-created_at,title&filters=[["status","in",["POSTED"]]]`, with the field
 * names and operators of the API (`docs/product/rest.md#filters-and-orders`). Routes read it, so it is part of the first page
 * load. It therefore uses no schema library, and the code of the lists themselves is in grid-state.ts.
 */
import type { Condition } from '#shared/lists/list.ts';
import { maxLimit, type Operator, operators } from '#shared/lists/paging.ts';

export type GridFilter = [field: string, operator: Operator, value: Condition['value']];

export type GridSearch = { page?: number; size?: number; sort?: string; filters?: GridFilter[]; q?: string };

function isGridFilter(entry: unknown): entry is GridFilter {
  return (
    Array.isArray(entry) &&
    entry.length === 3 &&
    typeof entry[0] === 'string' &&
    operators.some((operator) => operator === entry[1])
  );
}

function parseInteger(value: unknown, min: number, max: number): number | undefined {
  const number = Number(value);
  return Number.isInteger(number) && number >= min && number <= max ? number : undefined;
}

function parseText(value: unknown): string | undefined {
  return (typeof value === 'string' || typeof value === 'number') && value !== '' ? String(value) : undefined;
}

/** For `validateSearch`: drops everything that is not a valid list state, so that a mistyped link still opens the list. */
export function readGridSearch(raw: Record<string, unknown>): GridSearch {
  const filters = Array.isArray(raw.filters) ? raw.filters.filter(isGridFilter) : [];
  return {
    page: parseInteger(raw.page, 2, 1_000_000),
    size: parseInteger(raw.size, 1, maxLimit),
    sort: parseText(raw.sort),
    filters: filters.length > 0 ? filters : undefined,
    q: parseText(raw.q),
  };
}
