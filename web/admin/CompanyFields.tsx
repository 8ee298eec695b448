import { SimpleGrid } from '@mantine/core';
import * as z from 'zod/mini';
import {
  companyFlagFields,
  companyInfoFields,
  companyPlaceSchema,
  companyTermFields,
  firstEmployerSchema,
} from '#shared/companies/company.ts';
import { type PropertyOf, propertyOf } from '#shared/resource.ts';
import { text } from '#shared/texts/texts.ts';
import { CompanyNameField, CompanySizeField } from '#web/company/CompanyFields.tsx';
import { writeText } from '#web/texts/app.ts';
import { choiceInputs } from '#web/ui/form/ChoiceInputs.tsx';
import { createFieldInput, type FormParts } from '#web/ui/form/FieldInput.tsx';
import { OfficePhoneInput } from '#web/ui/form/OfficePhoneInput.tsx';

const { type, billingType, salesRef, status } = companyTermFields;
const infoFields = { ...companyInfoFields, email: { ...companyInfoFields.email, label: text('common.billingEmail') } };

/** The fields of a company that an administrator can change. */
export const editCompanyFields = { ...infoFields, type, billingType, salesRef, ...companyFlagFields };
export const editCompanySchema = z.object(propertyOf(editCompanyFields, 'formSchema'));
export type EditCompanyValues = PropertyOf<typeof editCompanyFields, 'empty'>;

/** The fields of a new company, without its address and its employer. */
export const newCompanyFields = { ...infoFields, type, billingType, status };
export const newCompanySchema = z.object({
  ...propertyOf(newCompanyFields, 'formSchema'),
  ...companyPlaceSchema.shape,
  employer: firstEmployerSchema,
});

/** A new company is an Inactive Enterprise company by default (`docs/product/companies.md#creating-a-company`). */
export const newCompanyDefaults = {
  ...propertyOf(newCompanyFields, 'empty'),
  description: '',
  street2: '',
  postalCode: '',
  employer: { firstName: '', lastName: '', email: '', phone: '', phoneExtension: '', password: '' },
};
export type NewCompanyValues = typeof newCompanyDefaults;

/** The input of a field that an administrator can change. */
export const EditCompanyInput = createFieldInput(editCompanyFields, choiceInputs);
export const NewCompanyInput = createFieldInput(newCompanyFields, choiceInputs);

type Props = { form: FormParts<keyof typeof newCompanyFields> };

/** The fields that the forms for new and existing companies share. */
export function CompanyFields({ form }: Props) {
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
      <CompanyNameField form={form} />
      <CompanySizeField form={form} />
      <NewCompanyInput form={form} name="email" />
      <OfficePhoneInput form={form} prefix="" label={writeText(infoFields.phone.label)} required />
      <NewCompanyInput form={form} name="type" />
      <NewCompanyInput form={form} name="billingType" />
    </SimpleGrid>
  );
}
