import { NumberInput, Select, SimpleGrid } from '@mantine/core';
import { useState } from 'react';
import { options, salaryTypes } from '#shared/catalogues.ts';
import { jobFields } from '#shared/jobs/job-fields.ts';
import { MoneyInput } from '#web/ui/form/MoneyInput.tsx';
import type { SchemaForm } from '#web/ui/form/schema-form.ts';
import type { ContentValues } from './content-form.ts';

/** What the job pays. A share of the load is a percent, everything else dollars. */
export function PayFields({ form }: { form: SchemaForm<ContentValues> }) {
  const [salaryType, setSalaryType] = useState(form.getValues().salaryType);
  form.watch('salaryType', ({ value }) => setSalaryType(value));
  const expectedPay = { label: jobFields.expectedPay.label, ...form.getInputProps('expectedPay') };
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
      {salaryType === 'percentage' ? (
        <NumberInput {...expectedPay} key={form.key('expectedPay')} suffix="%" min={0} max={100} decimalScale={2} hideControls />
      ) : (
        <MoneyInput {...expectedPay} key={form.key('expectedPay')} />
      )}
      <Select
        label={jobFields.salaryType.label}
        data={options(salaryTypes)}
        allowDeselect={false}
        key={form.key('salaryType')}
        {...form.getInputProps('salaryType')}
      />
      <MoneyInput label={jobFields.signonBonus.label} key={form.key('signonBonus')} {...form.getInputProps('signonBonus')} />
      <MoneyInput
        label={jobFields.startingBonus.label}
        key={form.key('startingBonus')}
        {...form.getInputProps('startingBonus')}
      />
    </SimpleGrid>
  );
}
