import { calendarDate } from '#shared/format.ts';
import { localDay, type TimeZone } from '#shared/time-zone.ts';
import { t } from '#web/texts/app.ts';
import type { ColumnFilter } from './columns.ts';
import type { GridFilter } from './grid-state.ts';

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
export function getRange(filter: GridFilter | undefined): Range {
  if (!filter) return ['', ''];
  const [, operator, value] = filter;
  const [from, to] = Array.isArray(value) ? value : [value, value];
  return [operator === 'less_than' ? '' : String(from ?? ''), operator === 'greater_than' ? '' : String(to ?? '')];
}

export function numberFilter(field: string, [from, to]: Range): GridFilter | null {
  if (from === '' && to === '') return null;
  return [field, 'between', [from === '' ? null : Number(from), to === '' ? null : Number(to)]];
}

/** A filter for calendar days, including the first and the last. The server knows when they begin in the user's time zone. */
export function dateFilter(field: string, [from, to]: Range): GridFilter | null {
  if (!from && !to) return null;
  return [field, 'between', [from || null, to || null]];
}

/** A bound as the calendar day for a date input, because a URL may contain an instant. */
export function toCalendarDay(bound: string, timeZone: TimeZone): string {
  if (/^\d{4}-\d{2}-\d{2}$/.test(bound)) return bound;
  return bound === '' || Number.isNaN(Date.parse(bound)) ? '' : localDay(timeZone, bound);
}

export function getFilterValues(filter: GridFilter | undefined): string[] {
  if (!filter) return [];
  const value = filter[2];
  return (Array.isArray(value) ? value : [value]).map(String);
}

/** The chosen options of an `enum` or `tag` filter. An unknown value stays as it is. */
export function getSelectedOptions({ getOptions }: ColumnFilter, entry: GridFilter | undefined): string[] {
  const values = getFilterValues(entry);
  if (!getOptions) return values;
  return [...new Set(values.flatMap((value) => (getOptions(value).length > 0 ? getOptions(value) : [value])))];
}

/** Whether an opened filter is filled in enough to apply it. */
export function isFilterComplete({ openRange }: ColumnFilter, entry: GridFilter): boolean {
  if (entry[2] === '') return false;
  const [from, to] = getRange(entry);
  return openRange !== 'ignored' || (from !== '' && to !== '');
}

function rangeText([from, to]: Range, formatBound: (text: string) => string, openRange?: ColumnFilter['openRange']): string {
  if (openRange === 'now' && (from === '' || to === ''))
    return `${from ? formatBound(from) : t('list.now')} – ${to ? formatBound(to) : t('list.now')}`;
  if (from && to) return `${formatBound(from)} – ${formatBound(to)}`;
  return from ? t('list.rangeFrom', { from: formatBound(from) }) : t('list.rangeUpTo', { to: formatBound(to) });
}

function choiceText(filter: ColumnFilter, entry: GridFilter): string {
  const getLabel = (one: string) => filter.options?.find((option) => option.value === one)?.label ?? one;
  return getSelectedOptions(filter, entry).map(getLabel).join(', ');
}

/** A filter as text: `contains “omaha”`, `from 11/01/2026`, `Active, Closed`. */
export function describeFilter(filter: ColumnFilter, entry: GridFilter, timeZone: TimeZone): string {
  const [, operator, value] = entry;
  switch (filter.kind) {
    case 'date':
      return rangeText(getRange(entry), (bound) => calendarDate(toCalendarDay(bound, timeZone)), filter.openRange);
    case 'number':
      return rangeText(getRange(entry), (text) => text);
    case 'flag':
      return value === true || value === 'true' || value === 'Yes' ? t('common.yes') : t('common.no');
    case 'enum':
    case 'tag':
      return choiceText(filter, entry);
    case 'text':
      return t('list.textCondition', {
        condition: operator,
        text: Array.isArray(value) ? value.join(', ') : String(value),
      });
  }
}
