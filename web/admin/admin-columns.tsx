import { adminRoles, roleLabels } from '#shared/access/authority.ts';
import type { GridColumn } from '#web/ui/grid/columns.ts';
import { createdColumn, emailColumn, nameColumn, roleColumn, statusColumn } from '#web/ui/grid/person-columns.tsx';
import type { Admin } from './people-queries.ts';

export const adminRoleOptions = adminRoles.map((role) => ({ value: role, label: roleLabels[role] }));

export const adminColumns = (ownId: string): readonly GridColumn<Admin>[] => [
  nameColumn(ownId, ({ fullName }) => fullName),
  emailColumn,
  roleColumn(({ role }) => roleLabels[role], adminRoleOptions),
  statusColumn(({ status }) => status, ['Active', 'Locked']),
  createdColumn('Created'),
];
