import { Group, Text } from '@mantine/core';
import type { AccountStatus } from '#shared/accounts/account.ts';
import type { EmployeeStatus } from '#shared/companies/employee.ts';
import type { Text as Label } from '#shared/texts/texts.ts';
import { t, writeText } from '#web/texts/app.ts';
import { StatusBadge } from '#web/ui/StatusBadge.tsx';
import { EmailText, DateText } from '#web/ui/Values.tsx';
import type { FilterOption, GridColumn } from './columns.ts';

/** The fields of an account that these columns use. */
type Person = { id: string; email: string; createdAt: string };

/** The column with the name, which marks the user's own row. */
export const nameColumn = <P extends Person>(ownId: string, getName: (person: P) => string): GridColumn<P> => ({
  id: 'full_name',
  header: t('common.name'),
  cell: (person) => (
    <Group gap="xs" wrap="nowrap">
      <Text fw={550}>{getName(person)}</Text>
      {person.id === ownId ? (
        <Text size="sm" c="dimmed">
          {t('list.you')}
        </Text>
      ) : null}
    </Group>
  ),
  isSortable: true,
  filter: { kind: 'text' },
  cardRole: 'title',
});

export const emailColumn: GridColumn<Person> = {
  id: 'email',
  header: t('ui.email'),
  cell: ({ email }) => <EmailText email={email} />,
  isSortable: true,
  isLong: true,
  filter: { kind: 'text' },
};

export const roleColumn = <P extends Person>(
  getRoleLabel: (person: P) => string,
  options: readonly FilterOption[],
): GridColumn<P> => ({
  id: 'role',
  header: t('common.role'),
  cell: getRoleLabel,
  isSortable: true,
  isShort: true,
  filter: { kind: 'enum', options },
});

type PersonStatus = EmployeeStatus | AccountStatus;

export const statusColumn = <P extends Person, Status extends PersonStatus>(
  getStatus: (person: P) => Status,
  labels: Readonly<Record<Status, Label>>,
  explanations: Readonly<Record<Status, Label | null>>,
): GridColumn<P> => ({
  id: 'status',
  header: t('common.status'),
  cell: (person) => {
    const status = getStatus(person);
    return <StatusBadge status={status} label={writeText(labels[status])} explanation={explanations[status]} />;
  },
  isSortable: true,
  filter: {
    kind: 'enum',
    options: Object.entries<Label>(labels).map(([value, label]) => ({ value, label: writeText(label) })),
  },
});

export const createdColumn = (header: string): GridColumn<Person> => ({
  id: 'created_at',
  header,
  cell: ({ createdAt }) => <DateText value={createdAt} />,
  isSortable: true,
  isShort: true,
  filter: { kind: 'date' },
});
