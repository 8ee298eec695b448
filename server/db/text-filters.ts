import type { SQL } from 'drizzle-orm';
import type { Condition, Filter } from '#shared/list.ts';
import { fieldOf, filterSql, type ListField, type ListFields } from './list.ts';

/** Whether a filter looks for a text in the rows, which no index counts. */
export const searchesText = (filters: Filters): boolean => asksFor(filters, ({ operator }) => operator.endsWith('ilike'));

type Filters = Filter | readonly Filter[] | null | undefined;

/** Whether a filter finds what does not hold a text, which no index finds. */
export const excludesText = (filters: Filters): boolean => asksFor(filters, ({ operator }) => operator === 'not_ilike');

/** Whether one of a filter's conditions is such a one. */
function asksFor(filters: Filters, isWanted: (condition: Condition) => boolean): boolean {
  return conditionsOf(filters).some(isWanted);
}

/** All that a filter asks, whatever group it stands in. */
export function conditionsOf(filters: Filters): Condition[] {
  if (!filters) return [];
  if (Array.isArray(filters)) return filters.flatMap((filter: Filter) => conditionsOf(filter));
  const filter = filters as Filter;
  if ('and' in filter) return conditionsOf(filter.and);
  return 'or' in filter ? conditionsOf(filter.or) : [filter];
}

/** What a filter finds the rows without: each text and its field. */
export function excludedTexts(fields: ListFields, filters: Filters): { field: ListField; text: string }[] {
  return conditionsOf(filters).flatMap(({ field: name, operator, value }) => {
    const field = fieldOf(fields, name);
    return operator === 'not_ilike' && field ? [{ field, text: String(value) }] : [];
  });
}

/** Whether a filter looks for one or two letters, which an index of grams finds. */
export function looksForLetters(fields: ListFields, filters: Filters, isWanted: (field: ListField) => boolean): boolean {
  return asksFor(filters, ({ field: name, operator, value }) => {
    const field = fieldOf(fields, name);
    const isFound = operator === 'ilike' && String(value).length <= 2 && value !== '';
    return isFound && field?.search?.grams !== undefined && isWanted(field);
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
