import { Group, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Address } from '#shared/places/addresses.ts';
import { type CompanyPlace, companyPlaceSchema } from '#shared/companies/company.ts';
import { messages } from '#shared/messages.ts';
import { AddressAutocomplete } from '#web/places/AddressAutocomplete.tsx';
import { Form, SubmitButton } from '#web/ui/form/Form.tsx';
import { useSchemaForm } from '#web/ui/form/schema-form.ts';
import { UnsavedChanges } from '#web/ui/form/UnsavedChanges.tsx';
import type { AddressDraft } from './drafts.ts';
import { ZipField } from './CompanyFields.tsx';

/** What the server is told; the map service's own parts, with the fields beside them. */
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
  /** Beside another form, whose action is the screen's main one. */
  isAside?: boolean;
  /** Leaving it changed asks once. */
  isGuarded?: boolean;
  /** For a draft. */
  onChange?: (draft: AddressDraft) => void;
};

/** Where the company is: one address chosen from suggestions, with the apartment or suite that no map knows. */
export function CompanyAddressForm({ initial, submitLabel, isAside = false, isGuarded = false, onSubmit, onChange }: Props) {
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
    if (!address) throw new Error(messages.addressTooVague);
    const { street1, city, state } = address;
    await onSubmit({ street1, city, state, street2: street2.trim() || null, postalCode: postalCode || null });
  };

  return (
    <Form form={form} label="Company address" onSubmit={send}>
      <Stack gap="md">
        <AddressAutocomplete
          label="Address"
          hint="Start typing, then choose from the list."
          value={address?.description ?? ''}
          onSelect={choose}
          onClear={() => choose(null)}
          error={form.errors['description'] ?? form.errors['street1']}
        />
        <TextInput
          label="Apartment, suite (optional)"
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
        {isAside || isGuarded ? (
          <Group justify="flex-end">
            <SubmitButton variant={isAside ? 'default' : undefined}>{submitLabel}</SubmitButton>
          </Group>
        ) : (
          <SubmitButton fullWidth>{submitLabel}</SubmitButton>
        )}
      </Stack>
      {isGuarded ? <UnsavedChanges isDirty={() => form.isDirty()} /> : null}
    </Form>
  );
}
