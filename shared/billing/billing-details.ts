/** The name and address on a company's invoices and receipts. */
import * as z from 'zod/mini';
import { companyNameField, companyPlaceSchema } from '#shared/companies/company.ts';
import { lineField, phoneDigitsField, phoneField, postalCodeField } from '#shared/fields.ts';

const text = z.nullable(z.string());

export const billingDetailsSchema = z.object({
  companyId: z.string(),
  /** False if nothing was saved yet and the values come from the company settings. */
  isSaved: z.boolean(),
  /** The contact person for billing questions. */
  name: z.string(),
  phone: text,
  companyName: z.string(),
  street1: text,
  street2: text,
  city: text,
  state: text,
  postalCode: text,
  coordinates: z.nullable(z.object({ latitude: z.number(), longitude: z.number() })),
});
export type BillingDetails = z.infer<typeof billingDetailsSchema>;

const contactFields = {
  name: lineField(2, 100, 'errors.enterNameBillingContact'),
  companyName: companyNameField,
};

export const updateBillingDetailsSchema = z.object({
  ...contactFields,
  phone: phoneDigitsField,
  street1: z.nullable(lineField(1, 200, 'errors.enterAStreet')),
  street2: z.nullable(lineField(1, 100, 'errors.enterAnApartmentOrSuite')),
  city: lineField(2, 100, 'errors.enterACity'),
  state: lineField(2, 50, 'errors.chooseAState'),
  postalCode: z.nullable(postalCodeField),
});
export type UpdateBillingDetails = z.infer<typeof updateBillingDetailsSchema>;

/** One address chosen from suggestions, plus the parts that no map knows. */
export const billingDetailsFormSchema = z.extend(companyPlaceSchema, { ...contactFields, phone: phoneField });
export type BillingDetailsForm = z.infer<typeof billingDetailsFormSchema>;
