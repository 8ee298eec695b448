import { Button, Group, Menu, Stack, Text, TextInput, Select } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPencil, IconPlus, IconUserShield } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { mayManageAccount, mayGrant, adminRoles, roleLabels } from '#shared/access/authority.ts';
import { DataGrid } from '#web/ui/grid/DataGrid.tsx';
import type { GridSearch } from '#web/ui/grid/grid-state.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { SearchInput } from '#web/ui/SearchInput.tsx';
import { useMe } from '#web/use-me.ts';
import { AccountMenu } from '#web/account/AccountMenu.tsx';
import { type Admin, adminDefaults, adminsQuery, useCreateAdmin, readAdmin, useUpdateAdmin } from './queries.ts';
import { adminFields, createAdminSchema } from '#shared/admin/admin.ts';
import { type FactOf, factOf, inputsOf } from '#shared/resource.ts';
import { UnverifiedNotice } from '#web/frames/UnverifiedNotice.tsx';
import { Form, SubmitButton } from '#web/ui/form/Form.tsx';
import { FormDrawer } from '#web/ui/form/FormDrawer.tsx';
import { NewPasswordField } from '#web/ui/form/NewPasswordField.tsx';
import { useSchemaForm, type SchemaForm } from '#web/ui/form/schema-form.ts';
import { toast } from '#web/ui/toast.ts';
import { NameFields } from '#web/ui/form/NameFields.tsx';
import type { GridColumn } from '#web/ui/grid/columns.ts';
import { createdColumn, emailColumn, nameColumn, roleColumn, statusColumn } from '#web/ui/grid/person-columns.tsx';
import { EditRowForm } from '#web/ui/form/EditRowForm.tsx';

type EditAdminDrawerProps = { admin: Admin; isSelf: boolean; isOpen: boolean; onClose: () => void };

const valuesOf = (admin: Admin): AdminValues => inputsOf(adminFields, admin);

/** Edits the name and role of a staff account. */
function EditAdminDrawer({ admin, isSelf, isOpen, onClose }: EditAdminDrawerProps) {
  const update = useUpdateAdmin();
  return (
    <FormDrawer title={`Edit ${admin.fullName}`} isOpen={isOpen} onClose={onClose}>
      <EditRowForm
        label="Edit admin"
        row={admin}
        fields={adminFields}
        valuesOf={valuesOf}
        read={readAdmin}
        save={({ role, ...name }, version) => update.mutateAsync({ ...name, role: role ?? undefined, id: admin.id, version })}
        onDone={onClose}
      >
        {(form) => (
          <>
            <Text size="sm" c="dimmed">
              Signs in with {admin.email}
            </Text>
            <AdminFields form={form} isSelf={isSelf} />
          </>
        )}
      </EditRowForm>
    </FormDrawer>
  );
}

const adminRoleOptions = adminRoles.map((role) => ({ value: role, label: roleLabels[role] }));

const adminColumns = (ownId: string): readonly GridColumn<Admin>[] => [
  nameColumn(ownId, ({ fullName }) => fullName),
  emailColumn,
  roleColumn(({ role }) => roleLabels[role], adminRoleOptions),
  statusColumn(({ status }) => status, ['Active', 'Locked']),
  createdColumn('Created'),
];

type Props = { search: GridSearch; onSearch: (next: GridSearch) => void };

/** The staff accounts, which can be created, edited and locked. */
export function AdminsPage({ search, onSearch }: Props) {
  const me = useMe();
  const [isAdding, adding] = useDisclosure(false);
  const columns = useMemo(() => adminColumns(me.id), [me.id]);
  const query = useQuery({ ...adminsQuery(search), placeholderData: keepPreviousData });
  return (
    <>
      <DataGrid
        label="Admins"
        columns={columns}
        query={query}
        search={search}
        onSearch={onSearch}
        defaults={adminDefaults}
        rowName={(admin) => admin.fullName}
        rowActions={(admin) => (mayManageAccount(me.roles, [admin.role]) ? <AdminMenu admin={admin} ownId={me.id} /> : null)}
        toolbar={
          <Group gap="sm" flex="1 1 20rem" justify="space-between">
            <SearchInput
              label="Search admins"
              placeholder="Search by full name"
              value={search.q ?? ''}
              onChange={(q) => onSearch({ ...search, q: q || undefined, page: undefined })}
            />
            <Button color="orange" leftSection={<IconPlus size={16} aria-hidden />} onClick={adding.open}>
              Add admin
            </Button>
          </Group>
        }
        empty={
          <EmptyState title="No admins yet" icon={<IconUserShield size={28} />}>
            Add the first one. They’ll set their own password at first sign-in.
          </EmptyState>
        }
      />
      <CreateAdminDrawer isOpen={isAdding} onClose={adding.close} />
    </>
  );
}

function AdminMenu({ admin, ownId }: { admin: Admin; ownId: string }) {
  const [isEditing, editing] = useDisclosure(false);
  return (
    <>
      <AccountMenu id={admin.id} name={admin.fullName} status={admin.status} isSelf={admin.id === ownId}>
        <Menu.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={editing.open}>
          Edit
        </Menu.Item>
      </AccountMenu>
      <EditAdminDrawer admin={admin} isSelf={admin.id === ownId} isOpen={isEditing} onClose={editing.close} />
    </>
  );
}

type NewAdminValues = AdminValues & { email: string; password: string };

/** The drawer that creates a staff account. */
function CreateAdminDrawer({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const me = useMe();
  return (
    <FormDrawer title="Add admin" isOpen={isOpen} onClose={onClose}>
      {me.emailVerified ? (
        <CreateForm onDone={onClose} />
      ) : (
        <UnverifiedNotice
          me={me}
          title="Verify your email to add people"
          text={`Select Send again to get a link at ${me.email}. Open the link, then come back.`}
        />
      )}
    </FormDrawer>
  );
}

function CreateForm({ onDone }: { onDone: () => void }) {
  const create = useCreateAdmin();
  const form = useSchemaForm<NewAdminValues>(createAdminSchema, {
    initialValues: { ...factOf(adminFields, 'empty'), email: '', password: '' },
  });
  const send = async (values: NewAdminValues) => {
    await create.mutateAsync(createAdminSchema.parse(values));
    toast.success(`${values.firstName} can now sign in`);
    onDone();
  };
  return (
    <Form form={form} label="Add admin" onSubmit={send}>
      <Stack gap="md">
        <AdminFields form={form} />
        <TextInput label="Email" type="email" autoComplete="off" key={form.key('email')} {...form.getInputProps('email')} />
        <Text size="sm" c="dimmed">
          Choose a temporary password and share it with them. They’ll change it at first sign-in.
        </Text>
        <NewPasswordField label="Password" key={form.key('password')} {...form.getInputProps('password')} />
        <Group justify="flex-end" mt="sm">
          <SubmitButton>Add admin</SubmitButton>
        </Group>
      </Stack>
    </Form>
  );
}

type AdminValues = FactOf<typeof adminFields, 'empty'>;

/** Name and role. Only roles that the reader may grant can be chosen, and nobody can change their own. */
export function AdminFields<V extends AdminValues>({ form, isSelf = false }: { form: SchemaForm<V>; isSelf?: boolean }) {
  const me = useMe();
  return (
    <>
      <NameFields form={form} />
      <Select
        label={adminFields.role.label}
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
