import { Group, SimpleGrid, Stack, Switch, TextInput } from '@mantine/core';
import { useState } from 'react';
import { messages } from '#shared/messages.ts';
import { toChanges } from '#web/company/company-info.ts';
import { CompanyNameField, CompanySizeField } from '#web/company/CompanyFields.tsx';
import { LogoField } from '#web/company/LogoField.tsx';
import type { Company } from '#web/company/queries.ts';
import { useCompanyEdit } from '#web/company/use-company-edit.ts';
import { EditConflict } from '#web/ui/EditConflict.tsx';
import { Form, SubmitButton } from '#web/ui/form/Form.tsx';
import { PhoneInput } from '#web/ui/form/PhoneInput.tsx';
import { type SchemaForm, useSchemaForm } from '#web/ui/form/schema-form.ts';
import { UnsavedChanges } from '#web/ui/form/UnsavedChanges.tsx';
import { Section } from '#web/ui/Section.tsx';
import { toast } from '#web/ui/toast.ts';
import { useMe } from '#web/use-me.ts';
import { ColorField } from './ColorField.tsx';
import { Terms } from './CompanyFacts.tsx';
import {
  type CompanySettings,
  companySettingsSchema,
  fieldLabels,
  flagNames,
  flagWords,
  shown,
  valuesOf,
} from './company-settings-form.ts';

type Props = { company: Company; companyId: string | undefined };

/** Name, size, phone, address for invoices, logo, colour and flags: one form, saved at once. */
export function CompanySettingsForm({ company, companyId }: Props) {
  /** What the inputs that are no text fields show. */
  const [seen, setSeen] = useState(() => valuesOf(company));
  const form = useSchemaForm<CompanySettings>(companySettingsSchema, {
    initialValues: valuesOf(company),
    onValuesChange: setSeen,
  });
  const { save, conflict } = useCompanyEdit({ company, companyId, form, valuesOf, toChanges, labels: fieldLabels, shown });
  const send = async (values: CompanySettings) => {
    const stored = await save(values);
    if (stored) toast.success(messages.updated);
  };
  return (
    <Form form={form} label="Company settings" onSubmit={send}>
      {conflict ? <EditConflict {...conflict} /> : null}
      <Stack gap="lg">
        <Section title="Company" description="Drivers see your name and logo on your jobs.">
          <Stack gap="md">
            <LogoField value={seen.logo} onChange={(logo) => form.setFieldValue('logo', logo)} />
            <InfoFields form={form} />
            <SimpleGrid component="dl" cols={{ base: 1, xs: 2 }} spacing="md" m={0}>
              <Terms company={company} />
            </SimpleGrid>
          </Stack>
        </Section>
        <Section title="Branding">
          <ColorField
            value={seen.colorTemplate}
            companyName={seen.companyName}
            onChange={(code) => form.setFieldValue('colorTemplate', code)}
          />
        </Section>
        <Section title="Hiring">
          <Stack gap="md">
            {flagNames.map((flag) => (
              <Switch
                key={form.key(flag)}
                label={flagWords[flag].label}
                description={flagWords[flag].hint}
                {...form.getInputProps(flag, { type: 'checkbox' })}
              />
            ))}
          </Stack>
        </Section>
        <Group justify="flex-end">
          <SubmitButton>Save</SubmitButton>
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
        <PhoneInput label="Phone" key={form.key('phone')} {...form.getInputProps('phone')} />
      </SimpleGrid>
      <TextInput
        label="Company email"
        description={
          isActing
            ? 'Invoices and receipts go here. Only company users can change it.'
            : 'Invoices and receipts go here. A new email takes effect after it’s verified.'
        }
        type="email"
        readOnly={isActing}
        maxLength={64}
        key={form.key('email')}
        {...form.getInputProps('email')}
      />
    </>
  );
}
