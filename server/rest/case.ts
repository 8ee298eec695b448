import { acceptsNull, nodeOf, type Schema } from './schemas.ts';
import { camel, codeFromWire, filterFromWire, isRecord, requestName } from './wire-names.ts';

/**
 * Case conversion, compiled once per schema: snake_case or camelCase in, snake_case out. Only keys that the schema declares
 * are renamed. The contents of records and unknown values stay as they are.
 */
export type Convert = (value: unknown) => unknown;
type Wire = 'query' | 'form' | 'body';

const same: Convert = (value) => value;

/**
 * Converts a request from the wire. Texts of a query or form become numbers, booleans and lists where the schema needs
 * them. Lists and objects in a form can be JSON. An empty optional field counts as absent.
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

/** Selects the branch of a union by the shape of the value. */
function unionDecoder(options: readonly Schema[], wire: Wire): Convert {
  const kindOf = (option: Schema) => nodeOf(option, 'in').kind;
  const list = options.find((option) => kindOf(option) === 'array');
  const object = options.find((option) => kindOf(option) === 'object');
  const decodeList = list ? decoder(list, wire) : same;
  const decodeObject = object ? decoder(object, wire) : same;
  const isFilter = options.some((option) => kindOf(option) === 'lazy');
  // Filters keep their own names. An empty body or filter filters nothing (`docs/product/rest.md#filters-and-orders`).
  if (isFilter) return (value) => (isRecord(value) && Object.keys(value).length === 0 ? undefined : filterFromWire(value));
  return (value) => (Array.isArray(value) ? decodeList(value) : isRecord(value) ? decodeObject(value) : value);
}

const numberOfText: Convert = (value) => (typeof value === 'string' && value.trim() !== '' ? Number(value) : value);

const booleanOfText: Convert = (value) =>
  value === 'true' || value === '1' ? true : value === 'false' || value === '0' ? false : value;
