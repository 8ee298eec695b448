import { Anchor, Badge, Group, Paper, Skeleton, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { driverStatusExplanations, driverStatuses } from '#shared/applicants/stages.ts';
import { jobTypes, labelOf } from '#shared/catalogues.ts';
import * as format from '#shared/format.ts';
import { cityState } from '#shared/format.ts';
import { homePhrase, payText } from '#shared/jobs/public-job.ts';
import { requiredClassText } from '#shared/jobs/unmet-requirements.ts';
import { publicLink } from '#web/browser/language.ts';
import { t, writeText } from '#web/texts/app.ts';
import { CompanyLogo } from '#web/ui/CompanyLogo.tsx';
import type { GridColumn } from '#web/ui/grid/columns.ts';
import { asStatus, StatusBadge } from '#web/ui/StatusBadge.tsx';
import { DateText } from '#web/ui/Values.tsx';
import { NextStep } from './NextStep.tsx';
import type { PublicJob, PublicJobCard, MyApplication } from './queries.ts';

export function ApplicationStatusBadge({ status }: { status: MyApplication['status'] }) {
  return (
    <StatusBadge
      status={status}
      label={labelOf(driverStatuses, status, writeText)}
      explanation={driverStatusExplanations[status]}
    />
  );
}

/** How fast the company usually answers, or that Haulboard reminded it (`docs/product/applicants-and-matching.md#answer-times`). */
function WaitingNote({ application }: { application: MyApplication }) {
  const { companyName: company, answersWithinDays: days, remindedAt, timeZone } = application;
  const note = remindedAt
    ? t('driver.companyReminded', { company, date: format.date(remindedAt, timeZone) })
    : days && t('driver.companyAnswers', { company, days });
  return note ? (
    <Text size="xs" c="dimmed" mt={4}>
      {note}
    </Text>
  ) : null;
}

export const applicationColumns: readonly GridColumn<MyApplication>[] = [
  {
    id: 'title',
    header: t('common.job'),
    cardRole: 'title',
    cell: ({ jobId, title }) => (
      <Anchor href={publicLink(`/jobs/${jobId}`)} fw={600} size="sm">
        {title}
      </Anchor>
    ),
  },
  { id: 'company', header: t('ui.company'), cell: ({ companyName }) => companyName },
  { id: 'city', header: t('common.location'), cell: cityState },
  {
    id: 'application_at',
    header: t('driver.applied'),
    cell: ({ applicationAt, timeZone }) => <DateText value={applicationAt} zone={timeZone} />,
  },
  { id: 'status', header: t('common.status'), cell: ({ status }) => <ApplicationStatusBadge status={status} /> },
  {
    id: 'next_step',
    header: t('driver.nextStep'),
    isWide: true,
    isLong: true,
    cell: (application) => (
      <>
        <NextStep application={application} />
        <WaitingNote application={application} />
      </>
    ),
  },
];

type HeadingProps = {
  job: { jobId: string; title: string; companyName: string; city: string | null; state: string | null; isOpen: boolean };
};

/** The title, company and city of a job that may be closed. An open job's title links to its public page. */
export function JobHeading({ job }: HeadingProps) {
  const { jobId, title, companyName, isOpen } = job;
  return (
    <>
      {isOpen ? (
        <Anchor href={publicLink(`/jobs/${jobId}`)} fw={600} c="inherit">
          {title}
        </Anchor>
      ) : (
        <Text fw={600}>{title}</Text>
      )}
      <Text size="sm" c="dimmed">
        {companyName} · {cityState(job)}
      </Text>
    </>
  );
}

type Props = {
  job: PublicJobCard & Partial<Pick<PublicJob, 'answersWithinDays'>>;
  /** To the right of the title. */
  aside?: ReactNode;
  /** Below everything else. */
  children?: ReactNode;
};

/** A public job in four lines. The title links to its public page. */
export function JobSummary({ job, aside, children }: Props) {
  const distance = job.distance === null ? null : writeText(format.distance(job.distance));
  const pay = payText(job.expectedPay, job.salaryType);
  const cdlClass = requiredClassText(job, writeText);
  return (
    <Paper withBorder p="md" shadow="xs">
      <Group justify="space-between" align="flex-start" wrap="nowrap" gap="md">
        <Anchor href={publicLink(`/jobs/${job.id}`)} fw={600} c="inherit">
          {job.title}
        </Anchor>
        {aside}
      </Group>
      <Group gap="xs" wrap="nowrap">
        {job.companyLogo ? <CompanyLogo src={job.companyLogo} size="small" /> : null}
        <Text size="sm" c="dimmed">
          {[job.companyName, format.cityState(job), distance, job.isGlobal ? t('common.nationwide') : null]
            .filter(Boolean)
            .join(' · ')}
        </Text>
      </Group>
      {job.answersWithinDays ? (
        <Text size="sm" c="dimmed">
          {t('common.usuallyAnswers', { days: job.answersWithinDays })}
        </Text>
      ) : null}
      <Text fw={600} size="sm" mt={4}>
        {pay ? writeText(pay) : t('common.payNotListed')}
      </Text>
      <Group gap="xs" mt="xs">
        <Badge variant="default" tt="none" fw={500}>
          {writeText(homePhrase(job.homeTime))}
        </Badge>
        <Badge variant="default" tt="none" fw={500}>
          {labelOf(jobTypes, job.jobType, writeText)}
        </Badge>
        {cdlClass ? (
          <Badge variant="default" tt="none" fw={500}>
            {cdlClass}
          </Badge>
        ) : null}
      </Group>
      {children}
    </Paper>
  );
}

/** A placeholder of the same height while the jobs load. */
export function JobSummariesSkeleton({ count }: { count: number }) {
  return (
    <Stack gap="sm" {...asStatus(t('common.loadingJobs'))}>
      {Array.from({ length: count }, (_, index) => (
        <Paper key={index} withBorder p="md" shadow="xs">
          <Skeleton h="1.25rem" w="60%" />
          <Skeleton h="0.875rem" w="40%" mt="xs" />
          <Skeleton h="0.875rem" w="25%" mt="xs" />
          <Skeleton h="1.25rem" w="45%" mt="sm" />
        </Paper>
      ))}
    </Stack>
  );
}
