import fc from 'fast-check';
import { type Condition, type FieldKind, type Filter, operatorsOf } from '#shared/lists/list.ts';
import type { Operator } from '#shared/lists/paging.ts';
import { addDays, startOfDay, type TimeZone } from '#shared/time-zone.ts';

/**
 * The meaning of list filters without SQL, and random filters to test with. All lists share the grammar, so each list only
 * describes its fields.
 */
export type OracleField<Row> = {
  kind: FieldKind;
  /** The row's value of the field. For a list of values, the condition is about one of them. */
  of: (row: Row) => string | number | boolean | Date | readonly string[] | null;
  /** Values to filter by, as on the wire. For dates, instants and calendar dates. */
  values: fc.Arbitrary<string | number | boolean>;
  /** For a date, the zone of calendar dates. UTC by default. */
  timeZone?: TimeZone;
  /** The meaning of `between` with one bound, if the other is not open. */
  halfRange?: 'now' | 'ignored';
};
export type OracleFields<Row> = Record<string, OracleField<Row>>;

/** Letters in both cases, characters with a meaning in SQL and LIKE, and characters outside ASCII. */
export const wildcardWord = fc.string({
  unit: fc.constantFrom('a', 'A', 'b', '%', '_', '\\', "'", '"', ' ', 'é', '(', ';', '-'),
  maxLength: 4,
});

/** The value as the text that is compared. */
const textOf = (value: unknown) => (typeof value === 'string' ? value : (JSON.stringify(value ?? '') ?? ''));
const isDay = (value: unknown): value is string => typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value);

/** Every operator that a field of this kind accepts. */
export const operatorsFor = ({ kind }: { kind: FieldKind }): readonly Operator[] => operatorsOf[kind];

/** A condition on one field with one operator. */
export function conditionOf(field: string, operator: Operator, values: OracleField<never>['values']): fc.Arbitrary<Condition> {
  const open = fc.option(values as fc.Arbitrary<Condition['value']>, { freq: 6 });
  const value: fc.Arbitrary<unknown> =
    operator === 'in'
      ? fc.array(values, { maxLength: 3 })
      : operator === 'between'
        ? fc.tuple(open, open).map((pair) => [...pair])
        : operator === 'equals' || operator === 'not_equals'
          ? open
          : values;
  return value.map((given) => ({ field, operator, value: given as Condition['value'] }));
}

/** Conditions on all fields with all operators, alone and in nested groups. */
export function filtersOf<Row>(fields: OracleFields<Row>): fc.Arbitrary<Filter> {
  const condition = fc.oneof(
    ...Object.entries(fields).flatMap(([name, field]) =>
      operatorsFor(field).map((operator) => conditionOf(name, operator, field.values)),
    ),
  );
  const group = (inner: fc.Arbitrary<Filter>): fc.Arbitrary<Filter> =>
    fc.oneof(
      fc.array(inner, { maxLength: 3 }).map((and) => ({ and })),
      fc.array(inner, { maxLength: 3 }).map((or) => ({ or })),
    );
  return fc.oneof(group(condition), group(fc.oneof(condition, group(condition))));
}

/** Whether a row matches. */
export function matchesFilter<Row>(fields: OracleFields<Row>, row: Row, filter: Filter): boolean {
  if ('and' in filter) return filter.and.every((part) => matchesFilter(fields, row, part));
  if ('or' in filter) return filter.or.length === 0 || filter.or.some((part) => matchesFilter(fields, row, part));
  const field = fields[filter.field];
  if (!field) throw new Error(`The oracle has no field ${filter.field}`);
  return matchesField(field, field.of(row), isInRange(filter, field.halfRange));
}

const isOpen = (bound: unknown) => bound === null || bound === '';

/** The same condition with both bounds, or with none. */
function isInRange(condition: Condition, halfRange: OracleField<never>['halfRange']): Condition {
  const { operator, value } = condition;
  if (operator !== 'between' || !Array.isArray(value) || !halfRange) return condition;
  if (isOpen(value[0]) === isOpen(value[1])) return condition;
  if (halfRange === 'ignored') return { ...condition, value: [null, null] };
  return { ...condition, value: value.map((bound) => (isOpen(bound) ? new Date().toISOString() : bound)) };
}

const isList = (has: unknown): has is readonly string[] => Array.isArray(has);

const starts = new Map<string, number>();

/** When a day begins. Cached, because every row asks for the same few days. */
function startOfDayCached(day: string, timeZone: TimeZone): number {
  const key = `${day} ${timeZone}`;
  const start = starts.get(key) ?? startOfDay(day, timeZone).getTime();
  starts.set(key, start);
  return start;
}

type Days = Pick<OracleField<never>, 'kind' | 'timeZone'>;

function matchesField(days: Days, has: ReturnType<OracleField<never>['of']>, condition: Condition): boolean {
  return isList(has) ? holdsOfList(has, condition) : matchesValue(days, has, condition);
}

/** A list equals each of its values, and null if it is empty. */
function holdsOfList(has: readonly string[], { operator, value }: Condition): boolean {
  const held = has.map((one) => one.toLowerCase());
  const hasIt = (wanted: unknown) => held.includes(textOf(wanted).toLowerCase());
  if (operator === 'in') return (value as unknown[]).some(hasIt);
  return value === null ? held.length === 0 : hasIt(value);
}

type Single = Exclude<ReturnType<OracleField<never>['of']>, readonly string[]>;

function matchesValue({ kind, timeZone = 'UTC' }: Days, fieldValue: Single, { operator, value }: Condition): boolean {
  const text = (fieldValue instanceof Date ? fieldValue.toISOString() : textOf(fieldValue ?? '')).toLowerCase();
  const number = fieldValue instanceof Date ? fieldValue.getTime() : Number(fieldValue);
  const first = (wanted: unknown) => {
    if (kind !== 'date') return Number(wanted);
    return isDay(wanted) ? startOfDayCached(wanted, timeZone) : Date.parse(textOf(wanted));
  };
  const after = (day: string) => startOfDayCached(addDays(day, 1), timeZone);
  const equals = (wanted: unknown): boolean => {
    if (wanted === null) return fieldValue === null;
    if (fieldValue === null) return false;
    if (isDay(wanted) && kind === 'date') return number >= first(wanted) && number < after(wanted);
    if (kind === 'date' || kind === 'number') return number === first(wanted);
    if (kind === 'flag') return fieldValue === (wanted === true || wanted === 'true' || wanted === 'Yes');
    return text === textOf(wanted).toLowerCase();
  };
  switch (operator) {
    case 'equals':
      return equals(value);
    case 'not_equals':
      return !equals(value);
    case 'ilike':
      return value === '' || (fieldValue !== null && text.includes(textOf(value).toLowerCase()));
    case 'not_ilike':
      return fieldValue === null || !text.includes(textOf(value).toLowerCase());
    case 'greater_than':
      return fieldValue !== null && number > first(value);
    case 'less_than':
      return fieldValue !== null && number < first(value);
    case 'between': {
      const [from, to] = value as [unknown, unknown];
      if (isOpen(from) && isOpen(to)) return true;
      if (fieldValue === null) return false;
      const isBefore = isDay(to) && kind === 'date' ? number < after(to) : number <= first(to);
      return (isOpen(from) || number >= first(from)) && (isOpen(to) || isBefore);
    }
    case 'in':
      return (value as unknown[]).some(equals);
    default:
      throw new Error(`The oracle has no operator ${operator}`);
  }
}
