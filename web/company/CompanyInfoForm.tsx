import { Stack, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { Form, SubmitButton } from '#web/ui/form/Form.tsx';
import { PhoneInput } from '#web/ui/form/PhoneInput.tsx';
import type { SchemaForm } from '#web/ui/form/schema-form.ts';
import type { CompanyInfo } from './company-info.ts';
import { CompanyNameField, CompanySizeField } from './CompanyFields.tsx';
import { LogoField } from './LogoField.tsx';
import type { Logo } from './queries.ts';

type Props = {
  form: SchemaForm<CompanyInfo>;
  logo: Logo;
  submitLabel: string;
  onSubmit: (values: CompanyInfo) => Promise<unknown>;
  /** Above the fields. */
  notice?: ReactNode;
};

/** Name, size, billing e-mail, phone and logo: the first step of a new company, and how they are changed later. */
export function CompanyInfoForm({ form, logo, submitLabel, onSubmit, notice }: Props) {
  return (
    <Form form={form} label="Company info" onSubmit={onSubmit}>
      {notice}
      <Stack gap="md">
        <CompanyNameField form={form} />
        <CompanySizeField form={form} />
        <TextInput
          label="Billing email"
          description="Invoices and receipts go here."
          type="email"
          autoComplete="email"
          key={form.key('email')}
          {...form.getInputProps('email')}
        />
        <PhoneInput label="Phone" key={form.key('phone')} {...form.getInputProps('phone')} />
        <LogoField value={logo} onChange={(next) => form.setFieldValue('logo', next)} />
        <SubmitButton fullWidth>{submitLabel}</SubmitButton>
      </Stack>
    </Form>
  );
}
