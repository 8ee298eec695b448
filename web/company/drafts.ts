import * as z from 'zod/mini';
import { companyInfoFields } from '#shared/companies/company.ts';
import { addressSchema } from '#shared/places/addresses.ts';
import { propertyOf } from '#shared/resource.ts';
import { stored } from '#web/browser/stored.ts';

/**
 * Each account has one draft of the company's data, which survives a reload. It is deleted when the company is created.
 */
export const infoDraft = stored(
  'companyInfoDraft',
  z.object({
    ...propertyOf(companyInfoFields, 'draft'),
    /** Whether the first step was completed. */
    isDone: z.boolean(),
  }),
);

const addressDraftSchema = z.object({ address: z.nullable(addressSchema), street2: z.string(), postalCode: z.string() });
export type AddressDraft = z.infer<typeof addressDraftSchema>;
export const addressDraft = stored('companyAddressDraft', addressDraftSchema);

export function clearDrafts(userId: string): void {
  infoDraft.clear(userId);
  addressDraft.clear(userId);
}
