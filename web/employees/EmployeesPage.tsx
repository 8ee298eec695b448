import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlus, IconUsers } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { can } from '#shared/access/access.ts';
import { fullName } from '#shared/format.ts';
import { DataGrid } from '#web/ui/grid/DataGrid.tsx';
import type { GridSearch } from '#web/ui/grid/grid-state.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { SearchInput } from '#web/ui/SearchInput.tsx';
import { useMe } from '#web/use-me.ts';
import { AddEmployeeDrawer } from './AddEmployeeDrawer.tsx';
import { EmployeeMenu } from './EmployeeMenu.tsx';
import { InvitedPeople } from './InvitedPeople.tsx';
import { employeeDefaults, employeeRequest, employeesQuery, type Employee } from './queries.ts';
import { employeeRoles, roleLabels } from '#shared/access/authority.ts';
import { employeeStatuses, employeeStatusOf } from '#shared/companies/employee.ts';
import { PhoneLink } from '#web/ui/Values.tsx';
import type { GridColumn } from '#web/ui/grid/columns.ts';
import { createdColumn, emailColumn, nameColumn, roleColumn, statusColumn } from '#web/ui/grid/person-columns.tsx';

const roleOptions = employeeRoles.map((role) => ({ value: role, label: roleLabels[role] }));

const employeeColumns = (ownId: string): readonly GridColumn<Employee>[] => [
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

type Props = {
  /** Another than the own, for administrators. */
  companyId: string | undefined;
  search: GridSearch;
  onSearch: (next: GridSearch) => void;
};

/** The people of a company: its admins manage them, everybody else of it sees them (`product: Companies`). */
export function EmployeesPage({ companyId, search, onSearch }: Props) {
  const me = useMe();
  const isManager = can(me.roles, 'employees.manage');
  // A cancelled company's people only see who works there (`product: Companies`).
  const mayManage = isManager && me.companyStatus !== 'Cancelled';
  const [isAdding, adding] = useDisclosure(false);
  const columns = useMemo(() => employeeColumns(me.id), [me.id]);
  const query = useQuery({ ...employeesQuery(employeeRequest(search, companyId)), placeholderData: keepPreviousData });
  return (
    <>
      <PageHeader
        title="Employees"
        description={companyId ? 'People who post jobs and review applicants.' : ownWords(isManager)}
        actions={
          mayManage ? (
            <Button color="orange" leftSection={<IconPlus size={16} aria-hidden />} onClick={adding.open}>
              Add employee
            </Button>
          ) : null
        }
      />
      <DataGrid
        label="Employees"
        columns={columns}
        query={query}
        search={search}
        onSearch={onSearch}
        defaults={employeeDefaults}
        rowName={fullName}
        rowActions={mayManage ? (employee) => <EmployeeMenu employee={employee} /> : undefined}
        toolbar={
          <SearchInput
            label="Search employees"
            placeholder="Search by name or email"
            value={search.q ?? ''}
            onChange={(q) => onSearch({ ...search, q: q || undefined, page: undefined })}
          />
        }
        empty={
          <EmptyState title="No team members yet" icon={<IconUsers size={28} />}>
            {mayManage ? 'Add your first team member. We’ll email them an invitation.' : 'This company has no team members.'}
          </EmptyState>
        }
      />
      {mayManage ? <InvitedPeople companyId={companyId} /> : null}
      <AddEmployeeDrawer companyId={companyId} isOpen={isAdding} onClose={adding.close} />
    </>
  );
}

function ownWords(isManager: boolean): string {
  const words = 'Your team members who post jobs and review applicants.';
  return isManager ? words : `${words} Only company admins can make changes.`;
}
