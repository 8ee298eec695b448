import { employeeRoles, roleLabels } from '#shared/access/authority.ts';
import { employeeStatuses, employeeStatusOf } from '#shared/companies/employee.ts';
import { fullName } from '#shared/format.ts';
import { PhoneLink } from '#web/ui/PhoneLink.tsx';
import type { GridColumn } from '#web/ui/grid/columns.ts';
import { createdColumn, emailColumn, nameColumn, roleColumn, statusColumn } from '#web/ui/grid/person-columns.tsx';
import type { Employee } from './queries.ts';

const roleOptions = employeeRoles.map((role) => ({ value: role, label: roleLabels[role] }));

export const employeeColumns = (ownId: string): readonly GridColumn<Employee>[] => [
  nameColumn(ownId, (employee) => fullName(employee)),
  emailColumn,
  roleColumn(({ role }) => roleLabels[role], roleOptions),
  statusColumn((employee) => employeeStatusOf(employee), employeeStatuses),
  {
    id: 'phone',
    header: 'Phone',
    cell: (employee) => <PhoneLink digits={employee.phone} />,
    isShort: true,
    filter: { kind: 'text' },
  },
  createdColumn('Added'),
];
