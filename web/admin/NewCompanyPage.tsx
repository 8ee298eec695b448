import { Group, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { companyStatuses, options } from '#shared/catalogues.ts';
import type { Address } from '#shared/places/addresses.ts';
import { requestOf } from '#shared/resource.ts';
import type { Inputs } from '#web/api/trpc.ts';
import { ZipField } from '#web/company/CompanyFields.tsx';
import { LogoField } from '#web/company/LogoField.tsx';
import { UnverifiedNotice } from '#web/layouts/UnverifiedNotice.tsx';
import { AddressAutocomplete } from '#web/places/AddressAutocomplete.tsx';
import { useMe } from '#web/signed-in/use-me.ts';
import { t, writeText } from '#web/texts/app.ts';
import { Form, SubmitButton, useSchemaForm } from '#web/ui/form/Form.tsx';
import { NewPasswordField } from '#web/ui/form/NewPasswordField.tsx';
import { OfficePhoneInput } from '#web/ui/form/OfficePhoneInput.tsx';
import { UnsavedChanges } from '#web/ui/form/UnsavedChanges.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { Section } from '#web/ui/Section.tsx';
import { toast } from '#web/ui/toast.ts';
import {
  newCompanyDefaults,
  newCompanyFields,
  NewCompanyInput,
  newCompanySchema,
  type NewCompanyValues,
  CompanyFields,
} from './CompanyFields.tsx';
import { useCreateCompanyWithEmployer } from './queries.ts';

/** `/admin/companies/new`: creates a company together with its first company admin. */
export function NewCompanyPage() {
  const me = useMe();
  const navigate = useNavigate();
  const create = useCreateCompanyWithEmployer();
  const [address, setAddress] = useState<Address | null>(null);
  const [isCreated, setIsCreated] = useState(false);
  const [logo, setLogo] = useState(newCompanyDefaults.logo);
  const form = useSchemaForm<NewCompanyValues>(newCompanySchema, {
    initialValues: newCompanyDefaults,
    onValuesChange: (values) => setLogo(values.logo),
  });

  const selectAddress = (newAddress: Address | null) => {
    setAddress(newAddress);
    form.setFieldValue('description', newAddress?.description ?? '');
    form.setFieldValue('postalCode', newAddress?.postalCode ?? '');
    form.clearFieldError('description');
    form.clearFieldError('postalCode');
  };
  const send = async ({ description: _description, street2, postalCode, ...values }: NewCompanyValues) => {
    if (!address) throw new Error(t('errors.addressTooVague'));
    const { street1, city, state } = address;
    const place = { street1, city, state, street2: street2.trim() || null, postalCode: postalCode || null };
    const request = { ...requestOf(newCompanyFields, values), ...place } as Inputs['companies']['create'];
    const company = await create.mutateAsync(request);
    setIsCreated(true);
    toast.success(t('admin.companyCreated', { companyName: company.companyName }));
    await navigate({ to: '/admin/company-list', search: { q: company.companyName }, ignoreBlocker: true });
  };

  return (
    <>
      <PageHeader title={t('common.createCompany')} back={{ to: '/admin/company-list', label: t('common.companyList') }} />
      <Form form={form} label={t('admin.newCompany')} onSubmit={send}>
        <Stack gap="lg" maw="52rem">
          {me.emailVerified ? null : (
            <UnverifiedNotice
              me={me}
              title={t('admin.companyNeedsVerifiedEmail')}
              text={t('common.verifyEmailKeepsInputHint', { email: me.email })}
            />
          )}
          <Section title={t('ui.company')}>
            <Stack gap="md">
              <CompanyFields form={form} />
              <LogoField value={logo} alt={t('admin.companyLogo')} onChange={(newLogo) => form.setFieldValue('logo', newLogo)} />
              <NewCompanyInput
                form={form}
                name="status"
                description={t('admin.inactiveCompanyHint')}
                options={options(companyStatuses, writeText).filter(({ value }) => value !== 'Cancelled')}
              />
            </Stack>
          </Section>
          <Section title={t('common.address')}>
            <Stack gap="md">
              <AddressAutocomplete
                label={t('common.address')}
                required
                hint={t('common.addressSearchHint')}
                value={address?.description ?? ''}
                onSelect={selectAddress}
                onClear={() => selectAddress(null)}
                error={form.errors['description'] ?? form.errors['street1']}
              />
              <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
                <TextInput
                  label={t('common.apartmentOrSuiteOptional')}
                  maxLength={100}
                  key={form.key('street2')}
                  {...form.getInputProps('street2')}
                />
                <ZipField
                  isOpen={address !== null}
                  autoComplete="off"
                  key={form.key('postalCode')}
                  {...form.getInputProps('postalCode')}
                />
              </SimpleGrid>
            </Stack>
          </Section>
          <Section title={t('admin.employer')} description={t('admin.employerDescription')}>
            <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
              <TextInput
                label={t('common.firstName')}
                required
                key={form.key('employer.firstName')}
                {...form.getInputProps('employer.firstName')}
              />
              <TextInput
                label={t('common.lastName')}
                required
                key={form.key('employer.lastName')}
                {...form.getInputProps('employer.lastName')}
              />
              <TextInput
                label={t('ui.email')}
                required
                type="email"
                key={form.key('employer.email')}
                {...form.getInputProps('employer.email')}
              />
              <OfficePhoneInput form={form} prefix="employer." label={t('admin.employerPhone')} required />
              <NewPasswordField
                label={t('ui.password')}
                required
                key={form.key('employer.password')}
                {...form.getInputProps('employer.password')}
              />
            </SimpleGrid>
          </Section>
          <Group justify="flex-end">
            <SubmitButton>{t('common.createCompany')}</SubmitButton>
          </Group>
        </Stack>
      </Form>
      <UnsavedChanges isDirty={() => !isCreated && form.isDirty()} />
    </>
  );
}
