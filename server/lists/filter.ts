import { and, or, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn, PgColumn } from 'drizzle-orm/pg-core';
import { type Condition, type FieldKind, type Filter, maxFilterDepth, operatorsOf } from '#shared/lists/list.ts';
import { type Operator, operators } from '#shared/lists/paging.ts';
import { isCalendarDay } from '#shared/fields.ts';
import type { Field } from '#shared/resource.ts';
import { endOfDay, startOfDay, type TimeZone } from '#shared/time-zone.ts';
import { invalid } from '#server/errors.ts';
import { text, type Language } from '#shared/texts/texts.ts';

/** A field that a list can be filtered and sorted by. */
export type ListField = {
  kind: FieldKind;
  /** What filters compare. Fields of kind `tag` don't use it. */
  column: AnyPgColumn | SQL;
  /** What the list is sorted by, when that isn't the column; null when the list can't be sorted by this field. */
  order?: SQL | AnyPgColumn | null;
  /** The column is never null, so its order needs no rule for nulls and one index serves both directions. */
  isRequired?: boolean;
  /**
   * The text has capital letters only, such as a state. Filters compare it without changing case, so that its index is
   * used.
   */
  isCapital?: boolean;
  /** The codes that an enumeration allows. */
  values?: readonly (string | number)[];
  /** Whether a text is one of the enumeration's codes, where a code can be written in several ways. */
  accepts?: (value: string) => boolean;
  /** The same text in lower case. Filters search it instead of the column, because `like` is ten times as fast as `ilike`. */
  lower?: AnyPgColumn | SQL;
  /** The time zone of a date without a time. The default is UTC. */
  timeZone?: TimeZone;
  /**
   * What `between` does when one bound is missing: use the current time for it, or ignore the filter. By default that side
   * is unlimited.
   */
  halfRange?: 'now' | 'ignored';
  /** Builds the condition itself, for fields that aren't a comparison with a column (tags, lists of codes, ids). */
  match?: (operator: Operator, value: Condition['value']) => SQL;
  /** Converts a value of the request to the column's unit (dollars to cents). */
  convert?: (value: string | number | boolean) => string | number | boolean;
};

export type ListFields = Record<string, ListField>;

/** The filters and orders of the described fields. Each field uses the column of its name. */
export function listFieldsOf(columns: Record<string, PgColumn>, fields: Record<string, Field>): ListFields {
  const listed = Object.entries(fields).flatMap(([name, { list, catalogue }]) => {
    const column = columns[name];
    if (!list || !column) return [];
    const values = catalogue && { values: catalogue.map(({ code }) => code) };
    return [[list.name, { kind: list.kind, column, isRequired: column.notNull, ...values }] as const];
  });
  return Object.fromEntries(listed);
}
type Value = Condition['value'];
type Scalar = string | number | boolean;

/** The same fields for a reader in a time zone: a date without a time means the day there. */
export function inZone(fields: ListFields, timeZone: TimeZone | undefined): ListFields {
  if (!timeZone) return fields;
  const zoned = (field: ListField) => (field.kind === 'date' ? { ...field, timeZone } : field);
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, zoned(field)]));
}

/** Who reads a list: their time zone decides when a day begins. */
export type Reader = { timeZone?: TimeZone | undefined; language?: Language | undefined };

/**
 * Turns a filter into SQL. `%` and `_` in a value are ordinary characters, and an empty `ilike` matches everything.
 * @throws 422 that names the first field, operator or value that `fields` doesn't allow
 */
export function filterSql(fields: ListFields, filters: Filter | Filter[] | null | undefined): SQL | undefined {
  if (!filters) return undefined;
  return groupSql(fields, Array.isArray(filters) ? { and: filters } : filters, 1);
}

function groupSql(fields: ListFields, filter: Filter, depth: number): SQL | undefined {
  if (depth > maxFilterDepth + 1) throw invalid('filters', text('errors.filtersNestMostMaxFilter', { maxFilterDepth }));
  if ('and' in filter) return and(...filter.and.map((part) => groupSql(fields, part, depth + 1)));
  if ('or' in filter) {
    const parts = filter.or.map((part) => groupSql(fields, part, depth + 1) ?? sql`true`);
    return or(...parts);
  }
  return conditionSql(fields, filter);
}

/** Finds a field by its wire name, or by the same name in camelCase. */
export function fieldOf(fields: ListFields, name: string): ListField | undefined {
  const wire = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return Object.hasOwn(fields, wire) ? fields[wire] : undefined;
}

function conditionSql(fields: ListFields, { field: name, operator, value }: Condition): SQL | undefined {
  const field = fieldOf(fields, name);
  if (!field) throw invalid(name, text('errors.thisListHasNoField', { name }));
  const validOperator = operators.find((candidate) => candidate === operator);
  if (!validOperator || !operatorsOf[field.kind].includes(validOperator))
    throw invalid(name, text('errors.theFieldNameDoesNot', { name, operator }));
  if (validOperator === 'ilike' && value === '') return undefined;
  checkValue(name, field, validOperator, value);
  if (!field.match) return compare(field, validOperator, value);
  // Only the field itself knows what counts as equal, so the opposite is every other row.
  return validOperator === 'not_equals' ? sql`(${field.match('equals', value)}) is not true` : field.match(validOperator, value);
}

function compare(field: ListField, operator: Operator, value: Value): SQL {
  const { column } = field;
  const one = (value: unknown) => sqlValue(field, value as Scalar);
  switch (operator) {
    case 'equals':
      if (value === null) return sql`${column} is null`;
      if (isDay(field, value)) return onDay(field, value);
      return field.kind === 'text' ? sql`${lowered(field)} = ${sameCase(field, value)}` : sql`${column} = ${one(value)}`;
    case 'not_equals':
      if (value === null) return sql`${column} is not null`;
      return orNull(field, sql`${lowered(field)} <> ${sameCase(field, value)}`);
    case 'ilike':
      return containsIn(field, String(value));
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

/** A row without a value differs from every value. */
const orNull = ({ column, isRequired }: ListField, other: SQL) => (isRequired ? other : sql`(${column} is null or ${other})`);

const isOpen = (bound: unknown) => bound === null || bound === undefined || bound === '';

/** Either bound can be open (null or empty), unless the field says otherwise. */
function betweenSql(field: ListField, bounds: readonly unknown[], one: (value: unknown) => SQL): SQL {
  const { column, halfRange } = field;
  const isHalf = isOpen(bounds[0]) !== isOpen(bounds[1]);
  if (isHalf && halfRange === 'ignored') return sql`true`;
  const now = new Date().toISOString();
  const [from, to] = isHalf && halfRange === 'now' ? bounds.map((bound) => (isOpen(bound) ? now : bound)) : bounds;
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

/** A date without a time means the whole day in the reader's zone. */
function isDay(field: ListField, value: unknown): value is string {
  return field.kind === 'date' && typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value);
}

const dayAfter = ({ timeZone = 'UTC' }: ListField, day: string) => sql`${endOfDay(day, timeZone).toISOString()}::timestamptz`;

function onDay(field: ListField, day: string): SQL {
  return sql`(${field.column} >= ${sqlValue(field, day)} and ${field.column} < ${dayAfter(field, day)})`;
}

const lowered = (field: ListField) => (field.isCapital ? field.column : (field.lower ?? sql`lower(${field.column})`));
const sameCase = (field: ListField, value: unknown) =>
  field.isCapital ? sql`upper(${String(value)})` : sql`lower(${String(value)})`;

const containsIn = ({ column, lower }: ListField, text: string): SQL =>
  lower ? lowerContains(lower, text) : contains(column, text);

/** A row without a value doesn't contain the text either. */
const lacksText = (field: ListField, text: string): SQL =>
  field.isRequired ? sql`not ${containsIn(field, text)}` : sql`(${containsIn(field, text)}) is not true`;

/** Whether a column that is already in lower case contains a text. */
export const lowerContains = (column: AnyPgColumn | SQL, text: string): SQL => sql`${column} like lower(${patternOf(text)})`;

/** Whether a column contains a text, in any case. */
export const contains = (column: AnyPgColumn | SQL, text: string): SQL => sql`${column} ilike ${patternOf(text)}`;

const patternOf = (text: string) => `%${text.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;

function sqlValue(field: ListField, value: Scalar): SQL {
  if (field.kind === 'date') return sql`${instantOf(field, value).toISOString()}::timestamptz`;
  if (field.kind === 'flag') return sql`${toBoolean(value)}::boolean`;
  const converted = field.convert ? field.convert(value) : value;
  if (field.kind !== 'number') return sql`${converted}`;
  // Comparing a whole-number column with a fraction converts every row, which no index supports.
  const number = Number(converted);
  return Number.isSafeInteger(number) ? sql`${number}::int8` : sql`${number}::float8`;
}

/** A date without a time is the start of that day. */
function instantOf(field: ListField, value: Scalar): Date {
  return isDay(field, value) ? startOfDay(value, field.timeZone ?? 'UTC') : new Date(String(value));
}

export function toBoolean(value: unknown): boolean | null {
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
    throw invalid(name, text('errors.betweenTakesTwoValues'));
  if (operator === 'in' && !Array.isArray(value)) throw invalid(name, text('errors.inTakesListValues'));
  if (operator !== 'between' && operator !== 'in' && Array.isArray(value))
    throw invalid(name, text('errors.operatorTakesOneValue', { operator }));
  if ((operator === 'equals' || operator === 'not_equals') && value === null) return;
  for (const one of values) {
    const isOpenBound = operator === 'between' && (one === null || one === '');
    if (!isOpenBound && !isValidValue(field, one))
      throw invalid(name, text('errors.notAFilterValueOfField', { input: JSON.stringify(one), name }));
  }
}

/** Whether the text is a date, or a date and time, of a day that exists. */
function isMoment(text: string): boolean {
  const day = /^\d{4}-\d\d-\d\d/.exec(text)?.[0];
  return Math.abs(Date.parse(text)) < 8e12 && (day === undefined || isCalendarDay(day));
}

function isValidValue(field: ListField, value: unknown): boolean {
  switch (field.kind) {
    case 'number':
      return (typeof value === 'number' || (typeof value === 'string' && value.trim() !== '')) && Number.isFinite(Number(value));
    case 'date':
      return typeof value === 'string' && isMoment(value);
    case 'flag':
      return toBoolean(value) !== null;
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
