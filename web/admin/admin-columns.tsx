import { Group, Text } from '@mantine/core';
import { adminRoles, roleLabels } from '#shared/authority.ts';
import type { GridColumn } from '#web/ui/grid/columns.ts';
import { StatusBadge } from '#web/ui/StatusBadge.tsx';
import { DateText } from '#web/ui/Values.tsx';
import type { Admin } from './people-queries.ts';

export const adminRoleOptions = adminRoles.map((role) => ({ value: role, label: roleLabels[role] }));

export const adminColumns = (ownId: string): readonly GridColumn<Admin>[] => [
  {
    id: 'full_name',
    header: 'Name',
    cell: (admin) => (
      <Group gap="xs" wrap="nowrap">
        <Text fw={550}>{admin.fullName}</Text>
        {admin.id === ownId ? (
          <Text size="sm" c="dimmed">
            (you)
          </Text>
        ) : null}
      </Group>
    ),
    isSortable: true,
    filter: { kind: 'text' },
    onCard: 'title',
  },
  { id: 'email', header: 'Email', cell: (admin) => admin.email, isSortable: true, isLong: true, filter: { kind: 'text' } },
  {
    id: 'role',
    header: 'Role',
    cell: (admin) => roleLabels[admin.role],
    isSortable: true,
    isShort: true,
    filter: { kind: 'enum', options: adminRoleOptions },
  },
  {
    id: 'status',
    header: 'Status',
    cell: (admin) => <StatusBadge label={admin.status} />,
    isSortable: true,
    filter: { kind: 'enum', options: ['Active', 'Locked'].map((status) => ({ value: status, label: status })) },
  },
  {
    id: 'created_at',
    header: 'Created',
    cell: (admin) => <DateText value={admin.createdAt} />,
    isSortable: true,
    isShort: true,
    filter: { kind: 'date' },
  },
];
