import { Group, Text } from '@mantine/core';
import { number } from '#shared/format.ts';
import { PhoneLink } from '#web/ui/PhoneLink.tsx';
import type { GridColumn } from '#web/ui/grid/columns.ts';
import { emailColumn } from '#web/ui/grid/person-columns.tsx';
import { StatusBadge } from '#web/ui/StatusBadge.tsx';
import { DateText } from '#web/ui/Values.tsx';
import type { ApplicantUser } from './people-queries.ts';

/** `rest: Companies, employees, admins`, the list of drivers who applied. */
export const applicantUserColumns: readonly GridColumn<ApplicantUser>[] = [
  {
    id: 'full_name',
    header: 'Name',
    cell: (applicant) => (
      <Group gap="xs" wrap="nowrap">
        <Text fw={550}>{applicant.fullName}</Text>
        {applicant.status === 'Locked' ? <StatusBadge label="Locked" /> : null}
      </Group>
    ),
    isSortable: true,
    filter: { kind: 'text' },
    onCard: 'title',
  },
  emailColumn,
  { id: 'phone', header: 'Phone', cell: (applicant) => <PhoneLink digits={applicant.phone} />, isShort: true },
  { id: 'city', header: 'City', cell: (applicant) => applicant.city ?? '-', isSortable: true, filter: { kind: 'text' } },
  {
    id: 'state',
    header: 'State',
    cell: (applicant) => applicant.state ?? '-',
    isSortable: true,
    isShort: true,
    filter: { kind: 'text' },
  },
  {
    id: 'applications',
    header: 'Applications',
    cell: (applicant) => number(applicant.applications),
    isSortable: true,
    align: 'right',
    filter: { kind: 'number' },
  },
  {
    id: 'created_at',
    header: 'Joined',
    cell: (applicant) => <DateText value={applicant.createdAt} />,
    isSortable: true,
    isShort: true,
    filter: { kind: 'date' },
  },
];
