/**
 * Describes a resource by one entry per field. Each entry is a set of properties of the field, such as its schema or its
 * label. `propertyOf` derives a schema's shape, a form's values or a list of labels from one property.
 */
import * as z from 'zod/mini';
import { codes, type Entry } from '#shared/catalogues.ts';
import {
  dollarsField,
  lineField,
  nameField,
  officePhoneField,
  officePhonePartsField,
  phoneDigitsField,
  phoneExtensionField,
  phoneExtensionInputField,
  phoneField,
} from '#shared/fields.ts';
import { phone } from '#shared/format.ts';
import type { ColumnKind } from '#shared/lists/list.ts';
import { type Text, text, type TextWriter } from '#shared/texts/texts.ts';

type Catalogue<Code extends string | number> = readonly Entry<Code>[];

/**
 * How a form shows a field: a kind of input that `createFieldInput` (`web/ui/form/FieldInput.tsx`) draws from the other
 * properties, an editor that the form has of its `own`, or `none`.
 */
export type InputKind =
  | 'line'
  | 'email'
  | 'url'
  | 'phone'
  | 'date'
  | 'number'
  | 'money'
  | 'flag'
  | 'choice'
  | 'choices'
  | 'own'
  | 'none';

/** Only a field that no request changes may leave out how a form shows it. */
type RequestProperties = { request: z.core.$ZodType; input: InputKind } | { request?: undefined; input?: InputKind };

/** The properties of a field. See `shared/jobs/job-fields.ts` for what each one means. */
export type Field = RequestProperties & {
  label: Text;
  /** The label in detail lists and exports, if it differs from the label of the input. */
  heading?: Text;
  /** The description below the input. */
  hint?: Text;
  catalogue?: Catalogue<string | number>;
  answer?: z.core.$ZodType;
  formSchema?: z.core.$ZodType;
  draft?: z.core.$ZodType;
  empty?: unknown;
  /** Converts an answer's value for the input. The whole answer is the second argument. */
  toInput?: (answer: never, allValues: never) => unknown;
  toRequest?: (input: never) => unknown;
  /** The field whose change also sends this one, because the server would read its absence as an empty value. */
  sentWith?: string;
  /** The text of a value, if `fieldText` has no general rule for it. */
  text?: (value: never, write: TextWriter) => string;
  /** The name and kind of the list filter, and whether the table can sort by the field. */
  list?: { name: string; kind: ColumnKind; isSortable: boolean };
  /** The database column, if its name differs. */
  column?: string;
  public?: 'card' | 'page';
};

type NamesWithProperty<Fields, Property extends string> = {
  [Name in keyof Fields]: Fields[Name] extends Record<Property, unknown> ? Name : never;
}[keyof Fields];

/** One property of every field that has it. */
export type PropertyOf<Fields, Property extends string> = {
  [Name in NamesWithProperty<Fields, Property>]: Fields[Name] extends Record<Property, infer Value> ? Value : never;
};

/**
 * Collects one property of all fields. `propertyOf(jobFields, 'answer')` is the shape of an answer: `{ title: z.string(), … }`.
 * Fields without the property are left out.
 */
export function propertyOf<const Fields extends Record<string, Field>, Property extends string>(
  fields: Fields,
  property: Property,
): PropertyOf<Fields, Property> {
  const namedValues = Object.entries(fields).flatMap(([name, field]) =>
    property in field ? [[name, (field as Field & Record<string, unknown>)[property]] as const] : [],
  );
  return Object.fromEntries(namedValues) as PropertyOf<Fields, Property>;
}

type FieldsWith<Fields, Property extends string, Value> = {
  [Name in keyof Fields as Fields[Name] extends Record<Property, Value> ? Name : never]: Fields[Name];
};

/** The fields that have this value for the property. */
export function fieldsWith<
  Fields extends Record<string, Field>,
  Property extends keyof Field,
  const Value extends Field[Property],
>(fields: Fields, property: Property, value: Value): FieldsWith<Fields, Property, Value> {
  return Object.fromEntries(Object.entries(fields).filter(([, field]) => field[property] === value)) as FieldsWith<
    Fields,
    Property,
    Value
  >;
}

/** The values or table columns with a name that is also in `fields`. */
export function pickFields<Values extends object, Fields extends object>(
  values: Values,
  fields: Fields,
): Pick<Values, keyof Values & keyof Fields> {
  const pickedEntries = Object.entries(values).filter(([name]) => Object.hasOwn(fields, name));
  return Object.fromEntries(pickedEntries) as Pick<Values, keyof Values & keyof Fields>;
}

type Converter = (value: unknown, allValues?: unknown) => unknown;

/** The values of a form's inputs for an answer of the server. */
export function inputsOf<Fields extends Record<string, Field>>(
  fields: Fields,
  answer: Record<NamesWithProperty<Fields, 'empty'>, unknown>,
): PropertyOf<Fields, 'empty'> {
  const values: Record<string, unknown> = answer;
  const inputs = Object.entries(fields).flatMap(([name, { toInput, ...properties }]) =>
    'empty' in properties ? [[name, toInput ? (toInput as Converter)(values[name], values) : values[name]] as const] : [],
  );
  return Object.fromEntries(inputs) as PropertyOf<Fields, 'empty'>;
}

/** The request for the values of a form's inputs. Fields that `fields` does not describe pass through unchanged. */
export function requestOf<Values extends object>(fields: Record<string, Field>, inputs: Values): Record<keyof Values, unknown> {
  const values = Object.entries(inputs).map(([name, value]) => {
    const toRequest = fields[name]?.toRequest as Converter | undefined;
    return [name, toRequest ? toRequest(value) : value] as const;
  });
  return Object.fromEntries(values) as Record<keyof Values, unknown>;
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** The names of the fields with different values. An undefined value in `after` counts as unchanged. */
export function changedFields<Values extends object>(before: Values, after: Partial<Values>): (keyof Values & string)[] {
  const names = Object.keys(after) as (keyof Values & string)[];
  return names.filter((name) => after[name] !== undefined && !isSame(before[name], after[name]));
}

/** The request values of the inputs that were changed. */
export function changesOf<Values extends object>(
  fields: Record<string, Field>,
  before: Values,
  after: Values,
): Partial<Record<keyof Values, unknown>> {
  const changed: string[] = changedFields(before, after);
  const isSent = (name: string) => changed.includes(name) || changed.includes(fields[name]?.sentWith ?? '');
  const sent = Object.fromEntries(Object.entries(after).filter(([name]) => isSent(name)));
  return requestOf(fields, sent) as Partial<Record<keyof Values, unknown>>;
}

/** The field, and the fields that are sent with it or that it is sent with. Their values only make sense together. */
const fieldsSentTogether = (fields: Record<string, Field>, name: string): string[] => {
  const main = fields[name]?.sentWith ?? name;
  return [main, ...Object.keys(fields).filter((other) => fields[other]?.sentWith === main)];
};

/**
 * Merges two edits that started from the same `base`. `clashes` lists the fields that both changed to different values. Fields
 * that are sent together count as one. `merged` keeps the local values of fields that clash.
 */
export function mergeEdits<Values extends object>(
  base: Values,
  local: Values,
  remote: Values,
  fields: Record<string, Field> = {},
) {
  type Name = keyof Values & string;
  const merged: Values = { ...remote };
  const clashes = new Set<Name>();
  for (const changed of changedFields(base, local)) {
    const together = fieldsSentTogether(fields, changed) as Name[];
    for (const name of together) merged[name] = local[name];
    const isChangedByBoth = together.some((name) => !isSame(remote[name], base[name]));
    const differing = together.filter((name) => !isSame(remote[name], local[name]));
    if (isChangedByBoth) for (const name of differing) clashes.add(name);
  }
  return { merged, clashes: [...clashes] };
}

export const yesOrNo = (value: boolean): Text => (value ? text('common.yes') : text('common.no'));

/** A field's value as text: the labels of at most `max` codes, or Yes or No. Null if there is no value. */
export function fieldText(
  { text: writeValue, catalogue = [] }: Field,
  value: unknown,
  write: TextWriter,
  max = Infinity,
): string | null {
  const getCodeLabel = (code: string | number) => {
    const entry = catalogue.find((item) => String(item.code) === String(code));
    return entry ? write(entry.label) : String(code);
  };
  if (writeValue) return (writeValue as (value: unknown, write: TextWriter) => string)(value, write);
  if (value === null || value === undefined || value === '') return null;
  if (typeof value === 'boolean') return write(yesOrNo(value));
  if (typeof value === 'string' || typeof value === 'number') return getCodeLabel(value);
  if (!Array.isArray(value)) return null;
  const labels = value
    .slice(0, max)
    .map((entry: string | { detail: string }) => getCodeLabel(typeof entry === 'string' ? entry : entry.detail));
  return labels.join(', ') + (value.length > max ? ` +${value.length - max}` : '') || null;
}

/** Two versions of the named fields as text. `none` is the text of a missing value. */
export function bothVersions<Name extends string>(
  fields: Record<Name, Field>,
  names: readonly Name[],
  versions: { remote: Record<Name, unknown>; local: Record<Name, unknown> },
  write: TextWriter,
  none = '-',
): { label: string; remote: string; local: string }[] {
  const textOfField = (name: Name, values: Record<Name, unknown>) => fieldText(fields[name], values[name], write) ?? none;
  return names.map((name) => ({
    label: write(fields[name].label),
    remote: textOfField(name, versions.remote),
    local: textOfField(name, versions.local),
  }));
}

/** The first value of a form's choice. The type argument names all the choices, so that the form can hold each of them. */
export const firstChoice = <Choice extends string>(choice: Choice): Choice => choice;

/** Text that can be cleared: empty text is stored as null. */
export const clearable = <Rule extends z.ZodMiniType<unknown, string>>(rule: Rule) =>
  z.pipe(
    z.nullable(z.string()),
    z.pipe(
      z.transform((text: string | null) => (text?.trim() ? text : null)),
      z.nullable(rule),
    ),
  );

/** An optional line of text. An empty line is stored as null. */
export const optionalLine = (max: number) => z.optional(clearable(lineField(1, max)));

/** A list of codes. Each can also be written as `{"detail": code}`. */
function codeList<Code extends string>(catalogue: Catalogue<Code>, problem: string) {
  const code = z.enum(codes(catalogue), problem);
  const entry = z.union([code, z.object({ detail: code })], problem);
  return z.pipe(
    z.array(entry).check(z.maxLength(catalogue.length * 2)),
    z.transform((items: (Code | { detail: Code })[]) => [
      ...new Set(items.map((item) => (typeof item === 'string' ? item : item.detail))),
    ]),
  );
}

/** Required text. */
export function textField<Rule extends z.ZodMiniType<string, string>>(label: Text, rule: Rule) {
  return { label, input: 'line' as const, request: rule, answer: z.string(), formSchema: rule, draft: z.string(), empty: '' };
}

/** A person's name. */
export const nameFields = {
  firstName: textField(text('common.firstName'), nameField),
  lastName: textField(text('common.lastName'), nameField),
};

/** A phone number. It is stored as digits. */
export function phoneNumberField(label: Text) {
  return {
    label,
    input: 'phone' as const,
    request: phoneDigitsField,
    answer: z.nullable(z.string()),
    formSchema: phoneField,
    draft: z.string(),
    empty: '',
    toInput: (digits: string | null) => (digits ? phone(digits) : ''),
  };
}

/** The input of text that may be null: null is an empty input. */
export const emptyAsNull = {
  empty: '',
  toInput: (answer: string | null) => answer ?? '',
  toRequest: (input: string) => input || null,
};

/** The phone number of an office, and its extension (`docs/product/access.md#extensions`). */
export const officePhoneFields = {
  phone: {
    ...phoneNumberField(text('common.phone')),
    input: 'own' as const,
    request: officePhonePartsField,
    formSchema: officePhoneField,
  },
  phoneExtension: {
    label: text('common.phoneExtension'),
    input: 'own' as const,
    request: phoneExtensionField,
    answer: z.nullable(z.string()),
    formSchema: phoneExtensionInputField,
    draft: z._default(z.string(), ''),
    ...emptyAsNull,
    sentWith: 'phone',
  },
};

/** One required code of a catalogue. */
export function choiceField<Code extends string>(label: Text, catalogue: Catalogue<Code>, problem: string) {
  const code = z.enum(codes(catalogue), problem);
  return {
    label,
    input: 'choice' as const,
    catalogue,
    request: code,
    answer: z.enum(codes(catalogue)),
    formSchema: code,
    draft: z.nullable(z.string()),
    empty: null as string | null,
  };
}

/** One optional code of a catalogue. An empty input is null. */
export function choiceOrNullField<Code extends string>(label: Text, catalogue: Catalogue<Code>, problem: string) {
  return {
    label,
    input: 'choice' as const,
    catalogue,
    request: z.nullish(z.enum(codes(catalogue), problem)),
    answer: z.nullable(z.enum(codes(catalogue))),
    formSchema: z.string(),
    draft: z._default(z.string(), ''),
    ...emptyAsNull,
  };
}

/** Any number of codes of a catalogue. */
export function choicesField<Code extends string>(label: Text, catalogue: Catalogue<Code>, problem: string) {
  const list = codeList(catalogue, problem);
  return {
    label,
    input: 'choices' as const,
    catalogue,
    request: z.optional(list),
    answer: z.array(z.object({ detail: z.enum(codes(catalogue)) })),
    formSchema: list,
    draft: z.array(z.string()),
    empty: [] as string[],
    toInput: (answer: readonly { detail: string }[]) => answer.map(({ detail }) => detail),
  };
}

/** A line of text or null. An empty input is null. */
export function lineOrNullField(label: Text, max: number) {
  return {
    label,
    input: 'line' as const,
    request: optionalLine(max),
    answer: z.nullable(z.string()),
    formSchema: z.string().check(z.maxLength(max, 'errors.tooLong')),
    draft: z._default(z.string(), ''),
    empty: '',
    toInput: (answer: string | null) => answer ?? '',
    toRequest: (input: string) => input.trim() || null,
  };
}

const amountRule = z.pipe(
  z.transform((value: unknown) => (value === '' ? null : value)),
  z.nullable(dollarsField),
);

/** Dollars or null. An empty input is null. */
export function dollarsOrNullField(label: Text) {
  return {
    label,
    input: 'money' as const,
    request: z.optional(z.nullable(dollarsField)),
    answer: z.nullable(z.number()),
    formSchema: amountRule,
    draft: z.union([z.number(), z.string()]),
    empty: '' as number | string,
    toInput: (answer: number | null) => answer ?? '',
    toRequest: (input: number | string) => (input === '' ? null : Number(input)),
  };
}

/** Dollars, where an empty input and null mean 0. */
export function dollarsOrNoneField(label: Text) {
  return { ...dollarsOrNullField(label), answer: z.number(), toInput: (answer: number) => answer || '' };
}

/** Yes or no, with no as the default. */
export function flagField(label: Text) {
  return {
    label,
    input: 'flag' as const,
    request: z.optional(z.boolean()),
    answer: z.boolean(),
    formSchema: z.boolean(),
    draft: z._default(z.boolean(), false),
    empty: false as boolean,
  };
}
