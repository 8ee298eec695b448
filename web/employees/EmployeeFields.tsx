import { Select } from '@mantine/core';
import type { ReactNode } from 'react';
import { employeeRoles, roleLabels } from '#shared/access/authority.ts';
import { PhoneInput } from '#web/ui/form/PhoneInput.tsx';
import { NameFields } from '#web/ui/form/NameFields.tsx';
import type { SchemaForm } from '#web/ui/form/schema-form.ts';

export type EmployeeValues = { firstName: string; lastName: string; phone: string; role: string };

const options = employeeRoles.map((role) => ({ value: role, label: roleLabels[role] }));

type Props<V extends EmployeeValues> = {
  form: SchemaForm<V>;
  /** After the name: the address of somebody new. */
  email?: ReactNode;
};

/** What is asked of everybody who works for a company, in the order of `spec: work §3 New employee payload`. */
export function EmployeeFields<V extends EmployeeValues>({ form, email }: Props<V>) {
  return (
    <>
      <NameFields form={form} />
      {email}
      <PhoneInput label="Phone" autoComplete="off" key={form.key('phone')} {...form.getInputProps('phone')} />
      <Select
        label="Role"
        description="Company admins also manage people, payments and settings."
        data={options}
        allowDeselect={false}
        comboboxProps={{ transitionProps: { duration: 0 } }}
        key={form.key('role')}
        {...form.getInputProps('role')}
      />
    </>
  );
}
