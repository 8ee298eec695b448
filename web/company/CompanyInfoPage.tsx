import { Stack, Anchor } from '@mantine/core';
import { useNavigate, Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { type CompanyInfo, companyInfoFields, companyInfoSchema } from '#shared/companies/company.ts';
import { phone } from '#shared/format.ts';
import { propertyOf, inputsOf } from '#shared/resource.ts';
import { AuthCard } from '#web/layouts/AuthCard.tsx';
import type { Me } from '#web/signed-in/me.ts';
import { t } from '#web/texts/app.ts';
import { Form, SubmitButton, useSchemaForm, type SchemaForm } from '#web/ui/form/Form.tsx';
import { OfficePhoneInput } from '#web/ui/form/OfficePhoneInput.tsx';
import { EditConflict, UnsavedChanges } from '#web/ui/form/UnsavedChanges.tsx';
import { toast } from '#web/ui/toast.ts';
import { CompanyInput, CompanyNameField, CompanySizeField } from './CompanyFields.tsx';
import { infoDraft } from './drafts.ts';
import { LogoField } from './LogoField.tsx';
import type { Company, Logo } from './queries.ts';
import { useCompanyEdit } from './use-company-edit.ts';

/** `/company-info`: the first setup step. After the company exists, its admin changes its data here. */
export function CompanyInfoPage({ me, company }: { me: Me; company: Company | null }) {
  return company ? <ChangeInfo company={company} /> : <FirstStep me={me} />;
}

/** Returns the form and its logo. The form does not render again when a value changes, so the logo is kept in state. */
function useInfoForm(initialValues: CompanyInfo, onChange?: (values: CompanyInfo) => void) {
  const [logo, setLogo] = useState(initialValues.logo);
  const form = useSchemaForm<CompanyInfo>(companyInfoSchema, {
    initialValues,
    onValuesChange: (values) => {
      setLogo(values.logo);
      onChange?.(values);
    },
  });
  return { form, logo };
}

/** The initial values are the account's own address and phone, which are usually the company's too. */
const firstValues = ({ email, phone: digits, phoneExtension }: Me): CompanyInfo => ({
  ...propertyOf(companyInfoFields, 'empty'),
  email,
  phone: digits ? phone(digits) : '',
  phoneExtension: phoneExtension ?? '',
});

function FirstStep({ me }: { me: Me }) {
  const navigate = useNavigate();
  const [initial] = useState(() => {
    const { isDone: _, ...draft } = infoDraft.read(me.id) ?? { ...firstValues(me), isDone: false };
    return draft;
  });
  const saveDraft = (values: CompanyInfo, isDone: boolean) => infoDraft.write({ ...values, isDone }, me.id);
  const { form, logo } = useInfoForm(initial, (values) => saveDraft(values, false));
  return (
    <AuthCard title={t('company.infoStepTitle')} tabTitle={t('company.companyInfo')} hint={t('company.infoStepHint')}>
      <CompanyInfoForm
        form={form}
        logo={logo}
        submitLabel={t('common.continueButton')}
        onSubmit={async (values) => {
          saveDraft({ ...companyInfoSchema.parse(values) }, true);
          await navigate({ href: '/company-address' });
        }}
      />
    </AuthCard>
  );
}

const infoOf = (company: Company): CompanyInfo => inputsOf(companyInfoFields, company);

function ChangeInfo({ company }: { company: Company }) {
  const { form, logo } = useInfoForm(infoOf(company));
  const { save, conflict } = useCompanyEdit({
    company,
    companyId: undefined,
    form,
    fields: companyInfoFields,
    valuesOf: infoOf,
  });
  return (
    <AuthCard title={t('company.companyInfo')} hint={t('common.companyInfoHint')} footer={<BackToSettings />}>
      <UnsavedChanges isDirty={() => form.isDirty()} />
      <CompanyInfoForm
        form={form}
        logo={logo}
        submitLabel={t('common.save')}
        notice={conflict ? <EditConflict {...conflict} /> : null}
        onSubmit={async (values) => {
          if (await save(values)) toast.success(t('errors.updated'));
        }}
      />
    </AuthCard>
  );
}

type Props = {
  form: SchemaForm<CompanyInfo>;
  logo: Logo;
  submitLabel: string;
  onSubmit: (values: CompanyInfo) => Promise<unknown>;
  /** Shown above the fields. */
  notice?: ReactNode;
};

/** Name, size, billing email, phone and logo, for new and existing companies. */
export function CompanyInfoForm({ form, logo, submitLabel, onSubmit, notice }: Props) {
  return (
    <Form form={form} label={t('company.companyInfo')} onSubmit={onSubmit}>
      {notice}
      <Stack gap="md">
        <CompanyNameField form={form} required={false} />
        <CompanySizeField form={form} required={false} />
        <CompanyInput
          form={form}
          name="email"
          label={t('common.billingEmail')}
          description={t('company.billingEmailHint')}
          required={false}
          autoComplete="email"
        />
        <OfficePhoneInput form={form} prefix="" label={t('common.phone')} />
        <LogoField value={logo} onChange={(next) => form.setFieldValue('logo', next)} />
        <SubmitButton fullWidth>{submitLabel}</SubmitButton>
      </Stack>
    </Form>
  );
}

/** The way back to the settings. The setup steps need it, because they are shown without the portal's navigation. */
export function BackToSettings() {
  return (
    <Anchor component={Link} to="/company/settings" size="sm">
      {t('company.backToSettings')}
    </Anchor>
  );
}
