import type { SQL } from 'drizzle-orm';
import type { Condition, Filter } from '#shared/list.ts';
import { fieldOf, filterSql, type ListFields } from './list.ts';

/** Whether a filter looks for a text in the rows, which no index counts. */
export const searchesText = (filters: Filters): boolean => asksFor(filters, ({ operator }) => operator.endsWith('ilike'));

/** Whether a filter finds what does not hold a text, which no index finds. */
export const excludesText = (filters: Filters): boolean => asksFor(filters, ({ operator }) => operator === 'not_ilike');

type Filters = Filter | readonly Filter[] | null | undefined;

/** Whether one of a filter's conditions is such a one. */
function asksFor(filters: Filters, isWanted: (condition: Condition) => boolean): boolean {
  if (!filters) return false;
  if (Array.isArray(filters)) return filters.some((filter: Filter) => asksFor(filter, isWanted));
  const filter = filters as Filter;
  if ('and' in filter) return asksFor(filter.and, isWanted);
  return 'or' in filter ? asksFor(filter.or, isWanted) : isWanted(filter);
}

/** Whether a filter looks for one or two letters, which an index of grams finds, in a text that stands in an order's index too. */
export function looksForLetters(fields: ListFields, filters: Filters): boolean {
  return asksFor(filters, ({ field: name, operator, value }) => {
    const field = fieldOf(fields, name);
    const isFound = operator === 'ilike' && String(value).length <= 2 && value !== '';
    return isFound && field?.search?.grams !== undefined && field.order !== null;
  });
}

/** Part of what a filter finds, from an index alone: of what does not hold a text, what has none. Undefined: it asks no such thing. */
export function missingSql(fields: ListFields, filters: Filters): SQL | undefined {
  let isAsked = false;
  const ofMissing = (filter: Filter): Filter => {
    if ('and' in filter) return { and: filter.and.map(ofMissing) };
    if ('or' in filter) return { or: filter.or.map(ofMissing) };
    const field = fieldOf(fields, filter.field);
    if (filter.operator !== 'not_ilike' || !field || field.isRequired || field.match) return filter;
    isAsked = true;
    return { ...filter, operator: 'equals', value: null };
  };
  if (!filters) return undefined;
  const part = Array.isArray(filters) ? filters.map(ofMissing) : ofMissing(filters as Filter);
  return isAsked ? filterSql(fields, part) : undefined;
}

/** The same fields, looked through in an order's index and not found by an index of their own. */
export function lookedThrough(fields: ListFields): ListFields {
  return Object.fromEntries(
    Object.entries(fields).map(([name, { search, ...field }]) => [
      name,
      search?.lower ? { ...field, search: { lower: search.lower } } : field,
    ]),
  );
}
