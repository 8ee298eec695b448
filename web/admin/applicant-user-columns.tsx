import { Text } from '@mantine/core';
import { number, phone } from '#shared/format.ts';
import type { GridColumn } from '#web/ui/grid/columns.ts';
import { emailColumn, statusColumn } from '#web/ui/grid/person-columns.tsx';
import { DateText } from '#web/ui/Values.tsx';
import type { ApplicantUser } from './people-queries.ts';

/** `rest: Companies, employees, admins`, the list of drivers who applied. */
export const applicantUserColumns: readonly GridColumn<ApplicantUser>[] = [
  {
    id: 'full_name',
    header: 'Name',
    cell: (applicant) => <Text fw={550}>{applicant.fullName}</Text>,
    isSortable: true,
    filter: { kind: 'text' },
    onCard: 'title',
  },
  emailColumn,
  { id: 'phone', header: 'Phone', cell: (applicant) => phone(applicant.phone), isShort: true },
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
  // Of so many accounts no index sorts them by it.
  { ...statusColumn<ApplicantUser>(({ status }) => status, ['Active', 'Locked']), isSortable: false },
  {
    id: 'created_at',
    header: 'Joined',
    cell: (applicant) => <DateText value={applicant.createdAt} />,
    isSortable: true,
    isShort: true,
    filter: { kind: 'date' },
  },
];
