import { Group, Stack } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { companyFlagFields } from '#shared/companies/company.ts';
import { inputsOf } from '#shared/resource.ts';
import { EditCompanyAddress } from '#web/company/CompanyAddressForm.tsx';
import { CompanyEmailNotice } from '#web/company/CompanyEmailNotice.tsx';
import { LogoField } from '#web/company/LogoField.tsx';
import { type Company, companyQuery } from '#web/company/queries.ts';
import { useCompanyEdit } from '#web/company/use-company-edit.ts';
import { t } from '#web/texts/app.ts';
import { CompanyStatusBadge } from '#web/ui/EntityStatus.tsx';
import { Form, SubmitButton, useSchemaForm } from '#web/ui/form/Form.tsx';
import { EditConflict, UnsavedForms } from '#web/ui/form/UnsavedChanges.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { Section } from '#web/ui/Section.tsx';
import { toast } from '#web/ui/toast.ts';
import { CarrierDecision } from './CarrierDecision.tsx';
import {
  CompanyFields,
  editCompanyFields,
  EditCompanyInput,
  editCompanySchema,
  type EditCompanyValues,
} from './CompanyFields.tsx';

const toFormValues = (company: Company): EditCompanyValues => inputsOf(editCompanyFields, company);
const flagNames = Object.keys(companyFlagFields) as (keyof typeof companyFlagFields)[];

/** `/admin/companies/{id}`: everything that an administrator can change about a company, except its status. */
export function EditCompanyPage({ id }: { id: string }) {
  const { data: company } = useSuspenseQuery(companyQuery(id));
  return (
    <>
      <PageHeader
        title={company.companyName}
        back={{ to: '/admin/company-list', label: t('common.companyList') }}
        badge={<CompanyStatusBadge status={company.status} />}
      />
      <Stack gap="lg" maw="52rem">
        <CompanyEmailNotice company={company} companyId={company.id} mayEdit />
        <CarrierDecision company={company} />
        <UnsavedForms>
          <CompanySection company={company} />
          <Section title={t('common.address')} description={t('common.jobLocationsHint')}>
            <EditCompanyAddress company={company} companyId={company.id} submitLabel={t('admin.saveAddress')} isInSidebar />
          </Section>
        </UnsavedForms>
      </Stack>
    </>
  );
}

/** Sends only the fields that the user changed, so other people's edits are kept. If both changed a field, the user chooses. */
export function CompanySection({ company }: { company: Company }) {
  /** The form does not render again when a value changes, so the logo is kept in state to be shown. */
  const [logo, setLogo] = useState(() => toFormValues(company).logo);
  const form = useSchemaForm<EditCompanyValues>(editCompanySchema, {
    initialValues: toFormValues(company),
    onValuesChange: (values) => setLogo(values.logo),
  });
  const { save, conflict } = useCompanyEdit({
    company,
    companyId: company.id,
    form,
    fields: editCompanyFields,
    valuesOf: toFormValues,
  });
  const send = async (values: EditCompanyValues) => {
    if (await save(values)) toast.success(t('errors.updated'));
  };
  return (
    <Form form={form} label={t('ui.company')} onSubmit={send}>
      {conflict ? <EditConflict {...conflict} /> : null}
      <Section
        title={t('ui.company')}
        footer={
          <Group justify="flex-end">
            <SubmitButton>{t('common.save')}</SubmitButton>
          </Group>
        }
      >
        <Stack gap="md">
          <CompanyFields form={form} />
          <LogoField value={logo} alt={t('admin.companyLogo')} onChange={(newLogo) => form.setFieldValue('logo', newLogo)} />
          <EditCompanyInput form={form} name="salesRef" description={t('admin.accountManagerHint')} />
          {flagNames.map((flag) => (
            <EditCompanyInput key={flag} form={form} name={flag} description={null} />
          ))}
        </Stack>
      </Section>
    </Form>
  );
}
