import * as z from 'zod/v4/core';

/**
 * The only file that looks inside a Zod schema. It uses the classes of `zod/v4/core` and `_zod.def`, which is how
 * https://zod.dev/library-authors tells tools to read schemas. Everything else works with the nodes below.
 */
export type Schema = z.$ZodType;

type Shape = Readonly<Record<string, Schema>>;
type Node =
  | { kind: 'object'; shape: Shape }
  | { kind: 'array'; element: Schema }
  | { kind: 'union'; options: readonly Schema[] }
  | { kind: 'string' | 'number' | 'boolean' | 'lazy' | 'other' };

/** What a schema describes, without optional, nullable, default and the like. Of a pipe, the side that is asked for. */
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

/** The fields of an object schema; none for any other. */
export function shapeOf(schema: Schema | undefined): Shape {
  const node = schema && nodeOf(schema, 'in');
  return node?.kind === 'object' ? node.shape : {};
}

export const acceptsNull = (schema: Schema): boolean => z.safeParse(schema, null).success;

/** A schema that JSON Schema cannot describe by itself. */
export function isDateSchema(schema: Schema): boolean {
  return schema instanceof z.$ZodDate;
}

/** A value of a class or of a check of our own, such as an uploaded file. */
export function isCustomSchema(schema: Schema): boolean {
  return schema instanceof z.$ZodCustom;
}
