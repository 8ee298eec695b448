import { acceptsNull, nodeOf, type Schema } from './schemas.ts';
import { camel, codeFromWire, filterFromWire, isRecord, requestName, answerName, codeToWire } from './wire-names.ts';

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
  const isNullable = acceptsNull(schema);
  return (value) => {
    if (typeof value !== 'string') return fields(value);
    if (value === '' && isNullable) return null;
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
    for (const [name, fieldValue] of Object.entries(value)) {
      const field = fields.get(name);
      if (field) result[field.key] = field.convert(fieldValue);
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

/** Writes a value as JSON text. */
type Write = (value: unknown) => string;

/**
 * Writes an answer as JSON text, `{data}` or `{data, pagination}`. The writer is compiled once per route and writes only
 * declared keys, in snake_case unless the specification prints camelCase. Renaming and writing in one step costs half of
 * copying the answer and calling JSON.stringify.
 */
export function wireWriter(schema: Schema | undefined, keepCase: boolean): Write {
  const node = schema && nodeOf(schema, 'out');
  const { items, pagination } = node?.kind === 'object' ? node.shape : {};
  if (!items || !pagination) {
    const data = schema ? writerOf(schema, keepCase) : writeUnknown;
    return (answer) => `{"data":${nullOr(data, answer)}}`;
  }
  const writeItems = writerOf(items, keepCase);
  const writePagination = writerOf(pagination, keepCase);
  return (answer) => {
    const page = answer as { items: unknown; pagination: unknown };
    return `{"data":${writeItems(page.items)},"pagination":${writePagination(page.pagination)}}`;
  };
}

function writerOf(schema: Schema, keepCase: boolean): Write {
  const node = nodeOf(schema, 'out');
  if (node.kind === 'object') return objectWriter(node.shape, keepCase);
  if (node.kind !== 'array') return writeUnknown;
  const each = writerOf(node.element, keepCase);
  return (value) => {
    if (!Array.isArray(value)) return writeUnknown(value);
    let text = '';
    for (const one of value) text += `,${nullOr(each, one)}`;
    return `[${text.slice(1)}]`;
  };
}

function objectWriter(shape: Readonly<Record<string, Schema>>, keepCase: boolean): Write {
  const fields = Object.entries(shape).map(([key, field]) => ({
    key,
    before: `,${JSON.stringify(keepCase ? key : answerName(key))}:`,
    write: fieldWriter(key, writerOf(field, keepCase)),
  }));
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return writeUnknown(value);
    let text = '';
    for (const { key, before, write } of fields) {
      const one = (value as Record<string, unknown>)[key];
      if (one !== undefined) text += before + nullOr(write, one);
    }
    return `{${text.slice(1)}}`;
  };
}

/** Writes the wire's code, if the field has different codes there. */
function fieldWriter(key: string, write: Write): Write {
  const translate = codeToWire(key);
  return translate ? (value) => write(translate(value)) : write;
}

const nullOr = (write: Write, value: unknown): string => (value === null || value === undefined ? 'null' : write(value));

/** The characters that JSON.stringify escapes. A text that contains any of them is written by JSON.stringify. */
const escaped = /["\\\p{Cc}\p{Cs}]/u;

function writeUnknown(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return escaped.test(value) ? JSON.stringify(value) : `"${value}"`;
    case 'number':
      return Number.isFinite(value) ? String(value) : 'null';
    case 'boolean':
      return value ? 'true' : 'false';
    default:
      return value instanceof Date && !Number.isNaN(value.getTime())
        ? `"${value.toISOString()}"`
        : (JSON.stringify(value) ?? 'null');
  }
}
