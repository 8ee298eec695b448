/** Which applicants a call for many applicants is about (`docs/product/applicants-and-matching.md#bulk-changes`). */
import * as z from 'zod/mini';
import { idField } from '#shared/fields.ts';
import { type Filter, type Search, searchSchema } from '#shared/lists/list.ts';

const allField = z.boolean();
z.globalRegistry.add(allField, {
  description: 'True selects every applicant of the company. Send exactly one of `ids`, `filters` and `all`.',
});

/** The fields of a request that name the applicants: by id, by a filter, or all of the company. */
export const selectionFields = (maxIds: number) => ({
  companyId: z.optional(idField),
  ids: z.optional(z.array(idField).check(z.minLength(1), z.maxLength(maxIds))),
  filters: searchSchema.shape.filters,
  all: z.optional(allField),
});
export type Selection = {
  ids?: readonly string[] | undefined;
  filters?: Search['filters'];
  all?: boolean | undefined;
};

/** Whether a filter has a condition that can leave out a row. An empty `ilike` finds every row. */
export function hasCondition(filters: Search['filters']): boolean {
  if (!filters) return false;
  const parts: Filter[] = Array.isArray(filters) ? filters : 'and' in filters ? filters.and : 'or' in filters ? filters.or : [];
  if (parts.length > 0 || !('field' in filters)) return parts.some(hasCondition);
  return filters.operator !== 'ilike' || filters.value !== '';
}

/** Without this rule, a request that forgets the ids would reach every applicant of the company. */
export const selectionRule = z.refine<Selection>(
  ({ ids, filters, all }) => [ids !== undefined, hasCondition(filters), all === true].filter(Boolean).length === 1,
  { error: 'hiring.chooseApplicants', path: ['ids'] },
);
