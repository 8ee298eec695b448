import { Select } from '@mantine/core';
import { employeeRoles, roleLabels } from '#shared/authority.ts';
import { PhoneInput } from '#web/ui/form/PhoneInput.tsx';
import { NameFields } from '#web/ui/form/NameFields.tsx';
import type { SchemaForm } from '#web/ui/form/schema-form.ts';

export type EmployeeValues = { firstName: string; lastName: string; phone: string; role: string };

const options = employeeRoles.map((role) => ({ value: role, label: roleLabels[role] }));

/** What is asked of everybody who works for a company. */
export function EmployeeFields<V extends EmployeeValues>({ form }: { form: SchemaForm<V> }) {
  return (
    <>
      <NameFields form={form} />
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
