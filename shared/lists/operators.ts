/** The specification's, and `not_equals`, which its grids name without a word for the wire. Here because `list.ts` loads zod. */
export const operators = ['equals', 'ilike', 'not_ilike', 'greater_than', 'less_than', 'between', 'in', 'not_equals'] as const;
export type Operator = (typeof operators)[number];
