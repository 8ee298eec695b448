import { Button, Box, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlus, IconUsers } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { can } from '#shared/access/access.ts';
import { employeeRoles, roleLabels } from '#shared/access/authority.ts';
import { employeeStatusExplanations, employeeStatusLabels, employeeStatusOf } from '#shared/companies/employee.ts';
import { fullName } from '#shared/format.ts';
import { useMe } from '#web/signed-in/use-me.ts';
import { t, writeText, rich } from '#web/texts/app.ts';
import { useConfirm } from '#web/ui/ConfirmDialog.tsx';
import type { GridColumn } from '#web/ui/grid/columns.ts';
import { DataGrid } from '#web/ui/grid/DataGrid.tsx';
import type { GridSearch } from '#web/ui/grid/grid-state.ts';
import { createdColumn, emailColumn, nameColumn, roleColumn, statusColumn } from '#web/ui/grid/person-columns.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { SearchInput } from '#web/ui/SearchInput.tsx';
import { Section } from '#web/ui/Section.tsx';
import { EmptyState, ErrorState } from '#web/ui/States.tsx';
import { StatusBadge } from '#web/ui/StatusBadge.tsx';
import { toast } from '#web/ui/toast.ts';
import { PhoneLink, EmailText, DateText } from '#web/ui/Values.tsx';
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

const roleOptions = employeeRoles.map((role) => ({ value: role, label: writeText(roleLabels[role]) }));

const employeeColumns = (ownId: string): readonly GridColumn<Employee>[] => [
  nameColumn(ownId, (employee) => fullName(employee)),
  emailColumn,
  roleColumn(({ role }) => writeText(roleLabels[role]), roleOptions),
  statusColumn((employee) => employeeStatusOf(employee), employeeStatusLabels, employeeStatusExplanations),
  {
    id: 'phone',
    header: t('common.phone'),
    cell: (employee) => <PhoneLink digits={employee.phone} extension={employee.phoneExtension} />,
    isShort: true,
    filter: { kind: 'text' },
  },
  createdColumn(t('employees.added')),
];

type Props = {
  /** A company other than the user's own. Only administrators can open it. */
  companyId: string | undefined;
  search: GridSearch;
  onSearch: (next: GridSearch) => void;
};

/** Lists a company's employees. Only company admins can change them (`docs/product/companies.md#employees`). */
export function EmployeesPage({ companyId, search, onSearch }: Props) {
  const me = useMe();
  const isManager = can(me.roles, 'employees.manage');
  // Employees of a cancelled company can only read the list (`docs/product/companies.md#company-status`).
  const mayManage = isManager && me.companyStatus !== 'Cancelled';
  const [isAdding, adding] = useDisclosure(false);
  const columns = useMemo(() => employeeColumns(me.id), [me.id]);
  const query = useQuery({ ...employeesQuery(employeeRequest(search, companyId)), placeholderData: keepPreviousData });
  return (
    <>
      <PageHeader
        title={t('common.employees')}
        description={companyId ? t('employees.pageDescriptionForStaff') : companyWords(isManager)}
        actions={
          mayManage ? (
            <Button color="orange" leftSection={<IconPlus size={16} aria-hidden />} onClick={adding.open}>
              {t('employees.addEmployee')}
            </Button>
          ) : null
        }
      />
      <DataGrid
        label={t('common.employees')}
        columns={columns}
        query={query}
        search={search}
        onSearch={onSearch}
        defaults={employeeDefaults}
        getRowName={fullName}
        renderRowActions={mayManage ? (employee) => <EmployeeMenu employee={employee} /> : undefined}
        toolbar={
          <SearchInput
            label={t('employees.searchEmployees')}
            placeholder={t('common.searchByNameOrEmail')}
            value={search.q ?? ''}
            onChange={(q) => onSearch({ ...search, q: q || undefined, page: undefined })}
          />
        }
        empty={
          <EmptyState title={t('employees.noEmployeesYet')} icon={<IconUsers size={28} />}>
            {mayManage ? t('employees.noEmployeesHint') : t('employees.noEmployeesReadOnlyHint')}
          </EmptyState>
        }
      />
      {mayManage ? <InvitedPeople companyId={companyId} /> : null}
      <AddEmployeeDrawer companyId={companyId} isOpen={isAdding} onClose={adding.close} />
    </>
  );
}

function companyWords(isManager: boolean): string {
  const description = t('employees.pageDescription');
  return isManager ? description : t('employees.pageDescriptionReadOnly', { words: description });
}

/** Lists invited people who already have an account, such as drivers. Shows nothing if there are none. */
function InvitedPeople({ companyId }: { companyId: string | undefined }) {
  const { data: people = [], error, refetch, isFetching } = useQuery(invitationsQuery(companyId));
  if (people.length === 0 && !error) return null;
  return (
    <Box mt="lg">
      <Section title={t('common.invited')} description={t('employees.invitedDescription')}>
        {error && people.length === 0 ? (
          <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
        ) : null}
        <Stack gap="sm" component="ul" m={0} p={0}>
          {people.map((person) => (
            <InvitedPersonRow key={person.id} person={person} companyId={companyId} />
          ))}
        </Stack>
      </Section>
    </Box>
  );
}

function InvitedPersonRow({ person, companyId }: { person: InvitedPerson; companyId: string | undefined }) {
  const again = useInviteAgain();
  const withdraw = useWithdrawInvitation();
  const { id, email, role, createdAt, isOver } = person;
  const name = fullName(person);
  const request = { id, companyId };
  const onError = (error: unknown) => toast.error(error);
  const { ask, dialog } = useConfirm();
  const askAndWithdraw = async () => {
    const isConfirmed = await ask({
      title: t('employees.withdrawInvitationQuestion', { name }),
      message: t('employees.withdrawInvitationExplained'),
      confirmLabel: t('common.withdraw'),
      cancelLabel: t('employees.keepInvitation'),
      isDestructive: true,
    });
    if (isConfirmed)
      withdraw.mutate(request, { onSuccess: () => toast.success(t('employees.invitationWithdrawn', { name })), onError });
  };
  return (
    <Group component="li" justify="space-between" gap="sm" style={{ listStyle: 'none' }}>
      <Box flex="1 1 14rem" miw={0}>
        <Group gap="xs">
          <Text fw={600} size="sm">
            {name}
          </Text>
          <StatusBadge status={isOver ? 'expired' : 'Invited'} label={isOver ? t('employees.expired') : t('common.invited')} />
        </Group>
        <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {rich('employees.invitedOn', {
            role: writeText(roleLabels[role]),
            isOver: String(isOver),
            email: () => <EmailText email={email} />,
            date: () => <DateText value={createdAt} />,
          })}
        </Text>
      </Box>
      <Group gap="xs">
        <Button
          size="xs"
          variant="default"
          loading={again.isPending}
          aria-label={t('employees.sendAgainLabel', { name })}
          onClick={() =>
            again.mutate(request, { onSuccess: () => toast.success(t('employees.invitationSent', { email })), onError })
          }
        >
          {t('common.sendAgain')}
        </Button>
        <Button
          size="xs"
          variant="subtle"
          color="red"
          loading={withdraw.isPending}
          aria-label={t('employees.withdrawInvitationLabel', { name })}
          onClick={() => void askAndWithdraw()}
        >
          {t('common.withdraw')}
        </Button>
      </Group>
      {dialog}
    </Group>
  );
}
