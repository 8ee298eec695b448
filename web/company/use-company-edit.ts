import { useState } from 'react';
import { codeOf } from '#web/errors.ts';
import type { SchemaForm } from '#web/ui/form/schema-form.ts';
import { type Company, readCompany, useUpdateCompany, type Logo } from './queries.ts';
import * as z from 'zod/mini';
import { companySizes, labelOf } from '#shared/catalogues.ts';
import { companyInfoSchema } from '#shared/companies/company.ts';
import * as format from '#shared/format.ts';
import type { Inputs } from '#web/trpc.ts';
import type { Address } from '#shared/places/addresses.ts';

/** What the company is called and how it is reached, as forms hold it. */
type ContactValues = { companyName: string; size: string | null; email: string; phone: string };
export type CompanyInfo = ContactValues & { logo: Logo };
export type FlagValues = { enableRequisiteNumbers: boolean; experiencedDriverFilter: boolean; secondChanceCompany: boolean };

export const companyInfoFormSchema = z.extend(companyInfoSchema, {
  logo: z.object({ fileName: z.string(), url: z.string() }),
});

const contactOf = ({ companyName, size, email, phone }: Company): ContactValues => ({
  companyName,
  size,
  email,
  phone: phone ? format.phone(phone) : '',
});

const logoOf = ({ logo, logoUrl }: Company): Logo => ({ fileName: logo, url: logoUrl });

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

/**
 * Two who change the same thing at once: what each changed of what both had read. Where they changed different fields both
 * count; where they changed the same one differently, somebody is asked.
 */
const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

export function changedFields<Values extends object>(from: Values, to: Values): (keyof Values)[] {
  return (Object.keys(from) as (keyof Values)[]).filter((field) => !isSame(from[field], to[field]));
}

/** Fields that both changed from what stood there before, each to something else. */
export function clashes<Values extends object>(base: Values, mine: Values, theirs: Values): (keyof Values)[] {
  return changedFields(base, mine).filter((field) => !isSame(theirs[field], base[field]) && !isSame(theirs[field], mine[field]));
}

/** Theirs with what was changed here on top. */
export function merged<Values extends object>(base: Values, mine: Values, theirs: Values): Values {
  const own = changedFields(base, mine).map((field) => [field, mine[field]]);
  return { ...theirs, ...(Object.fromEntries(own) as Partial<Values>) };
}

type Clash<Values> = { theirs: Values; mine: Values; fields: (keyof Values)[] };

type Options<Values extends object> = {
  company: Company;
  /** Another than the own, for administrators. */
  companyId: string | undefined;
  form: SchemaForm<Values>;
  valuesOf: (company: Company) => Values;
  /** These fields of the form, as the wire takes them. */
  toChanges: (values: Values, fields: readonly (keyof Values)[]) => CompanyChanges;
  /** The fields and their values in the screen's words, for both versions side by side. */
  labels: Record<keyof Values, string>;
  shown: (field: keyof Values, values: Values) => string;
};

/**
 * Saves a form of the company's fields: only what was changed here is sent, with the version that was read. What somebody
 * else changed meanwhile is kept; where both changed a field, both versions are shown and one is asked.
 */
export function useCompanyEdit<Values extends object>(options: Options<Values>) {
  const { company, companyId, form, valuesOf, toChanges, labels, shown } = options;
  const update = useUpdateCompany();
  const [base, setBase] = useState({ values: valuesOf(company), version: company.version });
  const [clash, setClash] = useState<Clash<Values> | null>(null);

  const show = (stored: Company) => {
    const values = valuesOf(stored);
    setBase({ values, version: stored.version });
    setClash(null);
    form.setValues(values);
    form.resetDirty(values);
  };

  /** @returns the stored company, or null where one is asked first */
  const save = async (mine: Values, from = base): Promise<Company | null> => {
    const changes = toChanges(mine, changedFields(from.values, mine));
    try {
      const stored = await update.mutateAsync({ companyId, version: from.version, ...changes });
      show(stored);
      return stored;
    } catch (error) {
      if (codeOf(error) !== 'edit_conflict') throw error;
      const stored = await readCompany(companyId);
      const next = { values: valuesOf(stored), version: stored.version };
      const fields = clashes(from.values, mine, next.values);
      const both = merged(from.values, mine, next.values);
      if (fields.length === 0) return save(both, next);
      setBase(next);
      form.setValues(both);
      setClash({ theirs: next.values, mine, fields });
      return null;
    }
  };

  const takeTheirs = ({ theirs }: Clash<Values>) => {
    form.setValues(theirs);
    form.resetDirty(theirs);
    setClash(null);
  };

  /** For `EditConflict`; null while nobody is in the way. */
  const conflict = clash && {
    fields: clash.fields.map((field) => ({
      label: labels[field],
      theirs: shown(field, clash.theirs),
      mine: shown(field, clash.mine),
    })),
    onTakeTheirs: () => takeTheirs(clash),
  };

  return { save, conflict };
}
