import fc from 'fast-check';
import { foldText } from '#shared/fold-text.ts';
import { type Condition, type FieldKind, type Filter, operatorsByKind } from '#shared/lists/list.ts';
import type { Operator } from '#shared/lists/paging.ts';
import { addDays, startOfDay, type TimeZone } from '#shared/time-zone.ts';

/**
 * Evaluates list filters without SQL and generates random filters. All lists share the grammar, so each list only describes
 * its fields.
 */
export type OracleField<Row> = {
  kind: FieldKind;
  /** Returns the row's value of the field. A condition on a list of values is true if one of them matches. */
  getValue: (row: Row) => string | number | boolean | Date | readonly string[] | null;
  /** Values to filter by, as the API receives them. For date fields, these are instants and calendar dates. */
  values: fc.Arbitrary<string | number | boolean>;
  /** The time zone of calendar dates, by default UTC. */
  timeZone?: TimeZone;
  /** How `between` treats a range with only one bound. Without this, the range is open on the other side. */
  openRange?: 'now' | 'ignored';
};
export type OracleFields<Row> = Record<string, OracleField<Row>>;

/** Letters in both cases, characters with a meaning in SQL and LIKE, and characters outside ASCII. */
export const wildcardWord = fc.string({
  unit: fc.constantFrom('a', 'A', 'b', '%', '_', '\\', "'", '’', '"', ' ', 'é', 'e\u0301', '(', ';', '-', '–'),
  maxLength: 4,
});

/** Converts a value to the text that is compared. */
const toText = (value: unknown) => (typeof value === 'string' ? value : (JSON.stringify(value ?? '') ?? ''));
const isDay = (value: unknown): value is string => typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value);

/** Returns every operator that a field of this kind accepts. */
export const getOperators = ({ kind }: { kind: FieldKind }): readonly Operator[] => operatorsByKind[kind];

/** Generates conditions on one field with one operator. */
export function arbitraryCondition(
  field: string,
  operator: Operator,
  values: OracleField<never>['values'],
): fc.Arbitrary<Condition> {
  const optionalValue = fc.option(values, { freq: 6 });
  const value: fc.Arbitrary<unknown> =
    operator === 'in'
      ? fc.array(values, { maxLength: 3 })
      : operator === 'between'
        ? fc.tuple(optionalValue, optionalValue).map((pair) => [...pair])
        : operator === 'equals' || operator === 'not_equals'
          ? optionalValue
          : values;
  return value.map((conditionValue) => ({ field, operator, value: conditionValue as Condition['value'] }));
}

/** Generates conditions on all fields with all operators, alone and in nested groups. */
export function arbitraryFilter<Row>(fields: OracleFields<Row>): fc.Arbitrary<Filter> {
  const condition = fc.oneof(
    ...Object.entries(fields).flatMap(([name, field]) =>
      getOperators(field).map((operator) => arbitraryCondition(name, operator, field.values)),
    ),
  );
  const group = (inner: fc.Arbitrary<Filter>): fc.Arbitrary<Filter> =>
    fc.oneof(
      fc.array(inner, { maxLength: 3 }).map((and) => ({ and })),
      fc.array(inner, { maxLength: 3 }).map((or) => ({ or })),
    );
  return fc.oneof(group(condition), group(fc.oneof(condition, group(condition))));
}

export function matchesFilter<Row>(fields: OracleFields<Row>, row: Row, filter: Filter): boolean {
  if ('and' in filter) return filter.and.every((part) => matchesFilter(fields, row, part));
  if ('or' in filter) return filter.or.length === 0 || filter.or.some((part) => matchesFilter(fields, row, part));
  const field = fields[filter.field];
  if (!field) throw new Error(`The oracle has no field ${filter.field}`);
  return matchesField(field, field.getValue(row), applyOpenRange(filter, field.openRange));
}

const isOpenBound = (bound: unknown) => bound === null || bound === '';

/** Gives a range with one bound the missing bound, or removes both, as the field treats such ranges. */
function applyOpenRange(condition: Condition, openRange: OracleField<never>['openRange']): Condition {
  const { operator, value } = condition;
  if (operator !== 'between' || !Array.isArray(value) || !openRange) return condition;
  if (isOpenBound(value[0]) === isOpenBound(value[1])) return condition;
  if (openRange === 'ignored') return { ...condition, value: [null, null] };
  return { ...condition, value: value.map((bound) => (isOpenBound(bound) ? new Date().toISOString() : bound)) };
}

const isList = (fieldValue: unknown): fieldValue is readonly string[] => Array.isArray(fieldValue);

const dayStarts = new Map<string, number>();

/** Returns the start of a day from a cache, because every row needs the same few days. */
function startOfDayCached(day: string, timeZone: TimeZone): number {
  const key = `${day} ${timeZone}`;
  const start = dayStarts.get(key) ?? startOfDay(day, timeZone).getTime();
  dayStarts.set(key, start);
  return start;
}

type FieldType = Pick<OracleField<never>, 'kind' | 'timeZone'>;

function matchesField(
  fieldType: FieldType,
  fieldValue: ReturnType<OracleField<never>['getValue']>,
  condition: Condition,
): boolean {
  return isList(fieldValue) ? matchesList(fieldValue, condition) : matchesValue(fieldType, fieldValue, condition);
}

/** Returns whether a list matches a condition. A list equals each of its values, and an empty list equals null. */
function matchesList(fieldValues: readonly string[], { operator, value }: Condition): boolean {
  const lowerCaseValues = fieldValues.map((one) => foldText(one));
  const includes = (expectedValue: unknown) => lowerCaseValues.includes(foldText(toText(expectedValue)));
  if (operator === 'in') return (value as unknown[]).some(includes);
  return value === null ? lowerCaseValues.length === 0 : includes(value);
}

type SingleValue = Exclude<ReturnType<OracleField<never>['getValue']>, readonly string[]>;

function matchesValue({ kind, timeZone = 'UTC' }: FieldType, fieldValue: SingleValue, { operator, value }: Condition): boolean {
  const text = foldText(fieldValue instanceof Date ? fieldValue.toISOString() : toText(fieldValue ?? ''));
  const number = fieldValue instanceof Date ? fieldValue.getTime() : Number(fieldValue);
  const toComparable = (operand: unknown) => {
    if (kind !== 'date') return Number(operand);
    return isDay(operand) ? startOfDayCached(operand, timeZone) : Date.parse(toText(operand));
  };
  const toNextDayStart = (day: string) => startOfDayCached(addDays(day, 1), timeZone);
  const equals = (operand: unknown): boolean => {
    if (operand === null) return fieldValue === null;
    if (fieldValue === null) return false;
    if (isDay(operand) && kind === 'date') return number >= toComparable(operand) && number < toNextDayStart(operand);
    if (kind === 'date' || kind === 'number') return number === toComparable(operand);
    if (kind === 'flag') return fieldValue === (operand === true || operand === 'true' || operand === 'Yes');
    return text === foldText(toText(operand));
  };
  switch (operator) {
    case 'equals':
      return equals(value);
    case 'not_equals':
      return !equals(value);
    case 'ilike':
      return value === '' || (fieldValue !== null && text.includes(foldText(toText(value))));
    case 'not_ilike':
      return fieldValue === null || !text.includes(foldText(toText(value)));
    case 'greater_than':
      return fieldValue !== null && number > toComparable(value);
    case 'less_than':
      return fieldValue !== null && number < toComparable(value);
    case 'between': {
      const [from, to] = value as [unknown, unknown];
      if (isOpenBound(from) && isOpenBound(to)) return true;
      if (fieldValue === null) return false;
      const isBelowUpperBound = isDay(to) && kind === 'date' ? number < toNextDayStart(to) : number <= toComparable(to);
      return (isOpenBound(from) || number >= toComparable(from)) && (isOpenBound(to) || isBelowUpperBound);
    }
    case 'in':
      return (value as unknown[]).some(equals);
    default:
      throw new Error(`The oracle has no operator ${operator}`);
  }
}
