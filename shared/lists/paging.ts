/**
 * Page sizes and bounds of lists (`docs/product/rest.md#paging`). The file has no schemas, so that the first page load
 * stays small.
 */
export const defaultLimit = 10;
export const maxLimit = 100;
/** Lists count up to this many rows. A total of this many means "at least", which screens show as "10,000+". */
export const maxListTotal = 10_000;
/** The public search sorts and counts up to this many matches. A total of this many means "at least". */
export const maxSearchTotal = 1_000;

/** The operators of filters, plus `not_equals` for grids. They are not in `list.ts`, because that file loads zod. */
export const operators = ['equals', 'ilike', 'not_ilike', 'greater_than', 'less_than', 'between', 'in', 'not_equals'] as const;
export type Operator = (typeof operators)[number];
