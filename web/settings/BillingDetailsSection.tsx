import { Group, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type BillingDetails, billingDetailsFormSchema, type BillingDetailsForm } from '#shared/billing/payment.ts';
import { phone as formatPhone } from '#shared/format.ts';
import type { Address } from '#shared/places/addresses.ts';
import { queryClient } from '#web/api/query-client.ts';
import { trpc } from '#web/api/trpc.ts';
import { billingDetailsQuery } from '#web/billing/queries.ts';
import { CompanyNameField, ZipField } from '#web/company/CompanyFields.tsx';
import { addressOf } from '#web/company/use-company-edit.ts';
import { AddressAutocomplete } from '#web/places/AddressAutocomplete.tsx';
import { t } from '#web/texts/app.ts';
import { Form, SubmitButton, useSchemaForm } from '#web/ui/form/Form.tsx';
import { OfficePhoneInput } from '#web/ui/form/OfficePhoneInput.tsx';
import { UnsavedChanges } from '#web/ui/form/UnsavedChanges.tsx';
import { Section } from '#web/ui/Section.tsx';
import { toast } from '#web/ui/toast.ts';

/** The name and address on invoices and receipts. Company admins can change them, and company users can read them. */
export function BillingDetailsSection({ mayEdit }: { mayEdit: boolean }) {
  const { data: details } = useSuspenseQuery(billingDetailsQuery());
  return (
    <Section title={t('settings.billingInformation')} description={t('settings.billingInformationDescription')}>
      {mayEdit ? <DetailsForm details={details} /> : <DetailsText details={details} />}
    </Section>
  );
}

function DetailsForm({ details }: { details: BillingDetails }) {
  const [address, setAddress] = useState<Address | null>(() => addressOf(details));
  const form = useSchemaForm<BillingDetailsForm>(billingDetailsFormSchema, {
    initialValues: {
      name: details.name,
      companyName: details.companyName,
      phone: details.phone ? formatPhone(details.phone) : '',
      phoneExtension: details.phoneExtension ?? '',
      description: address?.description ?? '',
      street2: details.street2 ?? '',
      postalCode: details.postalCode ?? '',
    },
  });
  const saveMutation = useMutation(
    trpc.company.updateBillingDetails.mutationOptions({
      onSuccess: (savedDetails) => queryClient.setQueryData(trpc.company.billingDetails.queryKey(), savedDetails),
    }),
  );

  const selectAddress = (newAddress: Address | null) => {
    setAddress(newAddress);
    form.setValues({ description: newAddress?.description ?? '', postalCode: newAddress?.postalCode ?? '' });
    form.clearFieldError('description');
    form.clearFieldError('postalCode');
  };

  const save = async ({ name, companyName, phone, phoneExtension, street2, postalCode }: BillingDetailsForm) => {
    if (!address) throw new Error(t('errors.addressTooVague'));
    const { street1, city, state } = address;
    const place = { street1, street2: street2.trim() || null, city, state, postalCode: postalCode || null };
    await saveMutation.mutateAsync({ name, companyName, phone, phoneExtension, ...place });
    form.resetDirty();
    toast.success(t('errors.updated'));
  };

  return (
    <Form form={form} label={t('settings.billingInformation')} onSubmit={save}>
      <Stack gap="md">
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
          <TextInput
            label={t('settings.contactName')}
            required
            autoComplete="billing name"
            maxLength={100}
            key={form.key('name')}
            {...form.getInputProps('name')}
          />
          <OfficePhoneInput form={form} prefix="" label={t('common.phone')} required />
        </SimpleGrid>
        <CompanyNameField form={form} />
        <AddressAutocomplete
          label={t('settings.billingAddress')}
          hint={t('common.addressSearchHint')}
          value={address?.description ?? ''}
          onSelect={selectAddress}
          onClear={() => selectAddress(null)}
          error={form.errors['description'] ?? form.errors['street1']}
        />
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
          <TextInput
            label={t('common.apartmentOrSuiteOptional')}
            autoComplete="billing address-line2"
            maxLength={100}
            key={form.key('street2')}
            {...form.getInputProps('street2')}
          />
          <ZipField
            isOpen={address !== null}
            autoComplete="billing postal-code"
            key={form.key('postalCode')}
            {...form.getInputProps('postalCode')}
          />
        </SimpleGrid>
        <Group justify="flex-end">
          <SubmitButton>{t('common.save')}</SubmitButton>
        </Group>
      </Stack>
      <UnsavedChanges isDirty={() => form.isDirty()} />
    </Form>
  );
}

function DetailsText({ details }: { details: BillingDetails }) {
  const { name, companyName, phone, phoneExtension, street1, street2, city, state, postalCode } = details;
  const cityLine = [city, [state, postalCode].filter(Boolean).join(' ')].filter(Boolean).join(', ');
  const lines = [companyName, name, street1, street2, cityLine, phone && formatPhone(phone, phoneExtension)].filter(Boolean);
  return (
    <Stack component="address" gap={2} style={{ fontStyle: 'normal' }}>
      {lines.map((line) => (
        <Text key={line} size="sm" style={{ overflowWrap: 'anywhere' }}>
          {line}
        </Text>
      ))}
    </Stack>
  );
}
