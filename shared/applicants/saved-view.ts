/** Saved views of the list of applicants: filters, order and columns under a name. */
import * as z from 'zod/mini';
import { idField, lineField } from '#shared/fields.ts';

/** The search parameters of the list's address. They are kept as they are, because the list checks them when it is opened. */
export const savedSearchSchema = z
  .record(z.string().check(z.maxLength(64)), z.unknown())
  .check(z.refine((search) => JSON.stringify(search).length <= 4000, 'hiring.viewTooLarge'));
export type SavedSearch = z.infer<typeof savedSearchSchema>;

export const savedViewSchema = z.object({ id: z.string(), name: z.string(), search: savedSearchSchema });
export type SavedView = z.infer<typeof savedViewSchema>;
export const savedViewsSchema = z.array(savedViewSchema);

export const savedViewsInput = z.object({ companyId: z.optional(idField) });

/** Saves a view. A view of the same name is replaced. */
export const saveViewSchema = z.object({
  companyId: z.optional(idField),
  name: lineField(1, 60, 'errors.useAtMostCharacters'),
  search: savedSearchSchema,
});
export type SaveView = z.infer<typeof saveViewSchema>;

export const deleteViewSchema = z.object({ id: idField });
