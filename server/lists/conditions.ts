import { and, is, or, type SQL, sql } from 'drizzle-orm';
import { type AnyPgColumn, PgColumn } from 'drizzle-orm/pg-core';
import { invalid } from '#server/errors.ts';
import { isCalendarDay } from '#shared/fields.ts';
import { foldText } from '#shared/fold-text.ts';
import {
  type Condition,
  type FieldKind,
  type Filter,
  maxFilterDepth,
  operatorsByKind,
  type Order,
  type Search,
} from '#shared/lists/list.ts';
import { type Operator, operators } from '#shared/lists/paging.ts';
import type { Field } from '#shared/resource.ts';
import { text, type Language } from '#shared/texts/texts.ts';
import { endOfDay, startOfDay, type TimeZone } from '#shared/time-zone.ts';

/** A field that a list can be filtered and sorted by. */
export type ListField = {
  kind: FieldKind;
  /** The column that filters compare. Fields of kind `tag` don't use it. */
  column: AnyPgColumn | SQL;
  /** The column that the list is sorted by, if it isn't `column`. Null if the list can't be sorted by this field. */
  order?: SQL | AnyPgColumn | null;
  /** The column is never null, so its order needs no rule for nulls and one index serves both directions. */
  isRequired?: boolean;
  /**
   * The text has only capital letters, such as a state code. Filters compare the column as it is, so that its index is used.
   */
  isUppercase?: boolean;
  /** The codes that an enumeration allows. */
  values?: readonly (string | number)[];
  /** Whether a text is one of the enumeration's codes. Used if a code has several spellings. */
  accepts?: (value: string) => boolean;
  /** A column or indexed expression with the folded text, so that filters don't have to fold each row. */
  folded?: AnyPgColumn | SQL;
  /** The time zone of a date without a time. The default is UTC. */
  timeZone?: TimeZone;
  /**
   * What `between` does if one bound is missing: use the current time as the bound, or ignore the filter. By default the
   * range is unlimited on that side.
   */
  openRange?: 'now' | 'ignored';
  /**
   * Builds the condition of a field that can't be compared as a single column, such as tags and lists of codes. `key` is what
   * follows the point in the name of a keyed field in lowercase, and otherwise empty.
   */
  match?: (operator: Operator, value: Condition['value'], key: string) => SQL;
  /** Accepts the key of a field that is named with one, such as `answer.{id of the question}`. */
  isKey?: (key: string) => boolean;
  /** Converts a value of the request to the column's unit (dollars to cents). */
  convert?: (value: string | number | boolean) => string | number | boolean;
};

export type ListFields = Record<string, ListField>;

/** The list fields for the fields of a resource. Each one uses the column with its name. */
export function listFieldsOf(columns: Record<string, PgColumn | SQL>, fields: Record<string, Field>): ListFields {
  const listedFields = Object.entries(fields).flatMap(([name, { list, catalogue }]) => {
    const column = columns[name];
    if (!list || !column) return [];
    const values = catalogue && { values: catalogue.map(({ code }) => code) };
    return [[list.name, { kind: list.kind, column, isRequired: is(column, PgColumn) && column.notNull, ...values }] as const];
  });
  return Object.fromEntries(listedFields);
}
type Value = Condition['value'];
type Scalar = string | number | boolean;

/** The same fields for a reader in a time zone. A date without a time then means the day in that time zone. */
function withTimeZone(fields: ListFields, timeZone: TimeZone | undefined): ListFields {
  if (!timeZone) return fields;
  const zoned = (field: ListField) => (field.kind === 'date' ? { ...field, timeZone } : field);
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, zoned(field)]));
}

/** The settings of the person who reads a list. The time zone decides when a day begins. */
export type Reader = { timeZone?: TimeZone | undefined; language?: Language | undefined };

/** The condition for all rows that match a search, for CSV files and counts by group. */
export function listWhere(
  { fields, where }: { fields: ListFields; where?: SQL | undefined },
  { filters, timeZone }: Search & Reader,
) {
  return and(where, filterSql(withTimeZone(fields, timeZone), filters));
}

/**
 * The `order by` of a list. It always ends in `id`, so that pages never overlap. Rows without a value come last.
 * @throws 422 when the list can't be sorted by one of the fields
 */
export function orderSql(fields: ListFields, orders: readonly Order[], id: AnyPgColumn): SQL {
  const keys = orders.map(({ field: requestedName, direction }) => {
    const { name, field } = findField(fields, requestedName);
    const sortColumn = field?.order === undefined ? field?.column : field.order;
    if (!sortColumn) throw invalid(name, text('errors.cannotSortBy', { name }));
    return sql`${sortColumn} ${sql.raw(field?.isRequired ? direction : `${direction} nulls last`)}`;
  });
  return sql.join([...keys, sql`${id} ${sql.raw(orders[0]?.direction ?? 'desc')}`], sql`, `);
}

/**
 * Turns a filter into SQL. `%` and `_` in a value are ordinary characters, and an empty `ilike` matches everything.
 * @throws 422 that names the first field, operator or value that `fields` doesn't allow
 */
export function filterSql(fields: ListFields, filters: Filter | Filter[] | null | undefined): SQL | undefined {
  if (!filters) return undefined;
  return groupSql(fields, Array.isArray(filters) ? { and: filters } : filters, 1);
}

function groupSql(fields: ListFields, filter: Filter, depth: number): SQL | undefined {
  if (depth > maxFilterDepth + 1) throw invalid('filters', text('errors.filterTooDeep', { maxFilterDepth }));
  if ('and' in filter) return and(...filter.and.map((part) => groupSql(fields, part, depth + 1)));
  if ('or' in filter) {
    const parts = filter.or.map((part) => groupSql(fields, part, depth + 1) ?? sql`true`);
    return or(...parts);
  }
  return conditionSql(fields, filter);
}

/** A field of a request, as errors name it. `key` is empty unless the field is named with one. */
type FoundField = { name: string; field: ListField | undefined; key: string };

/** Finds a field by its wire name, or by the same name in camelCase. A keyed field is only found with a valid key. */
function findField(fields: ListFields, requestedName: string): FoundField {
  const point = requestedName.indexOf('.');
  const hasKey = point >= 0;
  const family = hasKey ? requestedName.slice(0, point) : requestedName;
  const key = hasKey ? requestedName.slice(point + 1).toLowerCase() : '';
  const wire = family.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const field = Object.hasOwn(fields, wire) ? fields[wire] : undefined;
  const isNamedRight = field?.isKey ? hasKey && field.isKey(key) : !hasKey;
  return { name: hasKey ? `${family}.${key}` : family, field: isNamedRight ? field : undefined, key };
}

function conditionSql(fields: ListFields, { field: requestedName, operator, value }: Condition): SQL | undefined {
  const { name, field, key } = findField(fields, requestedName);
  if (!field) throw invalid(name, text('errors.cannotFilterBy', { name }));
  const validOperator = operators.find((candidate) => candidate === operator);
  if (!validOperator || !operatorsByKind[field.kind].includes(validOperator))
    throw invalid(name, text('errors.filterOperatorUnsupported', { name, operator }));
  if (validOperator === 'ilike' && value === '') return undefined;
  checkValue(name, field, validOperator, value);
  if (!field.match) return compare(field, validOperator, value);
  // Only the field knows which rows are equal, so `not_equals` matches every other row.
  return validOperator === 'not_equals'
    ? sql`(${field.match('equals', value, key)}) is not true`
    : field.match(validOperator, value, key);
}

function compare(field: ListField, operator: Operator, value: Value): SQL {
  const { column } = field;
  const toSql = (value: unknown) => sqlValue(field, value as Scalar);
  switch (operator) {
    case 'equals':
      if (value === null) return sql`${column} is null`;
      if (isDay(field, value)) return onDay(field, value);
      return field.kind === 'text'
        ? sql`${comparedColumn(field)} = ${comparedValue(field, value)}`
        : sql`${column} = ${toSql(value)}`;
    case 'not_equals':
      if (value === null) return sql`${column} is not null`;
      return orIsNull(field, sql`${comparedColumn(field)} <> ${comparedValue(field, value)}`);
    case 'ilike':
      return containsIn(field, String(value));
    case 'not_ilike':
      return lacksText(field, String(value));
    case 'greater_than':
      return sql`${column} > ${toSql(value)}`;
    case 'less_than':
      return sql`${column} < ${toSql(value)}`;
    case 'between':
      return betweenSql(field, toList(value), toSql);
    case 'in':
      return inSql(field, toList(value), toSql);
  }
}

/** A row without a value is not equal to any value. */
const orIsNull = ({ column, isRequired }: ListField, other: SQL) => (isRequired ? other : sql`(${column} is null or ${other})`);

const isOpen = (bound: unknown) => bound === null || bound === undefined || bound === '';

/** Either bound can be open (null or empty), unless the field says otherwise. */
function betweenSql(field: ListField, bounds: readonly unknown[], toSql: (value: unknown) => SQL): SQL {
  const { column, openRange } = field;
  const hasOneBound = isOpen(bounds[0]) !== isOpen(bounds[1]);
  if (hasOneBound && openRange === 'ignored') return sql`true`;
  const now = new Date().toISOString();
  const [from, to] = hasOneBound && openRange === 'now' ? bounds.map((bound) => (isOpen(bound) ? now : bound)) : bounds;
  const parts = [
    isOpen(from) ? undefined : sql`${column} >= ${toSql(from)}`,
    isOpen(to) ? undefined : isDay(field, to) ? sql`${column} < ${dayAfter(field, to)}` : sql`${column} <= ${toSql(to)}`,
  ];
  return and(...parts) ?? sql`true`;
}

function inSql(field: ListField, values: readonly unknown[], toSql: (value: unknown) => SQL): SQL {
  if (values.length === 0) return sql`false`;
  if (field.kind === 'text')
    return sql`${comparedColumn(field)} in (${sql.join(
      values.map((value) => comparedValue(field, value)),
      sql`, `,
    )})`;
  if (field.kind === 'date') {
    const equal = values.map((value) => compare(field, 'equals', value as Value));
    return sql`(${sql.join(equal, sql` or `)})`;
  }
  return sql`${field.column} in (${sql.join(values.map(toSql), sql`, `)})`;
}

/** A date without a time means the whole day in the reader's zone. */
function isDay(field: ListField, value: unknown): value is string {
  return field.kind === 'date' && typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value);
}

const dayAfter = ({ timeZone = 'UTC' }: ListField, day: string) => sql`${endOfDay(day, timeZone).toISOString()}::timestamptz`;

function onDay(field: ListField, day: string): SQL {
  return sql`(${field.column} >= ${sqlValue(field, day)} and ${field.column} < ${dayAfter(field, day)})`;
}

/** A text as filters, search and orders compare it (`docs/product/rest.md#text`). */
export const folded = (value: AnyPgColumn | SQL | string): SQL => sql`fold_text(${value})`;

const comparedColumn = (field: ListField) => (field.isUppercase ? field.column : (field.folded ?? folded(field.column)));
const comparedValue = (field: ListField, value: unknown) =>
  field.isUppercase ? sql`upper(${String(value)})` : folded(String(value));

const containsIn = (field: ListField, text: string): SQL => foldedContains(field.folded ?? folded(field.column), text);

/** A row without a value counts as not containing the text. */
const lacksText = (field: ListField, text: string): SQL =>
  field.isRequired ? sql`not ${containsIn(field, text)}` : sql`(${containsIn(field, text)}) is not true`;

/** Whether a column that is already folded contains a text. */
export const foldedContains = (column: AnyPgColumn | SQL, text: string): SQL =>
  sql`${column} like ${toLikePattern(foldText(text))}`;

/** Whether a column contains a text, ignoring case, accents and kinds of apostrophes and hyphens. */
export const contains = (column: AnyPgColumn | SQL, text: string): SQL => foldedContains(folded(column), text);

const toLikePattern = (text: string) => `%${text.replace(/[\\%_]/g, (character) => `\\${character}`)}%`;

function sqlValue(field: ListField, value: Scalar): SQL {
  if (field.kind === 'date') return sql`${toInstant(field, value).toISOString()}::timestamptz`;
  if (field.kind === 'flag') return sql`${toBoolean(value)}::boolean`;
  const converted = field.convert ? field.convert(value) : value;
  if (field.kind !== 'number') return sql`${converted}`;
  // Comparing a whole-number column with a fraction converts every row, which no index supports.
  const number = Number(converted);
  return Number.isSafeInteger(number) ? sql`${number}::int8` : sql`${number}::float8`;
}

/** A date without a time means the start of that day. */
function toInstant(field: ListField, value: Scalar): Date {
  return isDay(field, value) ? startOfDay(value, field.timeZone ?? 'UTC') : new Date(String(value));
}

export function toBoolean(value: unknown): boolean | null {
  if (value === true || value === 'Yes' || value === 'true') return true;
  if (value === false || value === 'No' || value === 'false') return false;
  return null;
}

function toList(value: Value): readonly unknown[] {
  return Array.isArray(value) ? value : [value];
}

function checkValue(name: string, field: ListField, operator: Operator, value: Value): void {
  const values = toList(value);
  if (operator === 'between' && (!Array.isArray(value) || value.length !== 2))
    throw invalid(name, text('errors.betweenTakesTwoValues'));
  if (operator === 'in' && !Array.isArray(value)) throw invalid(name, text('errors.inTakesList'));
  if (operator !== 'between' && operator !== 'in' && Array.isArray(value))
    throw invalid(name, text('errors.operatorTakesOneValue', { operator }));
  if ((operator === 'equals' || operator === 'not_equals') && value === null) return;
  for (const one of values) {
    const isOpenBound = operator === 'between' && (one === null || one === '');
    if (!isOpenBound && !isValidValue(field, operator, one))
      throw invalid(name, text('errors.notAValueOfField', { input: JSON.stringify(one), name }));
  }
}

/** Whether the text is an existing date, with or without a time. */
function isDateTime(text: string): boolean {
  const day = /^\d{4}-\d\d-\d\d/.exec(text)?.[0];
  return Math.abs(Date.parse(text)) < 8e12 && (day === undefined || isCalendarDay(day));
}

function isValidValue(field: ListField, operator: Operator, value: unknown): boolean {
  switch (field.kind) {
    case 'number':
      return (typeof value === 'number' || (typeof value === 'string' && value.trim() !== '')) && Number.isFinite(Number(value));
    case 'date':
      return typeof value === 'string' && isDateTime(value);
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
    case 'answer':
      if (operator === 'ilike' || operator === 'not_ilike') return typeof value === 'string';
      return isRangeOperator(operator) ? Number.isFinite(value) : value !== null;
  }
}

const isRangeOperator = (operator: Operator) => ['greater_than', 'less_than', 'between'].includes(operator);
