import { Button, Group, Menu } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPencil, IconPlus, IconUserShield } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { mayManageAccount } from '#shared/access/authority.ts';
import { DataGrid } from '#web/ui/grid/DataGrid.tsx';
import type { GridSearch } from '#web/ui/grid/grid-state.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { SearchInput } from '#web/ui/SearchInput.tsx';
import { useMe } from '#web/use-me.ts';
import { AccountMenu } from './AccountMenu.tsx';
import { adminColumns } from './admin-columns.tsx';
import { CreateAdminDrawer } from './CreateAdminDrawer.tsx';
import { EditAdminDrawer } from './EditAdminDrawer.tsx';
import { type Admin, adminDefaults, adminsQuery } from './people-queries.ts';

type Props = { search: GridSearch; onSearch: (next: GridSearch) => void };

/** The people who run the product: made, edited, locked (`spec: access §2`). */
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
