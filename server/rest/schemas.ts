import * as z from 'zod/v4/core';

/**
 * A Zod schema. Only this file reads the internals of schemas. It uses the classes of `zod/v4/core` and `_zod.def`, as
 * https://zod.dev/library-authors recommends for tools. All other files use the nodes below.
 */
export type Schema = z.$ZodType;

type Shape = Readonly<Record<string, Schema>>;
type Node =
  | { kind: 'object'; shape: Shape }
  | { kind: 'array'; element: Schema }
  | { kind: 'union'; options: readonly Schema[] }
  | { kind: 'string' | 'number' | 'boolean' | 'lazy' | 'other' };

/** What a schema describes, without wrappers such as optional and nullable. `side` selects the side of a pipe. */
export function nodeOf(schema: Schema, side: 'in' | 'out'): Node {
  if (schema instanceof z.$ZodPipe) return nodeOf(side === 'in' ? schema._zod.def.in : schema._zod.def.out, side);
  if (
    schema instanceof z.$ZodOptional ||
    schema instanceof z.$ZodNullable ||
    schema instanceof z.$ZodDefault ||
    schema instanceof z.$ZodPrefault ||
    schema instanceof z.$ZodCatch ||
    schema instanceof z.$ZodReadonly
  )
    return nodeOf(schema._zod.def.innerType, side);
  if (schema instanceof z.$ZodObject) return { kind: 'object', shape: schema._zod.def.shape };
  if (schema instanceof z.$ZodArray) return { kind: 'array', element: schema._zod.def.element };
  if (schema instanceof z.$ZodUnion) return { kind: 'union', options: schema._zod.def.options };
  if (schema instanceof z.$ZodString) return { kind: 'string' };
  if (schema instanceof z.$ZodNumber) return { kind: 'number' };
  if (schema instanceof z.$ZodBoolean) return { kind: 'boolean' };
  return { kind: schema instanceof z.$ZodLazy ? 'lazy' : 'other' };
}

/** The fields of an object schema. Empty for any other schema. */
export function shapeOf(schema: Schema | undefined): Shape {
  const node = schema && nodeOf(schema, 'in');
  return node?.kind === 'object' ? node.shape : {};
}

export const acceptsNull = (schema: Schema): boolean => z.safeParse(schema, null).success;

/** Whether the schema is a date. Zod cannot convert dates to JSON Schema. */
export function isDateSchema(schema: Schema): boolean {
  return schema instanceof z.$ZodDate;
}

/** Whether the schema is a custom check, such as for an uploaded file. */
export function isCustomSchema(schema: Schema): boolean {
  return schema instanceof z.$ZodCustom;
}
