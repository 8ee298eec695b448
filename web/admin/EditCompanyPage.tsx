import { Checkbox, Group, Stack, TextInput } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { billingTypes, companyTypes, labelOf } from '#shared/catalogues.ts';
import { messages } from '#shared/messages.ts';
import { codeOf } from '#web/errors.ts';
import { addressOf } from '#web/company/company-address.ts';
import { CompanyAddressForm } from '#web/company/CompanyAddressForm.tsx';
import { type Company, companyQuery, useUpdateCompany } from '#web/company/queries.ts';
import { CompanyEmailNotice } from '#web/settings/CompanyEmailNotice.tsx';
import { EditConflict } from '#web/ui/EditConflict.tsx';
import { Form, SubmitButton } from '#web/ui/form/Form.tsx';
import { useSchemaForm } from '#web/ui/form/schema-form.ts';
import { UnsavedChanges } from '#web/ui/form/UnsavedChanges.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { Section } from '#web/ui/Section.tsx';
import { StatusBadge } from '#web/ui/StatusBadge.tsx';
import { toast } from '#web/ui/toast.ts';
import { clashes, editCompanyFormSchema, type EditCompanyValues, fieldLabels, toChanges, valuesOf } from './company-form.ts';
import { CompanyFields } from './CompanyFields.tsx';
import { readCompany } from './queries.ts';

/** `/admin/companies/{id}`: everything an administrator changes of a company but its state. */
export function EditCompanyPage({ id }: { id: string }) {
  const { data: company } = useSuspenseQuery(companyQuery(id));
  return (
    <>
      <PageHeader
        title={company.companyName}
        back={{ to: '/admin/company-list', label: 'Company List' }}
        badge={<StatusBadge label={company.status} />}
      />
      <Stack gap="lg" maw="52rem">
        <CompanyEmailNotice company={company} companyId={company.id} mayEdit />
        <CompanySection company={company} />
        <AddressSection company={company} />
      </Stack>
    </>
  );
}

const shown = (field: keyof EditCompanyValues, values: EditCompanyValues): string => {
  const value = values[field];
  if (field === 'type') return labelOf(companyTypes, Number(value) === 1 ? 1 : 2);
  if (field === 'billingType') return labelOf(billingTypes, value === 'CONTRACT' ? 'CONTRACT' : 'CELERO');
  return typeof value === 'boolean' ? (value ? 'Yes' : 'No') : (value ?? '');
};

type Base = { values: EditCompanyValues; version: number };
type Clash = { theirs: EditCompanyValues; mine: EditCompanyValues; fields: (keyof EditCompanyValues)[] };

/** Sends only what was changed here. What somebody else changed meanwhile is kept; where both changed a field, one asks. */
function CompanySection({ company }: { company: Company }) {
  const update = useUpdateCompany();
  const [base, setBase] = useState<Base>({ values: valuesOf(company), version: company.version });
  const [clash, setClash] = useState<Clash | null>(null);
  const form = useSchemaForm<EditCompanyValues>(editCompanyFormSchema, { initialValues: base.values });

  const send = async (mine: EditCompanyValues, from: Base = base): Promise<void> => {
    try {
      const stored = await update.mutateAsync({ companyId: company.id, version: from.version, ...toChanges(from.values, mine) });
      setBase({ values: valuesOf(stored), version: stored.version });
      setClash(null);
      form.setValues(valuesOf(stored));
      form.resetDirty(valuesOf(stored));
      toast.success(messages.updated);
    } catch (error) {
      if (codeOf(error) !== 'edit_conflict') throw error;
      await meet(mine, from);
    }
  };

  const meet = async (mine: EditCompanyValues, from: Base): Promise<void> => {
    const stored = await readCompany(company.id);
    const next = { values: valuesOf(stored), version: stored.version };
    const fields = clashes(from.values, mine, next.values);
    const merged = { ...next.values, ...pick(mine, from.values) };
    if (fields.length === 0) return send(merged, next);
    setBase(next);
    form.setValues(merged);
    setClash({ theirs: next.values, mine, fields });
  };

  return (
    <Form form={form} label="Company" onSubmit={(values) => send(values)}>
      {clash ? (
        <EditConflict
          fields={clash.fields.map((field) => ({
            label: fieldLabels[field],
            theirs: shown(field, clash.theirs),
            mine: shown(field, clash.mine),
          }))}
          onTakeTheirs={() => {
            form.setValues(clash.theirs);
            setClash(null);
          }}
        />
      ) : null}
      <Section
        title="Company"
        footer={
          <Group justify="flex-end">
            <SubmitButton>Save</SubmitButton>
          </Group>
        }
      >
        <Stack gap="md">
          <CompanyFields form={form} />
          <TextInput
            label="Sales reference"
            description="Who of sales looks after the company. It stands in the open row of the company list and in its file."
            maxLength={100}
            key={form.key('salesRef')}
            {...form.getInputProps('salesRef')}
          />
          {(['enableRequisiteNumbers', 'experiencedDriverFilter', 'secondChanceCompany'] as const).map((flag) => (
            <Checkbox key={form.key(flag)} label={fieldLabels[flag]} {...form.getInputProps(flag, { type: 'checkbox' })} />
          ))}
        </Stack>
      </Section>
      <UnsavedChanges isDirty={() => form.isDirty()} />
    </Form>
  );
}

/** What was changed here, and nothing else. */
function pick(mine: EditCompanyValues, from: EditCompanyValues): Partial<EditCompanyValues> {
  return Object.fromEntries(Object.entries(mine).filter(([field, value]) => value !== from[field as keyof EditCompanyValues]));
}

function AddressSection({ company }: { company: Company }) {
  const update = useUpdateCompany();
  return (
    <Section title="Address" description="Jobs may be at other places.">
      <CompanyAddressForm
        initial={{ address: addressOf(company), street2: company.street2 ?? '', postalCode: company.postalCode ?? '' }}
        submitLabel="Save address"
        isAside
        onSubmit={async (address) => {
          await update.mutateAsync({ companyId: company.id, ...address });
          toast.success(messages.updated);
        }}
      />
    </Section>
  );
}
