import { Select, SimpleGrid, TextInput } from '@mantine/core';
import { employeeRoles, roleLabels } from '#shared/authority.ts';
import { PhoneInput } from '#web/ui/form/PhoneInput.tsx';
import type { SchemaForm } from '#web/ui/form/schema-form.ts';

export type EmployeeValues = { firstName: string; lastName: string; phone: string; role: string };

const options = employeeRoles.map((role) => ({ value: role, label: roleLabels[role] }));

/** What is asked of everybody who works for a company. */
export function EmployeeFields<V extends EmployeeValues>({ form }: { form: SchemaForm<V> }) {
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        <TextInput
          label="First name"
          autoComplete="off"
          data-autofocus
          key={form.key('firstName')}
          {...form.getInputProps('firstName')}
        />
        <TextInput label="Last name" autoComplete="off" key={form.key('lastName')} {...form.getInputProps('lastName')} />
      </SimpleGrid>
      <PhoneInput label="Phone" autoComplete="off" key={form.key('phone')} {...form.getInputProps('phone')} />
      <Select
        label="Role"
        description="Company admins also manage people, payment and settings."
        data={options}
        allowDeselect={false}
        comboboxProps={{ transitionProps: { duration: 0 } }}
        key={form.key('role')}
        {...form.getInputProps('role')}
      />
    </>
  );
}
