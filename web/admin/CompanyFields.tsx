import { Select, SimpleGrid, TextInput } from '@mantine/core';
import type { GetInputPropsReturnType } from '@mantine/form';
import * as z from 'zod/mini';
import { billingTypes, companyTypes, options } from '#shared/catalogues.ts';
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

type FieldName = 'companyName' | 'size' | 'email' | 'phone' | 'phoneExtension' | 'type' | 'billingType';

/** The parts of a form that these fields need. */
type Props = { form: { key: (field: FieldName) => string; getInputProps: (field: FieldName) => GetInputPropsReturnType } };

/** The fields that the forms for new and existing companies share. */
export function CompanyFields({ form }: Props) {
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
      <CompanyNameField form={form} required />
      <CompanySizeField form={form} required />
      <TextInput
        label={writeText(infoFields.email.label)}
        required
        type="email"
        key={form.key('email')}
        {...form.getInputProps('email')}
      />
      <OfficePhoneInput form={form} prefix="" label={writeText(infoFields.phone.label)} required />
      <Select
        label={writeText(type.label)}
        data={options(companyTypes, writeText)}
        allowDeselect={false}
        key={form.key('type')}
        {...form.getInputProps('type')}
      />
      <Select
        label={writeText(billingType.label)}
        data={options(billingTypes, writeText)}
        allowDeselect={false}
        key={form.key('billingType')}
        {...form.getInputProps('billingType')}
      />
    </SimpleGrid>
  );
}
