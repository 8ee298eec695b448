import { Select, SimpleGrid, TextInput } from '@mantine/core';
import type { GetInputPropsReturnType } from '@mantine/form';
import { billingTypes, companyTypes, options, codes, companyStatuses, type CompanyStatus, labelOf } from '#shared/catalogues.ts';
import { CompanyNameField, CompanySizeField } from '#web/company/CompanyFields.tsx';
import { PhoneInput } from '#web/ui/form/PhoneInput.tsx';
import * as z from 'zod/mini';
import { companyPlaceSchema, firstEmployerSchema } from '#shared/companies/company.ts';
import {
  type CompanyChanges,
  type CompanyInfo,
  companyInfoFormSchema,
  flagsOf,
  type FlagValues,
  infoOf,
  shownInfo,
} from '#web/company/use-company-edit.ts';
import type { Company } from '#web/company/queries.ts';

const choices = {
  type: z.enum(['1', '2'], 'Choose a company type'),
  billingType: z.enum(codes(billingTypes), 'Choose how the company pays'),
};

/** The fields of a company that an administrator can change. */
export const editCompanyFormSchema = z.extend(companyInfoFormSchema, {
  ...choices,
  salesRef: z.string().check(z.maxLength(100, 'Use at most 100 characters')),
  enableRequisiteNumbers: z.boolean(),
  experiencedDriverFilter: z.boolean(),
  secondChanceCompany: z.boolean(),
});

export const newCompanyFormSchema = z.extend(companyInfoFormSchema, {
  ...choices,
  ...companyPlaceSchema.shape,
  status: z.enum(codes(companyStatuses), 'Choose a status'),
  employer: firstEmployerSchema,
});

export type EditCompanyValues = CompanyInfo & FlagValues & { type: string; billingType: string; salesRef: string };

export type NewCompanyValues = CompanyInfo & {
  type: string;
  billingType: string;
  description: string;
  street2: string;
  postalCode: string;
  status: CompanyStatus;
  employer: { firstName: string; lastName: string; email: string; phone: string; password: string };
};

/** Enterprise and Inactive by default (`docs/product/companies.md#creating-a-company`). */
export const newCompany: NewCompanyValues = {
  companyName: '',
  size: null,
  email: '',
  phone: '',
  logo: { fileName: '', url: '' },
  type: '1',
  billingType: 'card',
  status: 'Inactive',
  description: '',
  street2: '',
  postalCode: '',
  employer: { firstName: '', lastName: '', email: '', phone: '', password: '' },
};

export const valuesOf = (company: Company): EditCompanyValues => ({
  ...infoOf(company),
  ...flagsOf(company),
  type: String(company.type),
  billingType: company.billingType,
  salesRef: company.salesRef ?? '',
});

export const fieldLabels: Record<keyof EditCompanyValues, string> = {
  companyName: 'Company name',
  size: 'Size',
  email: 'Billing email',
  phone: 'Phone',
  logo: 'Logo',
  type: 'Type',
  billingType: 'Billing',
  salesRef: 'Account manager',
  enableRequisiteNumbers: 'Requisition numbers',
  experiencedDriverFilter: 'Experienced-driver filter',
  secondChanceCompany: 'Fair-chance employer',
};

/** The named fields for the request. Other fields are left out, so that other people's edits stay. */
export function toChanges(values: EditCompanyValues, fields: readonly (keyof EditCompanyValues)[]): CompanyChanges {
  const wire = { ...values, type: Number(values.type), logo: values.logo.fileName };
  return Object.fromEntries(fields.map((field) => [field, wire[field]])) as CompanyChanges;
}

export function shown(field: keyof EditCompanyValues, values: EditCompanyValues): string {
  if (field === 'type') return labelOf(companyTypes, Number(values.type));
  if (field === 'billingType') return labelOf(billingTypes, values.billingType);
  return shownInfo(field, values);
}

type Field = 'companyName' | 'size' | 'email' | 'phone' | 'type' | 'billingType';

/** The parts of a form that these fields need. */
type Props = { form: { key: (field: Field) => string; getInputProps: (field: Field) => GetInputPropsReturnType } };

/** The fields that the forms for new and existing companies share. */
export function CompanyFields({ form }: Props) {
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
      <CompanyNameField form={form} required />
      <CompanySizeField form={form} required />
      <TextInput label="Billing email" required type="email" key={form.key('email')} {...form.getInputProps('email')} />
      <PhoneInput label="Phone" required key={form.key('phone')} {...form.getInputProps('phone')} />
      <Select
        label="Type"
        data={options(companyTypes)}
        allowDeselect={false}
        key={form.key('type')}
        {...form.getInputProps('type')}
      />
      <Select
        label="Billing"
        data={options(billingTypes)}
        allowDeselect={false}
        key={form.key('billingType')}
        {...form.getInputProps('billingType')}
      />
    </SimpleGrid>
  );
}
