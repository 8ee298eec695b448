import { Select } from '@mantine/core';
import { mayGrant } from '#shared/access/authority.ts';
import { NameFields } from '#web/ui/form/NameFields.tsx';
import type { SchemaForm } from '#web/ui/form/schema-form.ts';
import { useMe } from '#web/use-me.ts';
import { adminRoleOptions } from './admin-columns.tsx';

export type AdminValues = { firstName: string; lastName: string; role: string | null };

/** Name and role; only roles that the reader may give can be chosen, and nobody changes the own. */
export function AdminFields<V extends AdminValues>({ form, isSelf = false }: { form: SchemaForm<V>; isSelf?: boolean }) {
  const me = useMe();
  return (
    <>
      <NameFields form={form} />
      <Select
        label="Role"
        placeholder="Choose a role"
        description={isSelf ? 'You can’t change your own role.' : undefined}
        data={adminRoleOptions.filter(({ value }) => isSelf || mayGrant(me.roles, value))}
        disabled={isSelf}
        allowDeselect={false}
        comboboxProps={{ transitionProps: { duration: 0 } }}
        key={form.key('role')}
        {...form.getInputProps('role')}
      />
    </>
  );
}
