import { acceptsNull, nodeOf, type Schema } from './schemas.ts';
import { camel, codeFromWire, filterFromWire, isRecord, requestName } from './wire-names.ts';

/**
 * Case mapping compiled once per schema: snake_case (or camelCase) in, snake_case out. Only keys that the schema
 * declares are renamed; the contents of records and unknown values never are.
 */
export type Convert = (value: unknown) => unknown;
type Wire = 'query' | 'form' | 'body';

const same: Convert = (value) => value;

/**
 * Wire to procedure. Texts of a query and of a form become numbers, booleans and lists where the schema wants them; a form's
 * lists and objects may be JSON, and an empty field of what may be nothing is nothing.
 */
export function decoder(schema: Schema, wire: Wire): Convert {
  const node = nodeOf(schema, 'in');
  if (wire === 'form' && node.kind !== 'string') return formDecoder(schema);
  switch (node.kind) {
    case 'object':
      return objectDecoder(node.shape, wire);
    case 'array': {
      const each = decoder(node.element, wire);
      return (value) =>
        Array.isArray(value)
          ? value.map(each)
          : wire === 'query' && typeof value === 'string'
            ? value.split(',').map(each)
            : value;
    }
    case 'union':
      return unionDecoder(node.options, wire);
    case 'number':
      return wire === 'query' ? numberOfText : same;
    case 'boolean':
      return wire === 'query' ? booleanOfText : same;
    default:
      return same;
  }
}

function formDecoder(schema: Schema): Convert {
  const node = nodeOf(schema, 'in');
  const fields = node.kind === 'object' ? objectDecoder(node.shape, 'form') : decoder(schema, 'query');
  const parts = decoder(schema, 'body');
  const mayBeNull = acceptsNull(schema);
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

function objectDecoder(shape: Readonly<Record<string, Schema>>, wire: Wire): Convert {
  const fields = new Map<string, { key: string; convert: Convert }>();
  for (const [key, field] of Object.entries(shape)) {
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
function unionDecoder(options: readonly Schema[], wire: Wire): Convert {
  const kindOf = (option: Schema) => nodeOf(option, 'in').kind;
  const list = options.find((option) => kindOf(option) === 'array');
  const object = options.find((option) => kindOf(option) === 'object');
  const decodeList = list ? decoder(list, wire) : same;
  const decodeObject = object ? decoder(object, wire) : same;
  const isFilter = options.some((option) => kindOf(option) === 'lazy');
  // Filters keep their own names; one that says nothing filters nothing (`spec: work §7`, an empty body or filter).
  if (isFilter) return (value) => (isRecord(value) && Object.keys(value).length === 0 ? undefined : filterFromWire(value));
  return (value) => (Array.isArray(value) ? decodeList(value) : isRecord(value) ? decodeObject(value) : value);
}

const numberOfText: Convert = (value) => (typeof value === 'string' && value.trim() !== '' ? Number(value) : value);

const booleanOfText: Convert = (value) =>
  value === 'true' || value === '1' ? true : value === 'false' || value === '0' ? false : value;
