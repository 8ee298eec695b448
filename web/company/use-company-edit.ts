import { useState } from 'react';
import type { Address } from '#shared/places/addresses.ts';
import { bothVersions, changesOf, type Field, mergeEdits } from '#shared/resource.ts';
import { codeOf } from '#web/api/errors.ts';
import { writeText } from '#web/texts/app.ts';
import type { SchemaForm } from '#web/ui/form/Form.tsx';
import { type Company, readCompany, useUpdateCompany } from './queries.ts';

type CompanyPlace = Pick<Company, 'street1' | 'city' | 'state' | 'postalCode' | 'coordinates'>;

/** Returns the company's address for the address field, or null if the map service does not know it. */
export function addressOf({ street1, city, state, postalCode, coordinates }: CompanyPlace): Address | null {
  if (!city || !state || !coordinates) return null;
  const parts = [street1, city, [state, postalCode].filter(Boolean).join(' '), 'USA'];
  return { description: parts.filter(Boolean).join(', '), street1, city, state, postalCode, country: 'US', ...coordinates };
}

type Conflict<Values> = { remote: Values; local: Values; conflictingFields: (keyof Values & string)[] };

type Options<Values extends Record<string, unknown>> = {
  company: Company;
  /** A company other than the user's own. Only administrators can edit it. */
  companyId: string | undefined;
  form: SchemaForm<Values>;
  fields: Record<keyof Values & string, Field>;
  valuesOf: (company: Company) => Values;
};

/**
 * Saves a form of company fields. It sends only the fields that the user changed, with the version that was loaded, so other
 * people's edits are kept. If both changed a field, both versions are shown and the user chooses.
 */
export function useCompanyEdit<Values extends Record<string, unknown>>(options: Options<Values>) {
  const { company, companyId, form, fields, valuesOf } = options;
  const update = useUpdateCompany();
  const [base, setBase] = useState({ values: valuesOf(company), version: company.version });
  const [clash, setClash] = useState<Conflict<Values> | null>(null);

  const show = (stored: Company) => {
    const values = valuesOf(stored);
    setBase({ values, version: stored.version });
    setClash(null);
    form.setValues(values);
    form.resetDirty(values);
  };

  /** @returns the stored company, or null if the user has to choose first */
  const save = async (local: Values, from = base): Promise<Company | null> => {
    const changes = changesOf(fields, from.values, local);
    try {
      const stored = await update.mutateAsync({ companyId, version: from.version, ...changes });
      show(stored);
      return stored;
    } catch (error) {
      if (codeOf(error) !== 'edit_conflict') throw error;
      const stored = await readCompany(companyId);
      const next = { values: valuesOf(stored), version: stored.version };
      const { merged, clashes: conflictingFields } = mergeEdits(from.values, local, next.values, fields);
      if (conflictingFields.length === 0) return save(merged, next);
      setBase(next);
      form.setValues(merged);
      setClash({ remote: next.values, local, conflictingFields });
      return null;
    }
  };

  const acceptRemote = ({ remote }: Conflict<Values>) => {
    form.setValues(remote);
    form.resetDirty(remote);
    setClash(null);
  };

  /** For `EditConflict`. Null if there is no conflict. */
  const conflict = clash && {
    fields: bothVersions(fields, clash.conflictingFields, clash, writeText),
    onAcceptRemote: () => acceptRemote(clash),
  };

  return { save, conflict };
}
