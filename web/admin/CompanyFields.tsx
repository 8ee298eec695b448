import { Select, SimpleGrid, TextInput } from '@mantine/core';
import type { GetInputPropsReturnType } from '@mantine/form';
import { billingTypes, companyTypes, options } from '#shared/catalogues.ts';
import { CompanyNameField, CompanySizeField } from '#web/company/CompanyFields.tsx';
import { PhoneInput } from '#web/ui/form/PhoneInput.tsx';

type Field = 'companyName' | 'size' | 'email' | 'phone' | 'type' | 'billingType';

/** As much of a form as these fields need. */
type Props = { form: { key: (field: Field) => string; getInputProps: (field: Field) => GetInputPropsReturnType } };

/** What a new company and a changed one have in common. */
export function CompanyFields({ form }: Props) {
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
      <CompanyNameField form={form} required />
      <CompanySizeField form={form} required />
      <TextInput label="Billing email" required type="email" key={form.key('email')} {...form.getInputProps('email')} />
      <PhoneInput label="Phone" required key={form.key('phone')} {...form.getInputProps('phone')} />
      <Select
        label="Type"
        data={options(companyTypes)}
        allowDeselect={false}
        key={form.key('type')}
        {...form.getInputProps('type')}
      />
      <Select
        label="Billing"
        data={options(billingTypes)}
        allowDeselect={false}
        key={form.key('billingType')}
        {...form.getInputProps('billingType')}
      />
    </SimpleGrid>
  );
}
