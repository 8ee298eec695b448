import { type ComponentProps, useState } from 'react';
import { messages } from '#shared/messages.ts';
import { codeOf } from '#web/errors.ts';
import { EditConflict } from '#web/ui/EditConflict.tsx';
import { toast } from '#web/ui/toast.ts';
import { addressOf } from './company-info.ts';
import { type AddressAnswer, CompanyAddressForm } from './CompanyAddressForm.tsx';
import { type Company, readCompany, useUpdateCompany } from './queries.ts';

type Look = ComponentProps<typeof CompanyAddressForm>;
const parts = ['street1', 'street2', 'city', 'state', 'postalCode'] as const;
type Part = (typeof parts)[number];
const labels: Record<Part, string> = {
  street1: 'Street',
  street2: 'Apartment, suite',
  city: 'City',
  state: 'State',
  postalCode: 'ZIP code',
};
type Stored = Pick<Company, Part>;
const isSamePlace = (one: Stored, other: Stored) => parts.every((part) => (one[part] ?? '') === (other[part] ?? ''));

type Props = Pick<Look, 'submitLabel' | 'isAside' | 'isGuarded'> & {
  company: Company;
  /** Another than the own, for administrators. */
  companyId: string | undefined;
};

/** One address is one thing: who changed it meanwhile is not overwritten, but shown. */
export function EditCompanyAddress({ company, companyId, ...look }: Props) {
  const update = useUpdateCompany();
  const [base, setBase] = useState(company);
  const [clash, setClash] = useState<{ theirs: Company; mine: AddressAnswer } | null>(null);
  const [formKey, setFormKey] = useState(0);

  const save = async (mine: AddressAnswer, from: Company): Promise<void> => {
    try {
      const stored = await update.mutateAsync({ companyId, version: from.version, ...mine });
      setBase(stored);
      setClash(null);
      setFormKey((key) => key + 1);
      toast.success(messages.updated);
    } catch (error) {
      if (codeOf(error) !== 'edit_conflict') throw error;
      const theirs = await readCompany(companyId);
      if (isSamePlace(theirs, from)) return save(mine, theirs);
      setBase(theirs);
      setClash({ theirs, mine });
    }
  };

  return (
    <>
      {clash ? (
        <EditConflict
          fields={parts
            .filter((part) => (clash.theirs[part] ?? '') !== (clash.mine[part] ?? ''))
            .map((part) => ({ label: labels[part], theirs: clash.theirs[part] ?? '-', mine: clash.mine[part] ?? '-' }))}
          onTakeTheirs={() => {
            setClash(null);
            setFormKey((key) => key + 1);
          }}
        />
      ) : null}
      <CompanyAddressForm
        key={formKey}
        initial={{ address: addressOf(base), street2: base.street2 ?? '', postalCode: base.postalCode ?? '' }}
        {...look}
        onSubmit={(mine) => save(mine, base)}
      />
    </>
  );
}
