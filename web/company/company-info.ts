import * as z from 'zod/mini';
import { companySizes, labelOf } from '#shared/catalogues.ts';
import { companyInfoSchema } from '#shared/companies/company.ts';
import * as format from '#shared/format.ts';
import type { Inputs } from '#web/trpc.ts';
import type { Company, Logo } from './queries.ts';
import type { Address } from '#shared/places/addresses.ts';

/** What the company is called and how it is reached, as forms hold it. */
export type ContactValues = { companyName: string; size: string | null; email: string; phone: string };
export type CompanyInfo = ContactValues & { logo: Logo };
export type FlagValues = { enableRequisiteNumbers: boolean; experiencedDriverFilter: boolean; secondChanceCompany: boolean };

export const companyInfoFormSchema = z.extend(companyInfoSchema, {
  logo: z.object({ fileName: z.string(), url: z.string() }),
});

export const contactOf = ({ companyName, size, email, phone }: Company): ContactValues => ({
  companyName,
  size,
  email,
  phone: phone ? format.phone(phone) : '',
});

export const logoOf = ({ logo, logoUrl }: Company): Logo => ({ fileName: logo, url: logoUrl });

export const infoOf = (company: Company): CompanyInfo => ({ ...contactOf(company), logo: logoOf(company) });

export const flagsOf = ({ enableRequisiteNumbers, experiencedDriverFilter, secondChanceCompany }: Company): FlagValues => ({
  enableRequisiteNumbers,
  experiencedDriverFilter,
  secondChanceCompany,
});

export type CompanyChanges = Omit<NonNullable<Inputs['company']['update']>, 'companyId' | 'version'>;

/** These fields of a form with a logo, as the wire takes them. */
export function toChanges<Values extends { logo: Logo }>(values: Values, fields: readonly (keyof Values)[]): CompanyChanges {
  const wire = { ...values, logo: values.logo.fileName };
  return Object.fromEntries(fields.map((field) => [field, wire[field]])) as CompanyChanges;
}

export const infoLabels: Record<keyof CompanyInfo, string> = {
  companyName: 'Company name',
  size: 'Size',
  email: 'Company email',
  phone: 'Phone',
  logo: 'Logo',
};

/** A value in words, for both versions side by side and for those who only read. */
export function shownInfo<Values extends Partial<CompanyInfo>>(field: keyof Values, values: Values): string {
  const value: unknown = values[field];
  if (field === 'size') return labelOf(companySizes, values.size) || '-';
  if (field === 'logo') return values.logo?.fileName ? 'A logo' : 'No logo';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return typeof value === 'string' && value !== '' ? value : '-';
}

type Placed = Pick<Company, 'street1' | 'city' | 'state' | 'postalCode' | 'coordinates'>;

/** Where a company is, as the address field shows it; null while it is nowhere that a map knows. */
export function addressOf({ street1, city, state, postalCode, coordinates }: Placed): Address | null {
  if (!city || !state || !coordinates) return null;
  const parts = [street1, city, [state, postalCode].filter(Boolean).join(' '), 'USA'];
  return { description: parts.filter(Boolean).join(', '), street1, city, state, postalCode, country: 'US', ...coordinates };
}
