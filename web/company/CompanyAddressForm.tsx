import { Group, Stack, TextInput } from '@mantine/core';
import { useState, type ComponentProps } from 'react';
import { companyAddressFields, type CompanyPlace, companyPlaceSchema } from '#shared/companies/company.ts';
import type { Address } from '#shared/places/addresses.ts';
import { bothVersions } from '#shared/resource.ts';
import { codeOf } from '#web/api/errors.ts';
import { AddressAutocomplete } from '#web/places/AddressAutocomplete.tsx';
import { t, writeText } from '#web/texts/app.ts';
import { Form, SubmitButton, useSchemaForm } from '#web/ui/form/Form.tsx';
import { UnsavedChanges, EditConflict } from '#web/ui/form/UnsavedChanges.tsx';
import { toast } from '#web/ui/toast.ts';
import { ZipField } from './CompanyFields.tsx';
import type { AddressDraft } from './drafts.ts';
import { type Company, readCompany, useUpdateCompany } from './queries.ts';
import { addressOf } from './use-company-edit.ts';

type FormProps = ComponentProps<typeof CompanyAddressForm>;
const parts = ['street1', 'street2', 'city', 'state', 'postalCode'] as const;
type StoredAddress = Pick<Company, (typeof parts)[number]>;
const isSamePlace = (one: StoredAddress, other: StoredAddress) =>
  parts.every((part) => (one[part] ?? '') === (other[part] ?? ''));

type EditCompanyAddressProps = Pick<FormProps, 'submitLabel' | 'isInSidebar' | 'isGuarded'> & {
  company: Company;
  /** A company other than the user's own. Only administrators can edit it. */
  companyId: string | undefined;
};

/** Saves all parts of an address together. If someone else changed it in the meantime, both versions are shown. */
export function EditCompanyAddress({ company, companyId, ...look }: EditCompanyAddressProps) {
  const update = useUpdateCompany();
  const [base, setBase] = useState(company);
  const [clash, setClash] = useState<{ remote: Company; local: AddressAnswer } | null>(null);
  const [formKey, setFormKey] = useState(0);

  const save = async (local: AddressAnswer, from: Company): Promise<void> => {
    try {
      const stored = await update.mutateAsync({ companyId, version: from.version, ...local });
      setBase(stored);
      setClash(null);
      setFormKey((key) => key + 1);
      toast.success(t('errors.updated'));
    } catch (error) {
      if (codeOf(error) !== 'edit_conflict') throw error;
      const stored = await readCompany(companyId);
      if (isSamePlace(stored, from)) return save(local, stored);
      setBase(stored);
      setClash({ remote: stored, local });
    }
  };

  return (
    <>
      {clash ? (
        <EditConflict
          fields={bothVersions(
            companyAddressFields,
            parts.filter((part) => (clash.remote[part] ?? '') !== (clash.local[part] ?? '')),
            clash,
            writeText,
          )}
          onAcceptRemote={() => {
            setClash(null);
            setFormKey((key) => key + 1);
          }}
        />
      ) : null}
      <CompanyAddressForm
        key={formKey}
        initial={{ address: addressOf(base), street2: base.street2 ?? '', postalCode: base.postalCode ?? '' }}
        {...look}
        onSubmit={(local) => save(local, base)}
      />
    </>
  );
}

/** The address that is sent to the server: the map service's parts, and the fields for the apartment and ZIP code. */
export type AddressAnswer = {
  street1: string | null;
  street2: string | null;
  city: string;
  state: string;
  postalCode: string | null;
};

type Props = {
  initial: AddressDraft;
  submitLabel: string;
  onSubmit: (address: AddressAnswer) => Promise<unknown>;
  /** The form is next to another form, whose button is the screen's main action. */
  isInSidebar?: boolean;
  /** Asks once before leaving a changed form. */
  isGuarded?: boolean;
  /** Called with the values to save as a draft. */
  onChange?: (draft: AddressDraft) => void;
};

/** Asks for an address from the suggestions, and for the apartment or suite, which the map service does not know. */
export function CompanyAddressForm({ initial, submitLabel, isInSidebar = false, isGuarded = false, onSubmit, onChange }: Props) {
  const [address, setAddress] = useState<Address | null>(initial.address);
  const form = useSchemaForm<CompanyPlace>(companyPlaceSchema, {
    initialValues: { description: address?.description ?? '', street2: initial.street2, postalCode: initial.postalCode },
    onValuesChange: ({ street2, postalCode }) => onChange?.({ address, street2, postalCode }),
  });

  const choose = (next: Address | null) => {
    setAddress(next);
    form.setValues({ description: next?.description ?? '', postalCode: next?.postalCode ?? '' });
    form.clearFieldError('description');
    form.clearFieldError('postalCode');
    const { street2 } = form.getValues();
    onChange?.({ address: next, street2, postalCode: next?.postalCode ?? '' });
  };

  const send = async ({ street2, postalCode }: CompanyPlace) => {
    if (!address) throw new Error(t('errors.addressTooVague'));
    const { street1, city, state } = address;
    await onSubmit({ street1, city, state, street2: street2.trim() || null, postalCode: postalCode || null });
  };

  return (
    <Form form={form} label={t('common.companyAddress')} onSubmit={send}>
      <Stack gap="md">
        <AddressAutocomplete
          label={t('common.address')}
          hint={t('common.addressSearchHint')}
          value={address?.description ?? ''}
          onSelect={choose}
          onClear={() => choose(null)}
          error={form.errors['description'] ?? form.errors['street1']}
        />
        <TextInput
          label={t('common.apartmentOrSuiteOptional')}
          autoComplete="address-line2"
          maxLength={100}
          key={form.key('street2')}
          {...form.getInputProps('street2')}
        />
        <ZipField
          isOpen={address !== null}
          autoComplete="postal-code"
          w="10rem"
          key={form.key('postalCode')}
          {...form.getInputProps('postalCode')}
        />
        {isInSidebar || isGuarded ? (
          <Group justify="flex-end">
            <SubmitButton variant={isInSidebar ? 'default' : undefined}>{submitLabel}</SubmitButton>
          </Group>
        ) : (
          <SubmitButton fullWidth>{submitLabel}</SubmitButton>
        )}
      </Stack>
      {isGuarded ? <UnsavedChanges isDirty={() => form.isDirty()} /> : null}
    </Form>
  );
}
