import * as z from 'zod/mini';
import { companySizes, labelOf } from '#shared/catalogues.ts';
import { companyColor, type CompanyColorCode, companyColors } from '#shared/company-colors.ts';
import { companyInfoSchema } from '#shared/company.ts';
import * as format from '#shared/format.ts';
import type { Company, Logo } from '#web/company/queries.ts';
import type { Inputs } from '#web/trpc.ts';

const codes = companyColors.map(({ code }) => code) as [CompanyColorCode, ...CompanyColorCode[]];

export const companySettingsSchema = z.extend(companyInfoSchema, {
  logo: z.object({ fileName: z.string(), url: z.string() }),
  colorTemplate: z.enum(codes, 'Choose one of the colors'),
  enableRequisiteNumbers: z.boolean(),
  experiencedDriverFilter: z.boolean(),
  secondChanceCompany: z.boolean(),
});

export type CompanySettings = {
  companyName: string;
  size: string | null;
  email: string;
  phone: string;
  logo: Logo;
  colorTemplate: string;
  enableRequisiteNumbers: boolean;
  experiencedDriverFilter: boolean;
  secondChanceCompany: boolean;
};

export function valuesOf(company: Company): CompanySettings {
  const { companyName, size, email, phone, colorTemplate } = company;
  const { enableRequisiteNumbers, experiencedDriverFilter, secondChanceCompany } = company;
  return {
    companyName,
    size,
    email,
    phone: phone ? format.phone(phone) : '',
    logo: { fileName: company.logo, url: company.logoUrl },
    colorTemplate: companyColor(colorTemplate).code,
    enableRequisiteNumbers,
    experiencedDriverFilter,
    secondChanceCompany,
  };
}

type Changes = Omit<NonNullable<Inputs['company']['update']>, 'companyId' | 'version'>;

export function toChanges(values: CompanySettings, fields: readonly (keyof CompanySettings)[]): Changes {
  const wire = { ...values, logo: values.logo.fileName };
  return Object.fromEntries(fields.map((field) => [field, wire[field]])) as Changes;
}

/** The flags in product words: what each does, where it is seen. */
export const flagWords = {
  enableRequisiteNumbers: {
    label: 'Requisition numbers',
    hint: 'Give each job your own number. It stands in the job list and on the job, and can be searched. Drivers never see it.',
  },
  experiencedDriverFilter: {
    label: 'Experienced-driver filter',
    hint: 'Lists of applicants open with those who have the experience that the job asks for. One switch shows everybody.',
  },
  secondChanceCompany: {
    label: 'Second-chance company',
    hint: 'Your jobs say that drivers with a record are welcome, and drivers can search for that.',
  },
} as const;
export const flagNames = Object.keys(flagWords) as (keyof typeof flagWords)[];

export const fieldLabels: Record<keyof CompanySettings, string> = {
  companyName: 'Company name',
  size: 'Size',
  email: 'Company email',
  phone: 'Phone',
  logo: 'Logo',
  colorTemplate: 'Color',
  enableRequisiteNumbers: flagWords.enableRequisiteNumbers.label,
  experiencedDriverFilter: flagWords.experiencedDriverFilter.label,
  secondChanceCompany: flagWords.secondChanceCompany.label,
};

/** A value in words, for both versions side by side and for those who only read. */
export function shown(field: keyof CompanySettings, values: CompanySettings): string {
  if (field === 'size') return values.size === null ? '-' : labelOf(companySizes, values.size);
  if (field === 'colorTemplate') return companyColor(values.colorTemplate).label;
  if (field === 'logo') return values.logo.fileName ? 'A logo' : 'No logo';
  const value = values[field];
  return typeof value === 'boolean' ? (value ? 'Yes' : 'No') : value || '-';
}
