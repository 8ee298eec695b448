import * as z from 'zod/v4/core';

type Shape = (value: unknown) => unknown;
const same: Shape = (value) => value;

/**
 * A function that keeps what an answer schema declares and nothing else, made once for each schema; null for schemas that
 * change or choose values. Checking the answer too costs as much as writing it as JSON, and only finds our own mistakes:
 * development and the tests check, production shapes.
 */
export function answerShape(schema: z.$ZodType): Shape | null {
  if (schema instanceof z.$ZodNullable || schema instanceof z.$ZodOptional) return answerShape(schema._zod.def.innerType);
  if (schema instanceof z.$ZodObject) return objectShape(schema);
  if (schema instanceof z.$ZodArray) {
    const each = answerShape(schema._zod.def.element);
    return each && (each === same ? same : (value) => (Array.isArray(value) ? value.map(each) : value));
  }
  return isLeaf(schema) ? same : null;
}

function objectShape(schema: z.$ZodObject): Shape | null {
  if (schema._zod.def.catchall) return null;
  const keys = Object.keys(schema._zod.def.shape);
  const shapes = keys.map((key) => {
    const field = schema._zod.def.shape[key];
    return field ? answerShape(field) : null;
  });
  if (shapes.includes(null)) return null;
  return (value) => {
    if (typeof value !== 'object' || value === null) return value;
    const given = value as Record<string, unknown>;
    const result: Record<string, unknown> = {};
    for (let n = 0; n < keys.length; n += 1) {
      const key = keys[n] ?? '';
      const one = given[key];
      const shape = shapes[n];
      if (one !== undefined) result[key] = shape && shape !== same ? shape(one) : one;
    }
    return result;
  };
}

function isLeaf(schema: z.$ZodType): boolean {
  return ['string', 'number', 'int', 'boolean', 'date', 'enum', 'literal', 'null', 'record'].includes(schema._zod.def.type);
}
