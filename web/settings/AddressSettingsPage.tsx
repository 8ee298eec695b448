import { SimpleGrid, Stack, Text } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { can } from '#shared/access.ts';
import { messages } from '#shared/messages.ts';
import { addressOf } from '#web/company/company-address.ts';
import { type AddressAnswer, CompanyAddressForm } from '#web/company/CompanyAddressForm.tsx';
import { type Company, companyQuery, readCompany, useUpdateCompany } from '#web/company/queries.ts';
import { codeOf } from '#web/errors.ts';
import { PlaceMap } from '#web/places/PlaceMap.tsx';
import { EditConflict } from '#web/ui/EditConflict.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { Section } from '#web/ui/Section.tsx';
import { toast } from '#web/ui/toast.ts';
import { useMe } from '#web/use-me.ts';

/** `/company/settings/address-settings`: where the company is, on a map. */
export function AddressSettingsPage({ companyId }: { companyId: string | undefined }) {
  const me = useMe();
  const { data: company } = useSuspenseQuery(companyQuery(companyId));
  const mayEdit = can(me.roles, 'company.edit');
  const address = addressOf(company);
  return (
    <>
      <PageHeader
        title="Company address"
        description={companyId ? company.companyName : 'Jobs may be at other places; you choose those with each job.'}
      />
      <SimpleGrid cols={{ base: 1, md: mayEdit || address ? 2 : 1 }} spacing="lg" maw="62rem" style={{ alignItems: 'start' }}>
        <Section title="Address">
          {mayEdit ? <AddressForm company={company} companyId={companyId} /> : <AddressLines company={company} />}
        </Section>
        <Section title="On the map">
          {address ? (
            <PlaceMap label={address.description} state={address.state} coordinates={address} />
          ) : (
            <Text size="sm" c="dimmed">
              Once there is an address, the map shows where it is.
            </Text>
          )}
        </Section>
      </SimpleGrid>
    </>
  );
}

function AddressLines({ company }: { company: Company }) {
  const { street1, street2, city, state, postalCode } = company;
  const lines = [street1, street2, [city, [state, postalCode].filter(Boolean).join(' ')].filter(Boolean).join(', ')].filter(
    Boolean,
  );
  if (lines.length === 0)
    return (
      <Text size="sm" c="dimmed">
        No address yet. Your company’s admins enter it.
      </Text>
    );
  return (
    <Stack component="address" gap={2} style={{ fontStyle: 'normal' }}>
      {lines.map((line) => (
        <Text key={line} size="sm">
          {line}
        </Text>
      ))}
    </Stack>
  );
}

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

/** One address is one thing: who changed it meanwhile is not overwritten, but shown. */
function AddressForm({ company, companyId }: { company: Company; companyId: string | undefined }) {
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
        submitLabel="Save"
        isGuarded
        onSubmit={(mine) => save(mine, base)}
      />
    </>
  );
}
