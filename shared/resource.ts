/**
 * Describes a resource by one entry per field. Each entry is a set of facts about the field, such as its schema or its
 * label. `factOf` derives a schema's shape, a form's values or a list of labels from one fact.
 */
import * as z from 'zod/mini';
import { codes } from '#shared/catalogues.ts';
import { dollarsField, lineField } from '#shared/fields.ts';

type Catalogue<Code extends string> = readonly { code: Code; label: string }[];

/** The facts of a field. See `shared/jobs/job-fields.ts` for what each one means. */
export type Field = {
  label: string;
  /** The label in facts and exports, if it differs from the label of the input. */
  heading?: string;
  catalogue?: Catalogue<string>;
  request?: z.core.$ZodType;
  answer?: z.core.$ZodType;
  rule?: z.core.$ZodType;
  draft?: z.core.$ZodType;
  empty?: unknown;
  toInput?: (answer: never) => unknown;
  toRequest?: (input: never) => unknown;
  public?: 'card' | 'page';
};

type NamesWith<Fields, Fact extends string> = {
  [Name in keyof Fields]: Fields[Name] extends Record<Fact, unknown> ? Name : never;
}[keyof Fields];

/** One fact of every field that has it. */
export type FactOf<Fields, Fact extends string> = {
  [Name in NamesWith<Fields, Fact>]: Fields[Name] extends Record<Fact, infer Value> ? Value : never;
};

/** `factOf(jobFields, 'answer')` is the shape of an answer: `{ title: z.string(), … }`. Fields without the fact are left out. */
export function factOf<const Fields extends Record<string, Field>, Fact extends string>(
  fields: Fields,
  fact: Fact,
): FactOf<Fields, Fact> {
  const having = Object.entries(fields).flatMap(([name, field]) =>
    fact in field ? [[name, (field as Field & Record<string, unknown>)[fact]] as const] : [],
  );
  return Object.fromEntries(having) as FactOf<Fields, Fact>;
}

type FieldsWith<Fields, Fact extends string, Value> = {
  [Name in keyof Fields as Fields[Name] extends Record<Fact, Value> ? Name : never]: Fields[Name];
};

/** The names of the fields whose fact has a given value. */
export function fieldsWith<Fields extends Record<string, Field>, Fact extends keyof Field, const Value extends Field[Fact]>(
  fields: Fields,
  fact: Fact,
  value: Value,
): FieldsWith<Fields, Fact, Value> {
  return Object.fromEntries(Object.entries(fields).filter(([, field]) => field[fact] === value)) as FieldsWith<
    Fields,
    Fact,
    Value
  >;
}

type Convert = (value: unknown) => unknown;

/** The values of a form's inputs for an answer of the server. */
export function inputsOf<Fields extends Record<string, Field>>(
  fields: Fields,
  answer: Record<NamesWith<Fields, 'empty'>, unknown>,
): FactOf<Fields, 'empty'> {
  const values: Record<string, unknown> = answer;
  const inputs = Object.entries(fields).flatMap(([name, { toInput, ...facts }]) =>
    'empty' in facts ? [[name, toInput ? (toInput as Convert)(values[name]) : values[name]] as const] : [],
  );
  return Object.fromEntries(inputs) as FactOf<Fields, 'empty'>;
}

/** The request for the values of a form's inputs. Fields that `fields` does not describe pass through unchanged. */
export function requestOf<Values extends object>(fields: Record<string, Field>, inputs: Values): Record<keyof Values, unknown> {
  const values = Object.entries(inputs).map(([name, value]) => {
    const toRequest = fields[name]?.toRequest as Convert | undefined;
    return [name, toRequest ? toRequest(value) : value] as const;
  });
  return Object.fromEntries(values) as Record<keyof Values, unknown>;
}

const emptyIsNull = (text: string | null) => (text === null || text.trim() === '' ? null : text);

/** An optional line of text. An empty line is stored as null. */
export const optionalLine = (max: number) =>
  z.optional(
    z.pipe(
      z.nullable(z.string()),
      z.pipe(z.transform(emptyIsNull), z.nullable(lineField(1, max, `Use at most ${max} characters`))),
    ),
  );

/** A list of codes. Each can also be written as `{"detail": code}`. */
function codeList<Code extends string>(catalogue: Catalogue<Code>, problem: string) {
  const code = z.enum(codes(catalogue), problem);
  const entry = z.union([code, z.object({ detail: code })], problem);
  return z.pipe(
    z.array(entry).check(z.maxLength(catalogue.length * 2)),
    z.transform((given: (Code | { detail: Code })[]) => [
      ...new Set(given.map((one) => (typeof one === 'string' ? one : one.detail))),
    ]),
  );
}

/** One required code of a catalogue. */
export function choiceField<Code extends string>(label: string, catalogue: Catalogue<Code>, problem: string) {
  const code = z.enum(codes(catalogue), problem);
  return {
    label,
    catalogue,
    request: code,
    answer: z.enum(codes(catalogue)),
    rule: code,
    draft: z.nullable(z.string()),
    empty: null as string | null,
  };
}

/** Any number of codes of a catalogue. */
export function choicesField<Code extends string>(label: string, catalogue: Catalogue<Code>, problem: string) {
  const list = codeList(catalogue, problem);
  return {
    label,
    catalogue,
    request: z.optional(list),
    answer: z.array(z.object({ detail: z.enum(codes(catalogue)) })),
    rule: list,
    draft: z.array(z.string()),
    empty: [] as string[],
    toInput: (answer: readonly { detail: string }[]) => answer.map(({ detail }) => detail),
  };
}

/** A line of text or null. An empty input is null. */
export function lineOrNullField(label: string, max: number) {
  return {
    label,
    request: optionalLine(max),
    answer: z.nullable(z.string()),
    rule: z.string().check(z.maxLength(max, `Use at most ${max} characters`)),
    draft: z._default(z.string(), ''),
    empty: '',
    toInput: (answer: string | null) => answer ?? '',
    toRequest: (input: string) => input.trim() || null,
  };
}

const amountRule = z.pipe(
  z.transform((given: unknown) => (given === '' ? null : given)),
  z.nullable(dollarsField),
);

/** Dollars or null. An empty input is null. */
export function dollarsOrNullField(label: string) {
  return {
    label,
    request: z.optional(z.nullable(dollarsField)),
    answer: z.nullable(z.number()),
    rule: amountRule,
    draft: z.union([z.number(), z.string()]),
    empty: '' as number | string,
    toInput: (answer: number | null) => answer ?? '',
    toRequest: (input: number | string) => (input === '' ? null : Number(input)),
  };
}

/** Dollars, where an empty input and null mean 0. */
export function dollarsOrNoneField(label: string) {
  return { ...dollarsOrNullField(label), answer: z.number(), toInput: (answer: number) => answer || '' };
}

/** Yes or no, with no as the default. */
export function flagField(label: string) {
  return {
    label,
    request: z.optional(z.boolean()),
    answer: z.boolean(),
    rule: z.boolean(),
    draft: z._default(z.boolean(), false),
    empty: false as boolean,
  };
}
