import { Button, Box, Group, Stack, Text } from '@mantine/core';
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
import {
  employeeDefaults,
  employeeRequest,
  employeesQuery,
  type Employee,
  invitationsQuery,
  type InvitedPerson,
  useInviteAgain,
  useWithdrawInvitation,
} from './queries.ts';
import { employeeRoles, roleLabels } from '#shared/access/authority.ts';
import { employeeStatuses, employeeStatusOf } from '#shared/companies/employee.ts';
import { PhoneLink, EmailText, DateText } from '#web/ui/Values.tsx';
import type { GridColumn } from '#web/ui/grid/columns.ts';
import { createdColumn, emailColumn, nameColumn, roleColumn, statusColumn } from '#web/ui/grid/person-columns.tsx';
import { useConfirm } from '#web/ui/ConfirmDialog.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { Section } from '#web/ui/Section.tsx';
import { StatusBadge } from '#web/ui/StatusBadge.tsx';
import { toast } from '#web/ui/toast.ts';

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
  /** Another company than the own, for administrators. */
  companyId: string | undefined;
  search: GridSearch;
  onSearch: (next: GridSearch) => void;
};

/** A company's employees: company admins manage them, the others see them (`docs/product/companies.md#employees`). */
export function EmployeesPage({ companyId, search, onSearch }: Props) {
  const me = useMe();
  const isManager = can(me.roles, 'employees.manage');
  // People of a cancelled company can only read the list (`docs/product/companies.md#company-status`).
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

/** Invited people who already have an account, such as drivers. Nothing if there are none. */
function InvitedPeople({ companyId }: { companyId: string | undefined }) {
  const { data: people = [], error, refetch, isFetching } = useQuery(invitationsQuery(companyId));
  if (people.length === 0 && !error) return null;
  return (
    <Box mt="lg">
      <Section title="Invited" description="They already have an account. They’ll join when they accept the email invitation.">
        {error && people.length === 0 ? (
          <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
        ) : null}
        <Stack gap="sm" component="ul" m={0} p={0}>
          {people.map((person) => (
            <Invited key={person.id} person={person} companyId={companyId} />
          ))}
        </Stack>
      </Section>
    </Box>
  );
}

function Invited({ person, companyId }: { person: InvitedPerson; companyId: string | undefined }) {
  const again = useInviteAgain();
  const withdraw = useWithdrawInvitation();
  const { id, email, role, createdAt, isOver } = person;
  const name = fullName(person);
  const asked = { id, companyId };
  const onError = (error: unknown) => toast.error(error);
  const { ask, dialog } = useConfirm();
  const askAndWithdraw = async () => {
    const isSure = await ask({
      title: `Withdraw invitation for ${name}?`,
      message: 'The link in the email stops working right away. You can invite them again.',
      confirmLabel: 'Withdraw',
      cancelLabel: 'Keep invitation',
      isDestructive: true,
    });
    if (isSure) withdraw.mutate(asked, { onSuccess: () => toast.success(`Invitation withdrawn for ${name}`), onError });
  };
  return (
    <Group component="li" justify="space-between" gap="sm" style={{ listStyle: 'none' }}>
      <Box flex="1 1 14rem" miw={0}>
        <Group gap="xs">
          <Text fw={600} size="sm">
            {name}
          </Text>
          <StatusBadge label={isOver ? 'Expired' : 'Invited'} />
        </Group>
        <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          <EmailText email={email} />, {roleLabels[role]}, invited <DateText value={createdAt} />
          {isOver ? '. The link has expired. Send it again.' : null}
        </Text>
      </Box>
      <Group gap="xs">
        <Button
          size="xs"
          variant="default"
          loading={again.isPending}
          aria-label={`Send again to ${name}`}
          onClick={() => again.mutate(asked, { onSuccess: () => toast.success(`Invitation sent to ${email}`), onError })}
        >
          Send again
        </Button>
        <Button
          size="xs"
          variant="subtle"
          color="red"
          loading={withdraw.isPending}
          aria-label={`Withdraw invitation for ${name}`}
          onClick={() => void askAndWithdraw()}
        >
          Withdraw
        </Button>
      </Group>
      {dialog}
    </Group>
  );
}
