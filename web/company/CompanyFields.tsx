import { Select, TextInput, type TextInputProps } from '@mantine/core';
import type { GetInputPropsReturnType } from '@mantine/form';
import { companySizes, options } from '#shared/catalogues.ts';
import { t, writeText } from '#web/texts/app.ts';

/** The parts of a form that a field needs. */
type Props<Field extends string> = {
  form: { key: (field: Field) => string; getInputProps: (field: Field) => GetInputPropsReturnType };
  required?: boolean;
};

export function CompanyNameField({ form, required }: Props<'companyName'>) {
  return (
    <TextInput
      label={t('common.companyName')}
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
      label={t('common.size')}
      required={required}
      placeholder={t('company.numberOfEmployees')}
      data={options(companySizes, writeText)}
      allowDeselect={false}
      key={form.key('size')}
      {...form.getInputProps('size')}
    />
  );
}

type ZipFieldProps = TextInputProps & {
  /** An address is chosen, so its ZIP code can be corrected. */
  isOpen: boolean;
};

/** The ZIP code of the chosen address. The field is disabled until an address is chosen. */
export function ZipField({ isOpen, ...input }: ZipFieldProps) {
  return (
    <TextInput
      label={t('common.zipCode')}
      inputMode="numeric"
      maxLength={10}
      disabled={!isOpen}
      placeholder={isOpen ? undefined : t('company.fromTheAddress')}
      {...input}
    />
  );
}
