import * as z from 'zod/mini';
import { billingTypes, codes, companyStatuses, type CompanyStatus } from '#shared/catalogues.ts';
import { companyInfoSchema, companyPlaceSchema, firstEmployerSchema } from '#shared/company.ts';
import * as format from '#shared/format.ts';
import type { Company } from '#web/company/queries.ts';
import type { Inputs } from '#web/trpc.ts';

const choices = {
  type: z.enum(['1', '2'], 'Choose a company type'),
  billingType: z.enum(codes(billingTypes), 'Choose how the company pays'),
};

/** What an administrator changes of a company. */
export const editCompanyFormSchema = z.extend(companyInfoSchema, {
  ...choices,
  salesRef: z.string().check(z.maxLength(100, 'Use at most 100 characters')),
  enableRequisiteNumbers: z.boolean(),
  experiencedDriverFilter: z.boolean(),
  secondChanceCompany: z.boolean(),
});

export const newCompanyFormSchema = z.extend(companyInfoSchema, {
  ...choices,
  ...companyPlaceSchema.shape,
  status: z.enum(codes(companyStatuses), 'Choose a status'),
  employer: firstEmployerSchema,
});

export type EditCompanyValues = {
  companyName: string;
  size: string | null;
  email: string;
  phone: string;
  type: string;
  billingType: string;
  salesRef: string;
  enableRequisiteNumbers: boolean;
  experiencedDriverFilter: boolean;
  secondChanceCompany: boolean;
};

export type NewCompanyValues = Pick<EditCompanyValues, 'companyName' | 'size' | 'email' | 'phone' | 'type' | 'billingType'> & {
  description: string;
  street2: string;
  postalCode: string;
  status: CompanyStatus;
  employer: { firstName: string; lastName: string; email: string; phone: string; password: string };
};

/** Enterprise and Inactive unless said otherwise (`product: Companies`). */
export const newCompany: NewCompanyValues = {
  companyName: '',
  size: null,
  email: '',
  phone: '',
  type: '1',
  billingType: 'CELERO',
  status: 'Inactive',
  description: '',
  street2: '',
  postalCode: '',
  employer: { firstName: '', lastName: '', email: '', phone: '', password: '' },
};

export function valuesOf(company: Company): EditCompanyValues {
  const { companyName, size, email, phone, type, billingType, salesRef } = company;
  const { enableRequisiteNumbers, experiencedDriverFilter, secondChanceCompany } = company;
  return {
    companyName,
    size,
    email,
    phone: phone ? format.phone(phone) : '',
    type: String(type),
    billingType,
    salesRef: salesRef ?? '',
    enableRequisiteNumbers,
    experiencedDriverFilter,
    secondChanceCompany,
  };
}

export const fieldLabels: Record<keyof EditCompanyValues, string> = {
  companyName: 'Company name',
  size: 'Size',
  email: 'Billing email',
  phone: 'Phone',
  type: 'Type',
  billingType: 'Billing',
  salesRef: 'Sales reference',
  enableRequisiteNumbers: 'Requisition numbers',
  experiencedDriverFilter: 'Experienced-driver filter',
  secondChanceCompany: 'Second-chance company',
};

const allFields = Object.keys(fieldLabels) as (keyof EditCompanyValues)[];

export function changedFields(from: EditCompanyValues, to: EditCompanyValues): (keyof EditCompanyValues)[] {
  return allFields.filter((field) => from[field] !== to[field]);
}

/** What changed, as the wire takes it: nobody's edit of another field is touched. */
export function toChanges(from: EditCompanyValues, to: EditCompanyValues): Partial<Inputs['company']['update']> {
  const changed = changedFields(from, to).map((field) => [field, field === 'type' ? Number(to.type) : to[field]]);
  return Object.fromEntries(changed) as Partial<Inputs['company']['update']>;
}

/** Fields that both changed from what stood there before, each to something else. */
export function clashes(base: EditCompanyValues, mine: EditCompanyValues, theirs: EditCompanyValues) {
  return changedFields(base, mine).filter((field) => theirs[field] !== base[field] && theirs[field] !== mine[field]);
}
