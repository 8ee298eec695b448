import * as z from 'zod/mini';
import { companyInfoFields } from '#shared/companies/company.ts';
import { addressSchema } from '#shared/places/addresses.ts';
import { factOf } from '#shared/resource.ts';
import { localDraft } from '#web/local-draft.ts';

/**
 * The data entered before the company exists, one draft per account. It survives a reload and is deleted when the company
 * is created.
 */
export const infoDraft = localDraft(
  'companyInfoDraft',
  z.object({
    ...factOf(companyInfoFields, 'draft'),
    /** The first step was completed. */
    isDone: z.boolean(),
  }),
);

const addressDraftSchema = z.object({ address: z.nullable(addressSchema), street2: z.string(), postalCode: z.string() });
export type AddressDraft = z.infer<typeof addressDraftSchema>;
export const addressDraft = localDraft('companyAddressDraft', addressDraftSchema);

export function clearDrafts(userId: string): void {
  infoDraft.clear(userId);
  addressDraft.clear(userId);
}
