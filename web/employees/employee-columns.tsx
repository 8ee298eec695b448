import { Group, Text } from '@mantine/core';
import { employeeRoles, roleLabels } from '#shared/authority.ts';
import { employeeStatuses, employeeStatusOf } from '#shared/employee.ts';
import { fullName, phone } from '#shared/format.ts';
import type { GridColumn } from '#web/ui/grid/columns.ts';
import { StatusBadge } from '#web/ui/StatusBadge.tsx';
import { DateText } from '#web/ui/Values.tsx';
import type { Employee } from './queries.ts';

const roleOptions = employeeRoles.map((role) => ({ value: role, label: roleLabels[role] }));

export const employeeColumns = (ownId: string): readonly GridColumn<Employee>[] => [
  {
    id: 'full_name',
    header: 'Name',
    cell: (employee) => (
      <Group gap="xs" wrap="nowrap">
        <Text fw={550}>{fullName(employee)}</Text>
        {employee.id === ownId ? (
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
  { id: 'email', header: 'Email', cell: (employee) => employee.email, isSortable: true, isLong: true, filter: { kind: 'text' } },
  {
    id: 'role',
    header: 'Role',
    cell: (employee) => roleLabels[employee.role],
    isSortable: true,
    isShort: true,
    filter: { kind: 'enum', options: roleOptions },
  },
  {
    id: 'status',
    header: 'Status',
    cell: (employee) => <StatusBadge label={employeeStatusOf(employee)} />,
    isSortable: true,
    filter: { kind: 'enum', options: employeeStatuses.map((status) => ({ value: status, label: status })) },
  },
  { id: 'phone', header: 'Phone', cell: (employee) => phone(employee.phone), isShort: true, filter: { kind: 'text' } },
  {
    id: 'created_at',
    header: 'Added',
    cell: (employee) => <DateText value={employee.createdAt} />,
    isSortable: true,
    isShort: true,
    filter: { kind: 'date' },
  },
];
