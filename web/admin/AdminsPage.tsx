import { Button, Group, Menu, Stack, Text, TextInput, Select } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPencil, IconPlus, IconUserShield } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { mayManageAccount, mayGrant, adminRoles, roleLabels } from '#shared/access/authority.ts';
import { accountStatusExplanations, accountStatusLabels } from '#shared/accounts/account.ts';
import { adminFields, createAdminSchema } from '#shared/admin/admin.ts';
import { type PropertyOf, propertyOf, inputsOf } from '#shared/resource.ts';
import { AccountMenu } from '#web/account/AccountMenu.tsx';
import { UnverifiedNotice } from '#web/layouts/UnverifiedNotice.tsx';
import { useMe } from '#web/signed-in/use-me.ts';
import { t, writeText } from '#web/texts/app.ts';
import { Form, SubmitButton, useSchemaForm, type SchemaForm } from '#web/ui/form/Form.tsx';
import { NameFields, EditRowForm, FormDrawer } from '#web/ui/form/FormDrawer.tsx';
import { NewPasswordField } from '#web/ui/form/NewPasswordField.tsx';
import type { GridColumn } from '#web/ui/grid/columns.ts';
import { DataGrid } from '#web/ui/grid/DataGrid.tsx';
import type { GridSearch } from '#web/ui/grid/grid-state.ts';
import { createdColumn, emailColumn, nameColumn, roleColumn, statusColumn } from '#web/ui/grid/person-columns.tsx';
import { SearchInput } from '#web/ui/SearchInput.tsx';
import { EmptyState } from '#web/ui/States.tsx';
import { toast } from '#web/ui/toast.ts';
import { CompaniesOfPerson } from './CompaniesOfPerson.tsx';
import { type Admin, adminDefaults, adminsQuery, useCreateAdmin, readAdmin, useUpdateAdmin } from './queries.ts';

type EditAdminDrawerProps = { admin: Admin; isSelf: boolean; isOpen: boolean; onClose: () => void };

const toFormValues = (admin: Admin): AdminValues => inputsOf(adminFields, admin);

/** Edits the name and role of a staff account. */
function EditAdminDrawer({ admin, isSelf, isOpen, onClose }: EditAdminDrawerProps) {
  const update = useUpdateAdmin();
  return (
    <FormDrawer title={t('admin.editAdminTitle', { fullName: admin.fullName })} isOpen={isOpen} onClose={onClose}>
      <EditRowForm
        label={t('admin.editAdmin')}
        row={admin}
        fields={adminFields}
        toValues={toFormValues}
        read={readAdmin}
        save={({ role, ...nameValues }, version) =>
          update.mutateAsync({ ...nameValues, role: role ?? undefined, id: admin.id, version })
        }
        onDone={onClose}
      >
        {(form) => (
          <>
            <Text size="sm" c="dimmed">
              {t('common.signsInWithEmail', { email: admin.email })}
            </Text>
            <AdminFields form={form} isSelf={isSelf} />
          </>
        )}
      </EditRowForm>
    </FormDrawer>
  );
}

const adminRoleOptions = adminRoles.map((role) => ({ value: role, label: writeText(roleLabels[role]) }));

const adminColumns = (ownId: string): readonly GridColumn<Admin>[] => [
  nameColumn(ownId, ({ fullName }) => fullName),
  emailColumn,
  roleColumn(({ role }) => writeText(roleLabels[role]), adminRoleOptions),
  statusColumn(({ status }) => status, accountStatusLabels, accountStatusExplanations),
  createdColumn(t('common.created')),
];

type Props = { search: GridSearch; onSearch: (next: GridSearch) => void };

/** The staff accounts, which can be created, edited and locked. */
export function AdminsPage({ search, onSearch }: Props) {
  const me = useMe();
  const [isAddDrawerOpen, addDrawer] = useDisclosure(false);
  const columns = useMemo(() => adminColumns(me.id), [me.id]);
  const query = useQuery({ ...adminsQuery(search), placeholderData: keepPreviousData });
  return (
    <>
      <CompaniesOfPerson words={search.q ?? ''} />
      <DataGrid
        label={t('admin.admins')}
        columns={columns}
        query={query}
        search={search}
        onSearch={onSearch}
        defaults={adminDefaults}
        getRowName={(admin) => admin.fullName}
        renderRowActions={(admin) =>
          mayManageAccount(me.roles, [admin.role]) ? <AdminMenu admin={admin} ownId={me.id} /> : null
        }
        toolbar={
          <Group gap="sm" flex="1 1 20rem" justify="space-between">
            <SearchInput
              label={t('admin.searchAdmins')}
              placeholder={t('admin.searchByFullName')}
              value={search.q ?? ''}
              onChange={(q) => onSearch({ ...search, q: q || undefined, page: undefined })}
            />
            <Button color="orange" leftSection={<IconPlus size={16} aria-hidden />} onClick={addDrawer.open}>
              {t('admin.addAdmin')}
            </Button>
          </Group>
        }
        empty={
          <EmptyState title={t('admin.noAdminsYet')} icon={<IconUserShield size={28} />}>
            {t('admin.noAdminsHint')}
          </EmptyState>
        }
      />
      <CreateAdminDrawer isOpen={isAddDrawerOpen} onClose={addDrawer.close} />
    </>
  );
}

function AdminMenu({ admin, ownId }: { admin: Admin; ownId: string }) {
  const [isEditDrawerOpen, editDrawer] = useDisclosure(false);
  return (
    <>
      <AccountMenu id={admin.id} name={admin.fullName} status={admin.status} isSelf={admin.id === ownId}>
        <Menu.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={editDrawer.open}>
          {t('common.edit')}
        </Menu.Item>
      </AccountMenu>
      <EditAdminDrawer admin={admin} isSelf={admin.id === ownId} isOpen={isEditDrawerOpen} onClose={editDrawer.close} />
    </>
  );
}

type NewAdminValues = AdminValues & { email: string; password: string };

function CreateAdminDrawer({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const me = useMe();
  return (
    <FormDrawer title={t('admin.addAdmin')} isOpen={isOpen} onClose={onClose}>
      {me.emailVerified ? (
        <CreateAdminForm onDone={onClose} />
      ) : (
        <UnverifiedNotice
          me={me}
          title={t('common.verifyEmailToAddPeople')}
          text={t('common.verifyEmailHint', { email: me.email })}
        />
      )}
    </FormDrawer>
  );
}

function CreateAdminForm({ onDone }: { onDone: () => void }) {
  const create = useCreateAdmin();
  const form = useSchemaForm<NewAdminValues>(createAdminSchema, {
    initialValues: { ...propertyOf(adminFields, 'empty'), email: '', password: '' },
  });
  const send = async (values: NewAdminValues) => {
    await create.mutateAsync(createAdminSchema.parse(values));
    toast.success(t('common.personCanSignIn', { firstName: values.firstName }));
    onDone();
  };
  return (
    <Form form={form} label={t('admin.addAdmin')} onSubmit={send}>
      <Stack gap="md">
        <AdminFields form={form} />
        <TextInput
          label={t('ui.email')}
          type="email"
          autoComplete="off"
          key={form.key('email')}
          {...form.getInputProps('email')}
        />
        <Text size="sm" c="dimmed">
          {t('admin.temporaryPasswordHint')}
        </Text>
        <NewPasswordField label={t('ui.password')} key={form.key('password')} {...form.getInputProps('password')} />
        <Group justify="flex-end" mt="sm">
          <SubmitButton>{t('admin.addAdmin')}</SubmitButton>
        </Group>
      </Stack>
    </Form>
  );
}

type AdminValues = PropertyOf<typeof adminFields, 'empty'>;

/** The name and role fields. Users can choose only roles that they may grant, and they cannot change their own role. */
export function AdminFields<V extends AdminValues>({ form, isSelf = false }: { form: SchemaForm<V>; isSelf?: boolean }) {
  const me = useMe();
  return (
    <>
      <NameFields form={form} />
      <Select
        label={writeText(adminFields.role.label)}
        placeholder={t('errors.chooseARole')}
        description={isSelf ? t('admin.ownRoleHint') : undefined}
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
