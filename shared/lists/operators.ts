/** The operators of filters, plus `not_equals` for grids. They are not in `list.ts`, because that file loads zod. */
export const operators = ['equals', 'ilike', 'not_ilike', 'greater_than', 'less_than', 'between', 'in', 'not_equals'] as const;
export type Operator = (typeof operators)[number];
