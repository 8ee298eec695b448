import { Stack, Group, SimpleGrid, Radio, Text, ColorSwatch } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useState, type CSSProperties, type ReactNode } from 'react';
import * as z from 'zod/mini';
import { can } from '#shared/access/access.ts';
import { companyColor, companyColors } from '#shared/companies/company-colors.ts';
import { companyFields, companyFlagFields, companyInfoFields } from '#shared/companies/company.ts';
import { type PropertyOf, propertyOf, fieldText, inputsOf } from '#shared/resource.ts';
import { CompanyEmailNotice } from '#web/company/CompanyEmailNotice.tsx';
import { CompanyNameField, CompanySizeField } from '#web/company/CompanyFields.tsx';
import { LogoField, LogoPicture } from '#web/company/LogoField.tsx';
import { companyQuery, type Company } from '#web/company/queries.ts';
import { useCompanyEdit } from '#web/company/use-company-edit.ts';
import { useMe } from '#web/signed-in/use-me.ts';
import { t, writeText } from '#web/texts/app.ts';
import { settingInputs } from '#web/ui/form/ChoiceInputs.tsx';
import { createFieldInput } from '#web/ui/form/FieldInput.tsx';
import { Form, SubmitButton, type SchemaForm, useSchemaForm } from '#web/ui/form/Form.tsx';
import { OfficePhoneInput } from '#web/ui/form/OfficePhoneInput.tsx';
import { EditConflict, UnsavedChanges } from '#web/ui/form/UnsavedChanges.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { Section } from '#web/ui/Section.tsx';
import { toast } from '#web/ui/toast.ts';
import { EmailText, PhoneLink } from '#web/ui/Values.tsx';
import { CloseCompany } from './CloseCompany.tsx';
import { CompanySignInSection } from './CompanySignIn.tsx';
import { HiringStages } from './HiringStages.tsx';
import { PublicPage } from './PublicPage.tsx';
import classes from './SettingsFrame.module.css';

export const settingsFields = { ...companyInfoFields, colorTemplate: companyFields.colorTemplate, ...companyFlagFields };
const SettingsInput = createFieldInput(settingsFields, settingInputs);
type CompanySettings = PropertyOf<typeof settingsFields, 'empty'>;
const companySettingsSchema = z.object(propertyOf(settingsFields, 'formSchema'));
const toFormValues = (company: Company): CompanySettings => inputsOf(settingsFields, company);
const flagNames = Object.keys(companyFlagFields) as (keyof typeof companyFlagFields)[];

/** `/company/settings/company-settings`: the company's data and options. Company users can read them but not edit them. */
export function CompanySettingsPage({ companyId }: { companyId: string | undefined }) {
  const me = useMe();
  const { data: company } = useSuspenseQuery(companyQuery(companyId));
  const mayEdit = can(me.roles, 'company.edit');
  const isOwnCompany = me.companyId === company.id && me.impersonatorId === null;
  return (
    <>
      <PageHeader title={t('common.companySettings')} description={mayEdit ? undefined : t('settings.adminsOnlyNote')} />
      <Stack gap="lg" maw="46rem">
        <CompanyEmailNotice company={company} companyId={companyId} mayEdit={mayEdit && me.impersonatorId === null} />
        {mayEdit ? (
          <>
            <CompanySettingsForm key={company.id} company={company} companyId={companyId} />
            <HiringStages key={company.id} companyId={companyId} />
          </>
        ) : (
          <CompanyDetails company={company} />
        )}
        {company.status === 'Cancelled' ? null : (
          <PublicPage key={`page ${company.id}`} company={company} companyId={companyId} />
        )}
        {isOwnCompany && can(me.roles, 'company.sign_in') && me.companyStatus !== 'Cancelled' ? (
          <CompanySignInSection key={company.id} />
        ) : null}
        {isOwnCompany && can(me.roles, 'company.close') ? <CloseCompany companyName={company.companyName} /> : null}
      </Stack>
    </>
  );
}

type Props = { company: Company; companyId: string | undefined };

/** One form for the company's name, size, phone, email, logo, color and options. */
export function CompanySettingsForm({ company, companyId }: Props) {
  /** The form does not render again when a value changes, so the values of the logo and color are kept in state. */
  const [values, setValues] = useState(() => toFormValues(company));
  const form = useSchemaForm<CompanySettings>(companySettingsSchema, {
    initialValues: toFormValues(company),
    onValuesChange: setValues,
  });
  const { save, conflict } = useCompanyEdit({ company, companyId, form, fields: settingsFields, valuesOf: toFormValues });
  const send = async (submittedValues: CompanySettings) => {
    const storedCompany = await save(submittedValues);
    if (storedCompany) toast.success(t('errors.updated'));
  };
  return (
    <Form form={form} label={t('common.companySettings')} onSubmit={send}>
      {conflict ? <EditConflict {...conflict} /> : null}
      <Stack gap="lg">
        <Section title={t('ui.company')} description={t('common.companyInfoHint')}>
          <Stack gap="md">
            <LogoField value={values.logo} onChange={(logo) => form.setFieldValue('logo', logo)} />
            <InfoFields form={form} />
            <SimpleGrid component="dl" cols={{ base: 1, xs: 2 }} spacing="md" m={0}>
              <CompanyTerms company={company} />
            </SimpleGrid>
          </Stack>
        </Section>
        <Section title={t('settings.branding')}>
          <ColorField
            value={values.colorTemplate}
            companyName={values.companyName}
            onChange={(code) => form.setFieldValue('colorTemplate', code)}
          />
        </Section>
        <Section title={t('settings.hiring')}>
          <Stack gap="md">
            {flagNames.map((flag) => (
              <SettingsInput key={flag} form={form} name={flag} />
            ))}
          </Stack>
        </Section>
        <Group justify="flex-end">
          <SubmitButton>{t('common.save')}</SubmitButton>
        </Group>
      </Stack>
      <UnsavedChanges isDirty={() => form.isDirty()} />
    </Form>
  );
}

function InfoFields({ form }: { form: SchemaForm<CompanySettings> }) {
  const isImpersonating = useMe().impersonatorId !== null;
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        <CompanyNameField form={form} required={false} />
        <CompanySizeField form={form} required={false} />
        <OfficePhoneInput form={form} prefix="" label={t('common.phone')} />
      </SimpleGrid>
      <SettingsInput
        form={form}
        name="email"
        description={isImpersonating ? t('settings.companyEmailImpersonatedHint') : t('settings.companyEmailHint')}
        required={false}
        readOnly={isImpersonating}
      />
    </>
  );
}

type ColorFieldProps = { value: string; onChange: (code: string) => void; companyName: string };

/** Lets the user choose a color, with a preview of what drivers see. */
function ColorField({ value, onChange, companyName }: ColorFieldProps) {
  const { accent, onAccent } = companyColor(value);
  const previewStyle = { '--preview-accent': accent, '--preview-on-accent': onAccent } as CSSProperties;
  return (
    <div>
      <Radio.Group label={t('common.color')} description={t('settings.colorHint')} value={value} onChange={onChange}>
        <SimpleGrid cols={{ base: 2, xs: 4 }} spacing="xs" mt="xs">
          {companyColors.map(({ code, label, accent: color }) => (
            <Radio.Card key={code} value={code} className={classes.colorOption} aria-label={writeText(label)}>
              <ColorDot color={color} />
              {writeText(label)}
            </Radio.Card>
          ))}
        </SimpleGrid>
      </Radio.Group>
      <div className={classes.colorPreview} style={previewStyle} aria-hidden>
        <Text size="sm" fw={600}>
          {companyName || t('settings.yourCompany')}
        </Text>
        <span className={classes.previewButton}>{t('common.apply')}</span>
      </div>
    </div>
  );
}

/** Shows the settings to people who cannot change them. */
function CompanyDetails({ company }: { company: Company }) {
  const values = toFormValues(company);
  const color = companyColor(company.colorTemplate);
  return (
    <>
      <Section title={t('ui.company')}>
        <Stack gap="lg">
          <LogoPicture url={company.logoUrl} alt={t('settings.logoAlt', { companyName: company.companyName })} />
          <SimpleGrid component="dl" cols={{ base: 1, xs: 2 }} spacing="md" m={0}>
            {(['companyName', 'size', 'email', 'phone'] as const).map((field) => (
              <DetailItem key={field} term={writeText(settingsFields[field].label)}>
                {field === 'email' ? (
                  <EmailText email={values.email} />
                ) : field === 'phone' ? (
                  <PhoneLink digits={company.phone} extension={company.phoneExtension} />
                ) : (
                  fieldText(settingsFields[field], values[field], writeText)
                )}
              </DetailItem>
            ))}
            <DetailItem term={writeText(settingsFields.colorTemplate.label)}>
              <Group gap="xs" component="span">
                <ColorDot color={color.accent} />
                {writeText(color.label)}
              </Group>
            </DetailItem>
            <CompanyTerms company={company} />
          </SimpleGrid>
        </Stack>
      </Section>
      <Section title={t('settings.hiring')}>
        <SimpleGrid component="dl" cols={1} spacing="md" m={0}>
          {flagNames.map((flag) => (
            <DetailItem key={flag} term={writeText(settingsFields[flag].label)} note={writeText(settingsFields[flag].hint)}>
              {values[flag] ? t('settings.on') : t('settings.off')}
            </DetailItem>
          ))}
        </SimpleGrid>
      </Section>
    </>
  );
}

/** Shows the fields that only Haulboard can change (`docs/product/companies.md#company-fields`). */
function CompanyTerms({ company }: { company: Company }) {
  return (
    <>
      {(['type', 'billingType'] as const).map((field) => (
        <DetailItem key={field} term={writeText(companyFields[field].label)}>
          {fieldText(companyFields[field], company[field], writeText)}
        </DetailItem>
      ))}
    </>
  );
}

function DetailItem({ term, note, children }: { term: string; note?: string; children: ReactNode }) {
  return (
    <div>
      <Text component="dt" size="xs" c="dimmed">
        {term}
      </Text>
      <Text component="dd" size="sm" fw={550} m={0} style={{ overflowWrap: 'anywhere' }}>
        {children}
        {note ? (
          <Text span display="block" size="xs" c="dimmed" fw={400}>
            {note}
          </Text>
        ) : null}
      </Text>
    </div>
  );
}

function ColorDot({ color }: { color: string }) {
  return <ColorSwatch component="span" color={color} size="1.125rem" withShadow={false} aria-hidden />;
}
