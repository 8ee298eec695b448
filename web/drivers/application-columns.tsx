import { Anchor } from '@mantine/core';
import { cityState } from '#shared/format.ts';
import type { GridColumn } from '#web/ui/grid/columns.ts';
import { StatusBadge } from '#web/ui/StatusBadge.tsx';
import { DateText } from '#web/ui/Values.tsx';
import type { MyApplication } from './queries.ts';

/** The states of an application in the driver's words. */
export const applicationStates = {
  sent: { label: 'Sent', tone: 'green' },
  closed: { label: 'Job closed', tone: 'gray' },
  withdrawn: { label: 'Withdrawn', tone: 'amber' },
} as const;

export const applicationColumns: readonly GridColumn<MyApplication>[] = [
  {
    id: 'title',
    header: 'Job',
    onCard: 'title',
    cell: ({ jobId, title }) => (
      <Anchor href={`/jobs/${jobId}`} fw={600} size="sm">
        {title}
      </Anchor>
    ),
  },
  { id: 'company', header: 'Company', cell: ({ companyName }) => companyName },
  { id: 'city', header: 'Location', cell: cityState },
  {
    id: 'application_at',
    header: 'Applied',
    cell: ({ applicationAt, timeZone }) => <DateText value={applicationAt} zone={timeZone} />,
  },
  { id: 'status', header: 'Status', cell: ({ status }) => <StatusBadge {...applicationStates[status]} /> },
];
