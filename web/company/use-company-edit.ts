import { useState } from 'react';
import { codeOf } from '#web/errors.ts';
import type { SchemaForm } from '#web/ui/form/schema-form.ts';
import type { Inputs } from '#web/trpc.ts';
import { changedFields, clashes, merged } from './merge-edits.ts';
import { type Company, readCompany, useUpdateCompany } from './queries.ts';

type Changes = Omit<NonNullable<Inputs['company']['update']>, 'companyId' | 'version'>;
type Clash<Values> = { theirs: Values; mine: Values; fields: (keyof Values)[] };

type Options<Values extends object> = {
  company: Company;
  /** Another than the own, for administrators. */
  companyId: string | undefined;
  form: SchemaForm<Values>;
  valuesOf: (company: Company) => Values;
  /** These fields of the form, as the wire takes them. */
  toChanges: (values: Values, fields: readonly (keyof Values)[]) => Changes;
};

/**
 * Saves a form of the company's fields: only what was changed here is sent, with the version that was read. What somebody
 * else changed meanwhile is kept; where both changed a field, both versions are shown and one is asked.
 */
export function useCompanyEdit<Values extends object>({ company, companyId, form, valuesOf, toChanges }: Options<Values>) {
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

  return {
    save,
    clash,
    takeTheirs: () => {
      if (!clash) return;
      form.setValues(clash.theirs);
      form.resetDirty(clash.theirs);
      setClash(null);
    },
  };
}
