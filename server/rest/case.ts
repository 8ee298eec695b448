import * as z from 'zod/v4/core';
import { camel, codeFromWire, filterFromWire, isRecord, requestName } from './wire-names.ts';

/**
 * Case mapping compiled once per schema: snake_case (or camelCase) in, snake_case out. Only keys that the schema
 * declares are renamed; the contents of records and unknown values never are (`rest: Conventions`).
 */
export type Convert = (value: unknown) => unknown;
type Wire = 'query' | 'form' | 'body';

const same: Convert = (value) => value;

/** The schema below optional, nullable, default and the like; of a pipe the side that is asked for. */
export function unwrap(schema: z.$ZodType, side: 'in' | 'out'): z.$ZodType {
  if (schema instanceof z.$ZodPipe) return unwrap(side === 'in' ? schema._zod.def.in : schema._zod.def.out, side);
  if (
    schema instanceof z.$ZodOptional ||
    schema instanceof z.$ZodNullable ||
    schema instanceof z.$ZodDefault ||
    schema instanceof z.$ZodPrefault ||
    schema instanceof z.$ZodCatch ||
    schema instanceof z.$ZodReadonly
  )
    return unwrap(schema._zod.def.innerType, side);
  return schema;
}

export function shapeOf(schema: z.$ZodType | undefined): Readonly<Record<string, z.$ZodType>> {
  const inner = schema && unwrap(schema, 'in');
  return inner instanceof z.$ZodObject ? inner._zod.def.shape : {};
}

/**
 * Wire to procedure. Texts of a query and of a form become numbers, booleans and lists where the schema wants them; a form's
 * lists and objects may be JSON, and an empty field of what may be nothing is nothing.
 */
export function decoder(schema: z.$ZodType, wire: Wire): Convert {
  const inner = unwrap(schema, 'in');
  if (wire === 'form' && !(inner instanceof z.$ZodString)) return formDecoder(schema, inner);
  if (inner instanceof z.$ZodObject) return objectDecoder(inner, wire);
  if (inner instanceof z.$ZodArray) {
    const each = decoder(inner._zod.def.element, wire);
    return (value) =>
      Array.isArray(value) ? value.map(each) : wire === 'query' && typeof value === 'string' ? value.split(',').map(each) : value;
  }
  if (inner instanceof z.$ZodUnion) return unionDecoder(inner, wire);
  if (wire === 'query') return queryDecoder(inner);
  return same;
}

function formDecoder(schema: z.$ZodType, inner: z.$ZodType): Convert {
  const isObject = inner instanceof z.$ZodObject;
  const fields = isObject ? objectDecoder(inner, 'form') : decoder(inner, 'query');
  const parts = decoder(inner, 'body');
  const mayBeNull = z.safeParse(schema, null).success;
  return (value) => {
    if (typeof value !== 'string') return fields(value);
    if (value === '' && mayBeNull) return null;
    const json = /^\s*[[{]/.test(value) ? parsed(value) : undefined;
    return json === undefined ? fields(value) : parts(json);
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function objectDecoder(schema: z.$ZodObject, wire: Wire): Convert {
  const fields = new Map<string, { key: string; convert: Convert }>();
  for (const [key, field] of Object.entries(schema._zod.def.shape)) {
    const decode = decoder(field, wire);
    const read = codeFromWire(key);
    const entry = { key, convert: read ? (value: unknown) => decode(read(value)) : decode };
    const name = requestName(key);
    fields.set(name, entry);
    fields.set(camel(name), entry);
  }
  return (value) => {
    if (!isRecord(value)) return value;
    const result: Record<string, unknown> = {};
    for (const [name, given] of Object.entries(value)) {
      const field = fields.get(name);
      if (field) result[field.key] = field.convert(given);
    }
    return result;
  };
}

/** Of a union, the branch that has the value's own shape. */
function unionDecoder(schema: z.$ZodUnion, wire: Wire): Convert {
  const branches = schema._zod.def.options.map((option) => unwrap(option, 'in'));
  const list = branches.find((branch) => branch instanceof z.$ZodArray);
  const object = branches.find((branch) => branch instanceof z.$ZodObject);
  const decodeList = list ? decoder(list, wire) : same;
  const decodeObject = object ? decoder(object, wire) : same;
  const isFilter = branches.some((branch) => branch instanceof z.$ZodLazy);
  // Filters keep their own names; one that says nothing filters nothing (`spec: work §7`, an empty body or filter).
  if (isFilter) return (value) => (isRecord(value) && Object.keys(value).length === 0 ? undefined : filterFromWire(value));
  return (value) => (Array.isArray(value) ? decodeList(value) : isRecord(value) ? decodeObject(value) : value);
}

function queryDecoder(schema: z.$ZodType): Convert {
  if (schema instanceof z.$ZodNumber)
    return (value) => (typeof value === 'string' && value.trim() !== '' ? Number(value) : value);
  if (schema instanceof z.$ZodBoolean)
    return (value) => (value === 'true' || value === '1' ? true : value === 'false' || value === '0' ? false : value);
  return same;
}
