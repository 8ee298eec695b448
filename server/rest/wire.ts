import { acceptsNull, nodeOf, type Schema } from './schemas.ts';
import type { RouteOptions } from './table.ts';
import {
  toCamelCase,
  codeFromWire,
  filterFromWire,
  isRecord,
  requestName,
  answerName,
  codeToWire,
  secondAnswerName,
  secondRequestName,
} from './wire-names.ts';

/**
 * Converts a value between the wire and our names. It is compiled once per schema and renames only the keys that the schema
 * declares. The contents of records and unknown values stay as they are.
 */
export type Converter = (value: unknown) => unknown;
type Wire = 'query' | 'form' | 'body';

const identity: Converter = (value) => value;

/**
 * Converts a request from the wire, in snake_case or camelCase. Texts of a query or form become numbers, booleans and lists
 * where the schema needs them. Lists and objects in a form can be JSON. An empty form field becomes null if the schema is
 * nullable and not a text.
 */
export function decoder(schema: Schema, wire: Wire): Converter {
  const node = nodeOf(schema, 'in');
  if (wire === 'form' && node.kind !== 'string') return formDecoder(schema);
  switch (node.kind) {
    case 'object':
      return objectDecoder(node.shape, wire);
    case 'array': {
      const elementConverter = decoder(node.element, wire);
      return (value) =>
        Array.isArray(value)
          ? value.map(elementConverter)
          : wire === 'query' && typeof value === 'string'
            ? value.split(',').map(elementConverter)
            : value;
    }
    case 'union':
      return unionDecoder(node.options, wire);
    case 'number':
      return wire === 'query' ? parseNumber : identity;
    case 'boolean':
      return wire === 'query' ? parseBoolean : identity;
    default:
      return identity;
  }
}

function formDecoder(schema: Schema): Converter {
  const node = nodeOf(schema, 'in');
  const decodeFields = node.kind === 'object' ? objectDecoder(node.shape, 'form') : decoder(schema, 'query');
  const decodeJson = decoder(schema, 'body');
  const isNullable = acceptsNull(schema);
  return (value) => {
    if (typeof value !== 'string') return decodeFields(value);
    if (value === '' && isNullable) return null;
    const json = /^\s*[[{]/.test(value) ? parseJson(value) : undefined;
    return json === undefined ? decodeFields(value) : decodeJson(json);
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function objectDecoder(shape: Readonly<Record<string, Schema>>, wire: Wire): Converter {
  const fields = new Map<string, { key: string; isSecond: boolean; convert: Converter }>();
  for (const [key, field] of Object.entries(shape)) {
    const decode = decoder(field, wire);
    const code = codeFromWire(key);
    const convert = code ? (value: unknown) => decode(code(value)) : decode;
    const secondName = secondRequestName(key);
    for (const name of [requestName(key), ...(secondName ? [secondName] : [])]) {
      const entry = { key, isSecond: name === secondName, convert };
      fields.set(name, entry);
      fields.set(toCamelCase(name), entry);
    }
  }
  return (value) => {
    if (!isRecord(value)) return value;
    const result: Record<string, unknown> = {};
    for (const [name, fieldValue] of Object.entries(value)) {
      const field = fields.get(name);
      if (!field) continue;
      const converted = field.convert(fieldValue);
      if (field.isSecond) result[field.key] ??= converted;
      else result[field.key] = converted ?? result[field.key] ?? converted;
    }
    return result;
  };
}

/** Selects the branch of a union by the shape of the value. */
function unionDecoder(options: readonly Schema[], wire: Wire): Converter {
  const kindOf = (option: Schema) => nodeOf(option, 'in').kind;
  const listOption = options.find((option) => kindOf(option) === 'array');
  const objectOption = options.find((option) => kindOf(option) === 'object');
  const decodeList = listOption ? decoder(listOption, wire) : identity;
  const decodeObject = objectOption ? decoder(objectOption, wire) : identity;
  const isFilter = options.some((option) => kindOf(option) === 'lazy');
  // The names in a filter are not converted. An empty filter matches everything (`docs/product/rest.md#filters-and-orders`).
  if (isFilter) return (value) => (isRecord(value) && Object.keys(value).length === 0 ? undefined : filterFromWire(value));
  return (value) => (Array.isArray(value) ? decodeList(value) : isRecord(value) ? decodeObject(value) : value);
}

const parseNumber: Converter = (value) => (typeof value === 'string' && value.trim() !== '' ? Number(value) : value);

const parseBoolean: Converter = (value) =>
  value === 'true' || value === '1' ? true : value === 'false' || value === '0' ? false : value;

/**
 * Converts an answer for the wire, as `{data}` or `{data, pagination}`. It is compiled once per route and keeps only declared
 * keys, in snake_case unless the specification prints camelCase.
 */
export function answerEncoder(
  schema: Schema | undefined,
  { isCamelCase: keepCase = false, constants }: Pick<RouteOptions, 'isCamelCase' | 'constants'> = {},
): Converter {
  const node = schema && nodeOf(schema, 'out');
  const { items, pagination } = node?.kind === 'object' ? node.shape : {};
  if (!items || !pagination) {
    const encodeData = schema ? encoder(schema, keepCase) : identity;
    if (constants) return (answer) => ({ data: { ...toRecord(encodeData(answer)), ...constants } });
    return (answer) => ({ data: encodeData(answer) ?? null });
  }
  const encodeItems = encoder(items, keepCase);
  const encodePagination = encoder(pagination, keepCase);
  return (answer) => {
    const page = answer as { items: unknown; pagination: unknown };
    return { data: encodeItems(page.items), pagination: encodePagination(page.pagination) };
  };
}

const toRecord = (value: unknown) => (isRecord(value) ? value : {});

function encoder(schema: Schema, keepCase: boolean): Converter {
  const node = nodeOf(schema, 'out');
  if (node.kind === 'object') return objectEncoder(node.shape, keepCase);
  if (node.kind !== 'array') return identity;
  const encodeElement = encoder(node.element, keepCase);
  return (value) => (Array.isArray(value) ? value.map(encodeElement) : value);
}

function objectEncoder(shape: Readonly<Record<string, Schema>>, keepCase: boolean): Converter {
  const fields = Object.entries(shape).flatMap(([key, field]) => {
    const encode = encoder(field, keepCase);
    const code = codeToWire(key);
    const convert: Converter = code ? (value) => encode(code(value)) : encode;
    if (keepCase) return [{ key, name: key, convert }];
    const secondName = secondAnswerName(key);
    return [answerName(key), ...(secondName ? [secondName] : [])].map((name) => ({ key, name, convert }));
  });
  return (value) => {
    if (!isRecord(value)) return value;
    const result: Record<string, unknown> = {};
    for (const { key, name, convert } of fields) result[name] = convert(value[key]);
    return result;
  };
}
