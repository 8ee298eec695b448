import * as z from 'zod/mini';
import { companyColor, type CompanyColorCode, companyColors } from '#shared/companies/company-colors.ts';
import {
  companyInfoFormSchema,
  type CompanyInfo,
  flagsOf,
  type FlagValues,
  infoLabels,
  infoOf,
  shownInfo,
} from '#web/company/use-company-edit.ts';
import type { Company } from '#web/company/queries.ts';

const codes = companyColors.map(({ code }) => code) as [CompanyColorCode, ...CompanyColorCode[]];

export const companySettingsSchema = z.extend(companyInfoFormSchema, {
  colorTemplate: z.enum(codes, 'Choose a color from the list'),
  enableRequisiteNumbers: z.boolean(),
  experiencedDriverFilter: z.boolean(),
  secondChanceCompany: z.boolean(),
});

export type CompanySettings = CompanyInfo & FlagValues & { colorTemplate: string };

export const valuesOf = (company: Company): CompanySettings => ({
  ...infoOf(company),
  ...flagsOf(company),
  colorTemplate: companyColor(company.colorTemplate).code,
});

/** What each option does, and where it can be seen. */
export const flagWords = {
  enableRequisiteNumbers: {
    label: 'Requisition numbers',
    hint: 'Add your own requisition number to each job. Hidden from drivers.',
  },
  experiencedDriverFilter: {
    label: 'Experienced-driver filter',
    hint: 'Show only applicants who meet the experience requirement by default.',
  },
  secondChanceCompany: {
    label: 'Fair-chance employer',
    hint: 'Your jobs show that drivers with a record may apply, and drivers can filter for them.',
  },
} as const;
export const flagNames = Object.keys(flagWords) as (keyof typeof flagWords)[];

export const fieldLabels: Record<keyof CompanySettings, string> = {
  ...infoLabels,
  colorTemplate: 'Color',
  enableRequisiteNumbers: flagWords.enableRequisiteNumbers.label,
  experiencedDriverFilter: flagWords.experiencedDriverFilter.label,
  secondChanceCompany: flagWords.secondChanceCompany.label,
};

export const shown = (field: keyof CompanySettings, values: CompanySettings): string =>
  field === 'colorTemplate' ? companyColor(values.colorTemplate).label : shownInfo(field, values);
