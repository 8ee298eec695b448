import type { ColumnFilter } from './columns.ts';
import type { GridFilter } from './grid-state.ts';
import { calendarDate } from '#shared/format.ts';
import { localDay, type TimeZone } from '#shared/time-zone.ts';
import { t } from '#web/texts/app.ts';

/** The labels of operators, for fields that offer a choice of them. */
export const conditionLabels = {
  ilike: t('list.contains'),
  not_ilike: t('list.doesNotContain'),
  equals: t('list.equals'),
  not_equals: t('list.doesNotEqual'),
} as const;
export type TextOperator = keyof typeof conditionLabels;

export function isTextOperator(operator: string): operator is TextOperator {
  return operator in conditionLabels;
}

export type Range = [from: string, to: string];

/** A filter's bounds as texts. An open bound is empty. */
export function rangeOf(filter: GridFilter | undefined): Range {
  if (!filter) return ['', ''];
  const [, operator, value] = filter;
  const [from, to] = Array.isArray(value) ? value : [value, value];
  return [operator === 'less_than' ? '' : String(from ?? ''), operator === 'greater_than' ? '' : String(to ?? '')];
}

export function numberFilter(field: string, [from, to]: Range): GridFilter | null {
  if (from === '' && to === '') return null;
  return [field, 'between', [from === '' ? null : Number(from), to === '' ? null : Number(to)]];
}

/** Calendar days, both included. The server knows when they begin in the reader's zone. */
export function dateFilter(field: string, [from, to]: Range): GridFilter | null {
  if (!from && !to) return null;
  return [field, 'between', [from || null, to || null]];
}

/** A bound as the calendar day for a date input, because a URL may contain an instant. */
export function dayOf(bound: string, timeZone: TimeZone): string {
  if (/^\d{4}-\d{2}-\d{2}$/.test(bound)) return bound;
  return bound === '' || Number.isNaN(Date.parse(bound)) ? '' : localDay(timeZone, bound);
}

export function valuesOf(filter: GridFilter | undefined): string[] {
  if (!filter) return [];
  const value = filter[2];
  return (Array.isArray(value) ? value : [value]).map(String);
}

/** The chosen options of an `enum` or `tag` filter. An unknown value stays as it is. */
export function chosenOf({ optionsOf }: ColumnFilter, entry: GridFilter | undefined): string[] {
  const values = valuesOf(entry);
  if (!optionsOf) return values;
  return [...new Set(values.flatMap((value) => (optionsOf(value).length > 0 ? optionsOf(value) : [value])))];
}

/** Whether an opened filter is filled in enough to apply it. */
export function isComplete({ halfRange }: ColumnFilter, entry: GridFilter): boolean {
  if (entry[2] === '') return false;
  const [from, to] = rangeOf(entry);
  return halfRange !== 'ignored' || (from !== '' && to !== '');
}

function between([from, to]: Range, show: (text: string) => string, halfRange?: ColumnFilter['halfRange']): string {
  if (halfRange === 'now' && (from === '' || to === ''))
    return `${from ? show(from) : t('list.now')} – ${to ? show(to) : t('list.now')}`;
  if (from && to) return `${show(from)} – ${show(to)}`;
  return from ? t('list.fromDate', { from: show(from) }) : t('list.upToTo', { to: show(to) });
}

function choice(filter: ColumnFilter, entry: GridFilter): string {
  const labelOf = (one: string) => filter.options?.find((option) => option.value === one)?.label ?? one;
  return chosenOf(filter, entry).map(labelOf).join(', ');
}

/** A filter as text: `contains “omaha”`, `from 11/01/2026`, `Active, Closed`. */
export function describe(filter: ColumnFilter, entry: GridFilter, timeZone: TimeZone): string {
  const [, operator, value] = entry;
  switch (filter.kind) {
    case 'date':
      return between(rangeOf(entry), (bound) => calendarDate(dayOf(bound, timeZone)), filter.halfRange);
    case 'number':
      return between(rangeOf(entry), (text) => text);
    case 'flag':
      return value === true || value === 'true' || value === 'Yes' ? t('common.yes') : t('common.no');
    case 'enum':
    case 'tag':
      return choice(filter, entry);
    case 'text':
      return t('list.textMatches', {
        condition: operator,
        text: Array.isArray(value) ? value.join(', ') : String(value),
      });
  }
}
