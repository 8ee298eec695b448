import type { Operator } from '#shared/list.ts';
import type { ColumnFilter } from './columns.ts';
import type { GridFilter } from './grid-state.ts';
import { date } from '#shared/format.ts';

/** Operators as the screens name them, for the kinds of field that offer a choice (`spec: work §5`). */
export const conditionLabels = {
  ilike: 'Contains',
  not_ilike: 'Does not contain',
  equals: 'Equals',
  not_equals: 'Does not equal',
} as const;
export type TextOperator = keyof typeof conditionLabels;

export function isTextOperator(operator: string): operator is TextOperator {
  return operator in conditionLabels;
}

export type Range = [from: string, to: string];

/** A filter's bounds as texts; an open one is empty. */
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

/**
 * Calendar days of the reader's zone as instants: from the first's start to just before the day after the last, which is
 * also right on days of 23 or 25 hours.
 */
export function dateFilter(field: string, [from, to]: Range): GridFilter | null {
  if (!from && !to) return null;
  return [field, 'between', [from ? startOf(from).toISOString() : null, to ? endOf(to).toISOString() : null]];
}

const startOf = (day: string) => new Date(`${day}T00:00:00`);

function endOf(day: string): Date {
  const next = startOf(day);
  next.setDate(next.getDate() + 1);
  next.setHours(0, 0, 0, 0);
  return new Date(next.getTime() - 1);
}

/** An instant as the calendar day that a date input takes. */
export function dayOf(instant: string): string {
  const moment = new Date(instant);
  if (instant === '' || Number.isNaN(moment.getTime())) return '';
  const two = (number: number) => String(number).padStart(2, '0');
  return `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`;
}

export function valuesOf(filter: GridFilter | undefined): string[] {
  if (!filter) return [];
  const value = filter[2];
  return (Array.isArray(value) ? value : [value]).map(String);
}

/** The options that an `enum` or `tag` filter has chosen; a value that means none of them stays as it is. */
export function chosenOf({ optionsOf }: ColumnFilter, entry: GridFilter | undefined): string[] {
  const values = valuesOf(entry);
  if (!optionsOf) return values;
  return [...new Set(values.flatMap((value) => (optionsOf(value).length > 0 ? optionsOf(value) : [value])))];
}

/** Whether a filter that was opened says enough to filter by. */
export function isComplete({ halfRange }: ColumnFilter, entry: GridFilter): boolean {
  if (entry[2] === '') return false;
  const [from, to] = rangeOf(entry);
  return halfRange !== 'ignored' || (from !== '' && to !== '');
}

function between([from, to]: Range, show: (text: string) => string, halfRange?: ColumnFilter['halfRange']): string {
  if (halfRange === 'now' && (from === '' || to === '')) return `${from ? show(from) : 'now'} – ${to ? show(to) : 'now'}`;
  if (from && to) return `${show(from)} – ${show(to)}`;
  return from ? `from ${show(from)}` : `up to ${show(to)}`;
}

function choice(filter: ColumnFilter, entry: GridFilter): string {
  const labelOf = (one: string) => filter.options?.find((option) => option.value === one)?.label ?? one;
  return chosenOf(filter, entry).map(labelOf).join(', ');
}

/** A filter in words: `contains “omaha”`, `from 11/01/2026`, `Active, Closed`. */
export function describe(filter: ColumnFilter, entry: GridFilter): string {
  const [, operator, value] = entry;
  switch (filter.kind) {
    case 'date':
      return between(rangeOf(entry), (text) => date(text), filter.halfRange);
    case 'number':
      return between(rangeOf(entry), (text) => text);
    case 'flag':
      return value === true || value === 'true' || value === 'Yes' ? 'Yes' : 'No';
    case 'enum':
    case 'tag':
      return choice(filter, entry);
    case 'text':
      return `${wordOf(operator)} “${Array.isArray(value) ? value.join(', ') : String(value)}”`;
  }
}

function wordOf(operator: Operator): string {
  return isTextOperator(operator) ? conditionLabels[operator].toLowerCase() : 'is';
}
