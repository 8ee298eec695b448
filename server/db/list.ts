import { and, or, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import {
  type Condition,
  type FieldKind,
  type Filter,
  maxFilterDepth,
  operators,
  operatorsOf,
  type Operator,
} from '#shared/list.ts';
import { isCalendarDay } from '#shared/fields.ts';
import { endOfDay, startOfDay, type TimeZone } from '#shared/time-zone.ts';
import { invalid } from '#server/errors.ts';
import { unpreparedMark } from './prepare.ts';

/** One field that a list may be filtered and sorted by. */
export type ListField = {
  kind: FieldKind;
  /** What is compared. For `tag` it is unused. */
  column: AnyPgColumn | SQL;
  /** What is sorted by, when not the column; null when the field sorts nothing. */
  order?: SQL | AnyPgColumn | null;
  /** Never null: its order says nothing of nulls, so that an index serves it in both directions. */
  isRequired?: boolean;
  /** A text of capitals alone, such as a state: it is compared as it stands, so that its own index finds it. */
  isCapital?: boolean;
  /** Allowed codes of an enumeration. */
  values?: readonly (string | number)[];
  /** Whether a text is one of the enumeration's codes, where each may be written in several ways. */
  accepts?: (value: string) => boolean;
  /** Columns that a text search asks instead: see {@link SearchColumns}. */
  search?: SearchColumns;
  /** By what a filter excludes: the texts of the list that do not hold it, where they are known and few (lacking-texts.ts). */
  lacking?: ReadonlyMap<string, readonly string[]>;
  /** Of a date: whose days calendar dates mean. UTC when it is not given. */
  timeZone?: TimeZone;
  /** What `between` means with one bound missing: the missing one is now, or nothing is filtered. Otherwise it is open. */
  halfRange?: 'now' | 'ignored';
  /** Builds the condition of one field by itself, where a column compare is not it (tags, list columns, ids). */
  match?: (operator: Operator, value: Condition['value']) => SQL;
  /** Turns a wire value into the column's (dollars to cents). */
  convert?: (value: string | number | boolean) => string | number | boolean;
};

/**
 * For a long list: the text's single letters and pairs in an array, whose index finds what is too short for trigrams, and the
 * text in lower case, which costs a tenth to look through, and whether that stands byte by byte in an index.
 */
export type SearchColumns = { grams?: AnyPgColumn; lower?: AnyPgColumn | SQL; isInByteOrder?: boolean };

export type ListFields = Record<string, ListField>;
type Value = Condition['value'];
type Scalar = string | number | boolean;

/** The same fields for a reader in a time zone: a calendar date means the day there. */
export function inZone(fields: ListFields, timeZone: TimeZone | undefined): ListFields {
  if (!timeZone) return fields;
  const zoned = (field: ListField) => (field.kind === 'date' ? { ...field, timeZone } : field);
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, zoned(field)]));
}

/** Who reads a list: their time zone decides where days begin. */
export type Reader = { timeZone?: TimeZone | undefined };

/**
 * A filter as SQL. Only fields and operators of `fields` pass; anything else is 422 and names it.
 * `%` and `_` in a value are ordinary characters. An empty `ilike` matches all (`rest: Conventions`).
 */
export function filterSql(fields: ListFields, filters: Filter | Filter[] | null | undefined): SQL | undefined {
  if (!filters) return undefined;
  return groupSql(fields, Array.isArray(filters) ? { and: filters } : filters, 1);
}

function groupSql(fields: ListFields, filter: Filter, depth: number): SQL | undefined {
  if (depth > maxFilterDepth + 1) throw invalid('filters', `Filters nest at most ${maxFilterDepth} deep`);
  if ('and' in filter) return and(...filter.and.map((part) => groupSql(fields, part, depth + 1)));
  if ('or' in filter) {
    const parts = filter.or.map((part) => groupSql(fields, part, depth + 1) ?? sql`true`);
    return or(...parts);
  }
  return conditionSql(fields, filter);
}

/** Fields go by their wire name, or by the same in camelCase (`rest: Conventions`). */
export function fieldOf(fields: ListFields, name: string): ListField | undefined {
  const wire = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return Object.hasOwn(fields, wire) ? fields[wire] : undefined;
}

function conditionSql(fields: ListFields, { field: name, operator, value }: Condition): SQL | undefined {
  const field = fieldOf(fields, name);
  if (!field) throw invalid(name, `This list has no field ${name} to filter by`);
  const known = operators.find((candidate) => candidate === operator);
  if (!known || !operatorsOf[field.kind].includes(known))
    throw invalid(name, `The field ${name} does not take the operator ${operator}`);
  if (known === 'ilike' && value === '') return undefined;
  checkValue(name, field, known, value);
  if (!field.match) return compare(field, known, value);
  // What a field of its own kind of match takes for equal, nothing else says: the opposite is the rest.
  return known === 'not_equals' ? sql`(${field.match('equals', value)}) is not true` : field.match(known, value);
}

function compare(field: ListField, operator: Operator, value: Value): SQL {
  const { column } = field;
  const one = (given: unknown) => sqlValue(field, given as Scalar);
  switch (operator) {
    case 'equals':
      if (value === null) return sql`${column} is null`;
      if (isDay(field, value)) return onDay(field, value);
      return field.kind === 'text' ? sql`${lowered(field)} = ${sameCase(field, value)}` : sql`${column} = ${one(value)}`;
    case 'not_equals':
      if (value === null) return sql`${column} is not null`;
      return orMissing(field, sql`${lowered(field)} <> ${sameCase(field, value)}`);
    case 'ilike':
      return holdsText(field, String(value));
    case 'not_ilike':
      return lacksText(field, String(value));
    case 'greater_than':
      return sql`${column} > ${one(value)}`;
    case 'less_than':
      return sql`${column} < ${one(value)}`;
    case 'between':
      return betweenSql(field, list(value), one);
    case 'in':
      return inSql(field, list(value), one);
  }
}

/** What is missing is not what was named; a column that always has a value is not asked, so that its index alone answers. */
const orMissing = ({ column, isRequired }: ListField, other: SQL) => (isRequired ? other : sql`(${column} is null or ${other})`);

const isOpen = (bound: unknown) => bound === null || bound === undefined || bound === '';

/** Either bound may be open (null or empty), where the field does not say otherwise. */
function betweenSql(field: ListField, given: readonly unknown[], one: (value: unknown) => SQL): SQL {
  const { column, halfRange } = field;
  const isHalf = isOpen(given[0]) !== isOpen(given[1]);
  if (isHalf && halfRange === 'ignored') return sql`true`;
  const now = new Date().toISOString();
  const [from, to] = isHalf && halfRange === 'now' ? given.map((bound) => (isOpen(bound) ? now : bound)) : given;
  const parts = [
    isOpen(from) ? undefined : sql`${column} >= ${one(from)}`,
    isOpen(to) ? undefined : isDay(field, to) ? sql`${column} < ${dayAfter(field, to)}` : sql`${column} <= ${one(to)}`,
  ];
  return and(...parts) ?? sql`true`;
}

function inSql(field: ListField, values: readonly unknown[], one: (value: unknown) => SQL): SQL {
  if (values.length === 0) return sql`false`;
  if (field.kind === 'text')
    return sql`${lowered(field)} in (${sql.join(
      values.map((value) => sameCase(field, value)),
      sql`, `,
    )})`;
  if (field.kind === 'date') {
    const equal = values.map((value) => compare(field, 'equals', value as Value));
    return sql`(${sql.join(equal, sql` or `)})`;
  }
  return sql`${field.column} in (${sql.join(values.map(one), sql`, `)})`;
}

/** A calendar date means the whole day in the reader's zone. */
function isDay(field: ListField, value: unknown): value is string {
  return field.kind === 'date' && typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value);
}

const dayAfter = ({ timeZone = 'UTC' }: ListField, day: string) => sql`${endOfDay(day, timeZone).toISOString()}::timestamptz`;

function onDay(field: ListField, day: string): SQL {
  return sql`(${field.column} >= ${sqlValue(field, day)} and ${field.column} < ${dayAfter(field, day)})`;
}

const lowered = (field: ListField) => (field.isCapital ? field.column : (field.search?.lower ?? sql`lower(${field.column})`));
const sameCase = (field: ListField, value: unknown) =>
  field.isCapital ? sql`upper(${String(value)})` : sql`lower(${String(value)})`;

/**
 * One or two letters are one of the text's grams; more of them stand in it. Where no index is asked, the text is, which costs
 * a fifth of its grams.
 */
function holdsText(field: ListField, text: string): SQL {
  const grams = field.search?.grams;
  const stands = containsIn(field, text);
  if (!grams || text.length > 2) return stands;
  return sql`(${stands} and ${grams} @> array[lower(${text}::text)] ${sql.raw(unpreparedMark)})`;
}

function lacksText(field: ListField, text: string): SQL {
  const few = field.lacking?.get(text)?.map((one) => sql`${one}`);
  if (few) return lackingOrMissing(field, few.length > 0 ? sql`${lowered(field)} in (${sql.join(few, sql`, `)})` : undefined);
  return field.isRequired ? sql`not ${containsIn(field, text)}` : sql`(${containsIn(field, text)}) is not true`;
}

function lackingOrMissing({ column, isRequired }: ListField, lacking: SQL | undefined): SQL {
  return or(isRequired ? undefined : sql`${column} is null`, lacking) ?? sql`false`;
}

function containsIn({ column, search }: ListField, text: string): SQL {
  return search?.lower ? lowerContains(search.lower, text) : contains(column, text);
}

/** "Contains" in a column that holds its text in lower case: a tenth of the time of `ilike`. */
export function lowerContains(column: AnyPgColumn | SQL, text: string): SQL {
  return sql`${column} like lower(${patternOf(text)}) ${sql.raw(unpreparedMark)}`;
}

/** "Contains", without case; wildcards in the value are ordinary characters. Sent unprepared (see prepare.ts). */
export function contains(column: AnyPgColumn | SQL, text: string): SQL {
  return sql`${column} ilike ${patternOf(text)} ${sql.raw(unpreparedMark)}`;
}

export const patternOf = (text: string) => `%${text.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;

function sqlValue(field: ListField, value: Scalar): SQL {
  if (field.kind === 'date') return sql`${momentOf(field, value).toISOString()}::timestamptz`;
  if (field.kind === 'flag') return sql`${asFlag(value)}::boolean`;
  const converted = field.convert ? field.convert(value) : value;
  if (field.kind !== 'number') return sql`${converted}`;
  // A fraction has a whole-number column converted row by row, which no index serves.
  const number = Number(converted);
  return Number.isSafeInteger(number) ? sql`${number}::int8` : sql`${number}::float8`;
}

/** A calendar date is the start of the day. */
function momentOf(field: ListField, value: Scalar): Date {
  return isDay(field, value) ? startOfDay(value, field.timeZone ?? 'UTC') : new Date(String(value));
}

export function asFlag(value: unknown): boolean | null {
  if (value === true || value === 'Yes' || value === 'true') return true;
  if (value === false || value === 'No' || value === 'false') return false;
  return null;
}

function list(value: Value): readonly unknown[] {
  return Array.isArray(value) ? value : [value];
}

function checkValue(name: string, field: ListField, operator: Operator, value: Value): void {
  const values = list(value);
  if (operator === 'between' && (!Array.isArray(value) || value.length !== 2))
    throw invalid(name, `between takes two values, [from, to]`);
  if (operator === 'in' && !Array.isArray(value)) throw invalid(name, 'in takes a list of values');
  if (operator !== 'between' && operator !== 'in' && Array.isArray(value)) throw invalid(name, `${operator} takes one value`);
  if ((operator === 'equals' || operator === 'not_equals') && value === null) return;
  for (const one of values) {
    const isOpenBound = operator === 'between' && (one === null || one === '');
    if (!isOpenBound && !fits(field, one))
      throw invalid(name, `${JSON.stringify(one)} is not a valid value for the field ${name}`);
  }
}

/** A date or a moment, of a day that exists. */
function isMoment(text: string): boolean {
  const day = /^\d{4}-\d\d-\d\d/.exec(text)?.[0];
  return Math.abs(Date.parse(text)) < 8e12 && (day === undefined || isCalendarDay(day));
}

function fits(field: ListField, value: unknown): boolean {
  switch (field.kind) {
    case 'number':
      return (typeof value === 'number' || (typeof value === 'string' && value.trim() !== '')) && Number.isFinite(Number(value));
    case 'date':
      return typeof value === 'string' && isMoment(value);
    case 'flag':
      return asFlag(value) !== null;
    case 'enum':
      return (
        (typeof value === 'string' || typeof value === 'number') &&
        (!field.values || field.values.some((code) => String(code) === String(value))) &&
        (!field.accepts || field.accepts(String(value)))
      );
    case 'text':
    case 'tag':
      return typeof value === 'string' || typeof value === 'number';
  }
}
