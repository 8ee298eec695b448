import { nodeOf, type Schema } from './schemas.ts';
import { answerName, codeToWire } from './wire-names.ts';

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
    const data = schema ? writerOf(schema, keepCase) : anything;
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
  if (node.kind !== 'array') return anything;
  const each = writerOf(node.element, keepCase);
  return (value) => {
    if (!Array.isArray(value)) return anything(value);
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
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return anything(value);
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

/** The characters that JSON.stringify escapes. Texts with any of them are left to it. */
const escaped = /["\\\p{Cc}\p{Cs}]/u;

function anything(value: unknown): string {
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
