/** The filters, orders and paging of all lists, for tRPC and REST alike (`docs/product/rest.md#filters-and-orders`). */
import * as z from 'zod/mini';
import { defaultLimit, maxLimit, maxListTotal, maxSearchTotal, type Operator } from './paging.ts';

/** A field's kind decides which operators it accepts. An answer to a screening question can be of several types. */
export type FieldKind = 'text' | 'number' | 'date' | 'flag' | 'enum' | 'tag' | 'answer';
/** The kinds of fields that a column of a list shows. */
export type ColumnKind = Exclude<FieldKind, 'answer'>;

export const operatorsByKind: Readonly<Record<FieldKind, readonly Operator[]>> = {
  text: ['equals', 'not_equals', 'ilike', 'not_ilike', 'in'],
  number: ['equals', 'greater_than', 'less_than', 'between', 'in'],
  date: ['equals', 'greater_than', 'less_than', 'between', 'in'],
  flag: ['equals'],
  enum: ['equals', 'in'],
  tag: ['equals', 'in'],
  answer: ['equals', 'not_equals', 'ilike', 'not_ilike', 'greater_than', 'less_than', 'between', 'in'],
};

export const maxFilterDepth = 3;
export const maxConditions = 50;
export const maxListValues = 100;

const scalar = z.union([z.string().check(z.maxLength(500)), z.number(), z.boolean(), z.null()]);

const conditionSchema = z.object({
  field: z.string().check(z.maxLength(64)),
  operator: z.string().check(z.maxLength(32)),
  value: z.union([scalar, z.array(scalar).check(z.maxLength(maxListValues))]),
});

export type Condition = z.infer<typeof conditionSchema>;
export type Filter = Condition | { and: Filter[] } | { or: Filter[] };

/**
 * Refuses a group that has both `and` and `or`. Otherwise, one of them would be dropped silently, and the list would show other
 * rows than requested.
 */
const emptyOrAbsent = z.optional(z.unknown().check(z.refine((other) => !Array.isArray(other) || other.length === 0)));

const filterSchema: z.ZodMiniType<Filter> = z.lazy(() =>
  z.union([
    z
      .object({ and: z.array(filterSchema).check(z.maxLength(maxConditions)), or: emptyOrAbsent })
      .check(z.overwrite(({ and }) => ({ and }))),
    z
      .object({ or: z.array(filterSchema).check(z.maxLength(maxConditions)), and: emptyOrAbsent })
      .check(z.overwrite(({ or }) => ({ or }))),
    conditionSchema,
  ]),
);
z.globalRegistry.add(filterSchema, { id: 'Filter' });

export const orderSchema = z.object({ field: z.string().check(z.maxLength(64)), direction: z.enum(['asc', 'desc']) });
export type Order = z.infer<typeof orderSchema>;

/** Filters are a group, a bare list (meaning "and"), or absent. */
export const searchSchema = z.object({
  filters: z.optional(z.union([filterSchema, z.array(filterSchema).check(z.maxLength(maxConditions)), z.null()])),
  orders: z.optional(z.array(orderSchema).check(z.maxLength(5))),
});

/** Paging fields to add to a request schema. Values out of range are refused instead of being limited silently. */
export function pageFields(defaultSize = defaultLimit, max = maxLimit) {
  return {
    offset: z._default(z.int().check(z.gte(0)), 0),
    limit: z._default(z.int().check(z.gte(1), z.lte(max)), defaultSize),
  };
}

/** A named schema, so that the OpenAPI document can explain when a total means "at least". */
const totalField = z.int();
z.globalRegistry.add(totalField, {
  description:
    `How many rows match. Lists count up to ${maxListTotal}, and the search of public jobs up to ${maxSearchTotal}: ` +
    'a total of exactly that many means "at least".',
});
export const paginationSchema = z.object({ offset: z.int(), limit: z.int(), total: totalField });

/** The answer of every list. The REST facade turns it into `{data, pagination}`. */
export function pageOf<Item extends z.core.$ZodType>(item: Item) {
  return z.object({ items: z.array(item), pagination: paginationSchema });
}

export type Search = z.infer<typeof searchSchema>;
export type Page = { offset: number; limit: number };
export type PageOf<Item> = { items: Item[]; pagination: Page & { total: number } };
