import { Stack, Group, SimpleGrid, Switch, TextInput, Radio, Text, ColorSwatch } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useState, type CSSProperties, type ReactNode } from 'react';
import * as z from 'zod/mini';
import { can } from '#shared/access/access.ts';
import { companyColor, companyColors } from '#shared/companies/company-colors.ts';
import { companyFields, companyFlagFields, companyInfoFields } from '#shared/companies/company.ts';
import { type FactOf, factOf, fieldText, inputsOf } from '#shared/resource.ts';
import { CompanyEmailNotice } from '#web/company/CompanyEmailNotice.tsx';
import { CompanyNameField, CompanySizeField } from '#web/company/CompanyFields.tsx';
import { LogoField, LogoPicture } from '#web/company/LogoField.tsx';
import { companyQuery, type Company } from '#web/company/queries.ts';
import { useCompanyEdit } from '#web/company/use-company-edit.ts';
import { t, writeText } from '#web/texts/app.ts';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { Section } from '#web/ui/Section.tsx';
import { EmailText, PhoneLink } from '#web/ui/Values.tsx';
import { Form, SubmitButton, type SchemaForm, useSchemaForm } from '#web/ui/form/Form.tsx';
import { PhoneInput } from '#web/ui/form/Inputs.tsx';
import { EditConflict, UnsavedChanges } from '#web/ui/form/UnsavedChanges.tsx';
import { toast } from '#web/ui/toast.ts';
import { useMe } from '#web/use-me.ts';
import { CloseCompany } from './CloseCompany.tsx';
import { CompanySignInSection } from './CompanySignIn.tsx';
import classes from './SettingsFrame.module.css';

const fields = { ...companyInfoFields, colorTemplate: companyFields.colorTemplate, ...companyFlagFields };
type CompanySettings = FactOf<typeof fields, 'empty'>;
const companySettingsSchema = z.object(factOf(fields, 'rule'));
const valuesOf = (company: Company): CompanySettings => inputsOf(fields, company);
const flagNames = Object.keys(companyFlagFields) as (keyof typeof companyFlagFields)[];

/** `/company/settings/company-settings`: the company's public data and its options. Company admins edit, company users see. */
export function CompanySettingsPage({ companyId }: { companyId: string | undefined }) {
  const me = useMe();
  const { data: company } = useSuspenseQuery(companyQuery(companyId));
  const mayEdit = can(me.roles, 'company.edit');
  const isOwn = me.companyId === company.id && me.impersonatorId === null;
  return (
    <>
      <PageHeader
        title={t('settings.companySettings')}
        description={mayEdit ? undefined : t('settings.onlyCompanyAdminsCanChange')}
      />
      <Stack gap="lg" maw="46rem">
        <CompanyEmailNotice company={company} companyId={companyId} mayEdit={mayEdit && me.impersonatorId === null} />
        {mayEdit ? (
          <CompanySettingsForm key={company.id} company={company} companyId={companyId} />
        ) : (
          <CompanyFacts company={company} />
        )}
        {isOwn && can(me.roles, 'company.sign_in') && me.companyStatus !== 'Cancelled' ? (
          <CompanySignInSection key={company.id} />
        ) : null}
        {isOwn && can(me.roles, 'company.close') ? <CloseCompany companyName={company.companyName} /> : null}
      </Stack>
    </>
  );
}

type Props = { company: Company; companyId: string | undefined };

/** Name, size, phone, billing address, logo, color and options in one form. */
function CompanySettingsForm({ company, companyId }: Props) {
  /** The values of the inputs that are not text fields. */
  const [values, setValues] = useState(() => valuesOf(company));
  const form = useSchemaForm<CompanySettings>(companySettingsSchema, {
    initialValues: valuesOf(company),
    onValuesChange: setValues,
  });
  const { save, conflict } = useCompanyEdit({ company, companyId, form, fields, valuesOf });
  const send = async (values: CompanySettings) => {
    const stored = await save(values);
    if (stored) toast.success(t('errors.updated'));
  };
  return (
    <Form form={form} label={t('settings.companySettings')} onSubmit={send}>
      {conflict ? <EditConflict {...conflict} /> : null}
      <Stack gap="lg">
        <Section title={t('common.company')} description={t('settings.driversSeeNameLogoJobs')}>
          <Stack gap="md">
            <LogoField value={values.logo} onChange={(logo) => form.setFieldValue('logo', logo)} />
            <InfoFields form={form} />
            <SimpleGrid component="dl" cols={{ base: 1, xs: 2 }} spacing="md" m={0}>
              <Terms company={company} />
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
              <Switch
                key={form.key(flag)}
                label={writeText(fields[flag].label)}
                description={writeText(fields[flag].hint)}
                {...form.getInputProps(flag, { type: 'checkbox' })}
              />
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
  const isActing = useMe().impersonatorId !== null;
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        <CompanyNameField form={form} />
        <CompanySizeField form={form} />
        <PhoneInput label={t('common.phone')} key={form.key('phone')} {...form.getInputProps('phone')} />
      </SimpleGrid>
      <TextInput
        label={t('settings.companyEmail')}
        description={isActing ? t('settings.invoicesReceiptsGoHereOnly') : t('settings.invoicesReceiptsGoHereNew')}
        type="email"
        readOnly={isActing}
        maxLength={64}
        key={form.key('email')}
        {...form.getInputProps('email')}
      />
    </>
  );
}

type ColorFieldProps = { value: string; onChange: (code: string) => void; companyName: string };

/** One of the palette's colors, with a preview of what drivers see. */
function ColorField({ value, onChange, companyName }: ColorFieldProps) {
  const { accent, onAccent } = companyColor(value);
  const sample = { '--sample-accent': accent, '--sample-onAccent': onAccent } as CSSProperties;
  return (
    <div>
      <Radio.Group
        label={t('settings.color')}
        description={t('settings.accentColorJobPagesCompany')}
        value={value}
        onChange={onChange}
      >
        <SimpleGrid cols={{ base: 2, xs: 4 }} spacing="xs" mt="xs">
          {companyColors.map(({ code, label, accent: color }) => (
            <Radio.Card key={code} value={code} className={classes.choice} aria-label={writeText(label)}>
              <ColorDot color={color} />
              {writeText(label)}
            </Radio.Card>
          ))}
        </SimpleGrid>
      </Radio.Group>
      <div className={classes.sample} style={sample} aria-hidden>
        <Text size="sm" fw={600}>
          {companyName || t('settings.yourCompany')}
        </Text>
        <span className={classes.button}>{t('common.apply')}</span>
      </div>
    </div>
  );
}

/** The settings for people who can only see them. */
function CompanyFacts({ company }: { company: Company }) {
  const values = valuesOf(company);
  const color = companyColor(company.colorTemplate);
  return (
    <>
      <Section title={t('common.company')}>
        <Stack gap="lg">
          <LogoPicture url={company.logoUrl} alt={t('settings.companyNameLogo', { companyName: company.companyName })} />
          <SimpleGrid component="dl" cols={{ base: 1, xs: 2 }} spacing="md" m={0}>
            {(['companyName', 'size', 'email', 'phone'] as const).map((field) => (
              <Fact key={field} term={writeText(fields[field].label)}>
                {field === 'email' ? (
                  <EmailText email={values.email} />
                ) : field === 'phone' ? (
                  <PhoneLink digits={company.phone} />
                ) : (
                  fieldText(fields[field], values[field], writeText)
                )}
              </Fact>
            ))}
            <Fact term={writeText(fields.colorTemplate.label)}>
              <Group gap="xs" component="span">
                <ColorDot color={color.accent} />
                {writeText(color.label)}
              </Group>
            </Fact>
            <Terms company={company} />
          </SimpleGrid>
        </Stack>
      </Section>
      <Section title={t('settings.hiring')}>
        <SimpleGrid component="dl" cols={1} spacing="md" m={0}>
          {flagNames.map((flag) => (
            <Fact key={flag} term={writeText(fields[flag].label)} note={writeText(fields[flag].hint)}>
              {values[flag] ? t('settings.on') : t('settings.off')}
            </Fact>
          ))}
        </SimpleGrid>
      </Section>
    </>
  );
}

/** What only Haulboard changes (`docs/product/companies.md#company-fields`). */
function Terms({ company }: { company: Company }) {
  return (
    <>
      {(['type', 'billingType'] as const).map((field) => (
        <Fact key={field} term={writeText(companyFields[field].label)}>
          {fieldText(companyFields[field], company[field], writeText)}
        </Fact>
      ))}
    </>
  );
}

function Fact({ term, note, children }: { term: string; note?: string; children: ReactNode }) {
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

/** A color of the palette, next to its name. */
function ColorDot({ color }: { color: string }) {
  return <ColorSwatch component="span" color={color} size="1.125rem" withShadow={false} aria-hidden />;
}
