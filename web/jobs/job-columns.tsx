import { Anchor, Badge, Group, Text } from '@mantine/core';
import { IconRocket } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { jobTypes, labelOf, options } from '#shared/catalogues.ts';
import { cityState, count } from '#shared/format.ts';
import { type JobStatus, statusLabel, statusLabels } from '#shared/jobs.ts';
import type { FilterOption, GridColumn } from '#web/ui/grid/columns.ts';
import { StatusBadge } from '#web/ui/StatusBadge.tsx';
import { DateText } from '#web/ui/Values.tsx';
import type { Job } from './queries.ts';

const statusOptions: { value: JobStatus; label: string }[] = [
  { value: 'POSTED', label: `${statusLabels.active} or ${statusLabels.canceled.toLowerCase()}` },
  { value: 'SCHEDULED', label: statusLabels.scheduled },
  { value: 'PROCESSING_PAYMENT', label: statusLabels.processing },
  { value: 'DECLINED', label: statusLabels.declined },
  { value: 'INACTIVE', label: statusLabels.inactive },
  { value: 'CLOSED', label: statusLabels.closed },
  { value: 'DISABLED', label: statusLabels.disabled },
];

/** The job list's columns (`spec: work §3 Job list item`); ids are the wire's fields, which sort and filter. */
export function jobColumns(tags: readonly FilterOption[]): GridColumn<Job>[] {
  return [
    {
      id: 'title',
      header: 'Job',
      onCard: 'title',
      isSortable: true,
      cell: (job) => (
        <Anchor
          fw={600}
          size="sm"
          renderRoot={(props) => <Link {...props} to="/company/jobs/$id/detail" params={{ id: job.id }} />}
        >
          {job.title}
        </Anchor>
      ),
    },
    { id: 'city', header: 'City', isSortable: true, filter: { kind: 'text' }, cell: cityState },
    {
      id: 'job_type',
      header: 'Type',
      filter: { kind: 'enum', options: options(jobTypes) },
      cell: (job) => labelOf(jobTypes, job.jobType),
    },
    {
      id: 'status',
      header: 'Status',
      isSortable: true,
      filter: { kind: 'enum', options: statusOptions },
      cell: (job) => <StatusBadge label={statusLabel(job)} />,
    },
    { id: 'applicants', header: 'Applicants', cell: (job) => <Applicants job={job} /> },
    {
      id: 'posting_date',
      header: 'Posted',
      isSortable: true,
      filter: { kind: 'date' },
      cell: (job) => <DateText value={job.postingDate} />,
    },
    { id: 'next_billing_date', header: 'Next billing', cell: (job) => <DateText value={job.nextBillingDate} /> },
    {
      id: 'expiration_date',
      header: 'Expires',
      isSortable: true,
      filter: { kind: 'date' },
      cell: (job) => <DateText value={job.expirationDate} />,
    },
    {
      id: 'boost_active',
      header: 'Boost',
      filter: { kind: 'flag' },
      cell: (job) =>
        job.boostActive ? (
          <Badge variant="light" color="navy" tt="none" leftSection={<IconRocket size={12} aria-hidden />}>
            {count(job.boostRemainingDays, 'day')} left
          </Badge>
        ) : (
          '-'
        ),
    },
    { id: 'tag', header: 'Tags', filter: { kind: 'tag', options: tags }, cell: (job) => <Tags job={job} /> },
  ];
}

/** New ones of today first: that is what a recruiter looks for. */
function Applicants({ job }: { job: Job }) {
  return (
    <Text span size="sm" className="tabular" style={{ whiteSpace: 'nowrap' }}>
      {job.todayApplicants > 0 ? <b>{job.todayApplicants}</b> : job.todayApplicants} today / {job.totalApplicants} total
    </Text>
  );
}

function Tags({ job }: { job: Job }) {
  if (job.tags.length === 0) return '-';
  return (
    <Group gap={4} component="span">
      {job.tags.map(({ id, text }) => (
        <Badge key={id} component="span" variant="default" tt="none" fw={500}>
          {text}
        </Badge>
      ))}
    </Group>
  );
}
