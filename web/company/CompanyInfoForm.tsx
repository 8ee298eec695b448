import { Select, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { companySizes, options } from '#shared/catalogues.ts';
import { type CompanyInfo, companyInfoSchema } from '#shared/company.ts';
import { Form, SubmitButton } from '#web/ui/form/Form.tsx';
import { PhoneInput } from '#web/ui/form/PhoneInput.tsx';
import { useSchemaForm } from '#web/ui/form/schema-form.ts';
import { LogoField } from './LogoField.tsx';
import type { Logo } from './queries.ts';

type Values = { companyName: string; size: string | null; email: string; phone: string };

type Props = {
  initialValues: Values;
  initialLogo: Logo;
  submitLabel: string;
  onSubmit: (info: CompanyInfo, logo: Logo) => Promise<unknown>;
  /** For a draft. */
  onChange?: (values: Values, logo: Logo) => void;
};

/** Name, size, billing e-mail, phone and logo: the first step of a new company, and how they are changed later. */
export function CompanyInfoForm({ initialValues, initialLogo, submitLabel, onSubmit, onChange }: Props) {
  const [logo, setLogo] = useState(initialLogo);
  const form = useSchemaForm<Values>(companyInfoSchema, {
    initialValues,
    onValuesChange: (values) => onChange?.(values, logo),
  });
  return (
    <Form form={form} label="Company info" onSubmit={(values) => onSubmit(companyInfoSchema.parse(values), logo)}>
      <Stack gap="md">
        <TextInput
          label="Company name"
          autoComplete="organization"
          maxLength={100}
          key={form.key('companyName')}
          {...form.getInputProps('companyName')}
        />
        <Select
          label="Size"
          placeholder="Number of employees"
          data={options(companySizes)}
          allowDeselect={false}
          key={form.key('size')}
          {...form.getInputProps('size')}
        />
        <TextInput
          label="Billing email"
          description="Invoices and receipts go here."
          type="email"
          autoComplete="email"
          key={form.key('email')}
          {...form.getInputProps('email')}
        />
        <PhoneInput label="Phone" key={form.key('phone')} {...form.getInputProps('phone')} />
        <LogoField
          value={logo}
          onChange={(next) => {
            setLogo(next);
            onChange?.(form.getValues(), next);
          }}
        />
        <SubmitButton fullWidth>{submitLabel}</SubmitButton>
      </Stack>
    </Form>
  );
}
