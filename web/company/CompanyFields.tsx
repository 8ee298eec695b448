import { Select, TextInput } from '@mantine/core';
import type { GetInputPropsReturnType } from '@mantine/form';
import { companySizes, options } from '#shared/catalogues.ts';

/** As much of a form as a field needs. */
type Props<Field extends string> = {
  form: { key: (field: Field) => string; getInputProps: (field: Field) => GetInputPropsReturnType };
  required?: boolean;
};

export function CompanyNameField({ form, required }: Props<'companyName'>) {
  return (
    <TextInput
      label="Company name"
      required={required}
      autoComplete="organization"
      maxLength={100}
      key={form.key('companyName')}
      {...form.getInputProps('companyName')}
    />
  );
}

export function CompanySizeField({ form, required }: Props<'size'>) {
  return (
    <Select
      label="Size"
      required={required}
      placeholder="Number of employees"
      data={options(companySizes)}
      allowDeselect={false}
      key={form.key('size')}
      {...form.getInputProps('size')}
    />
  );
}
