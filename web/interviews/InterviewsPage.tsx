import { Badge, Group, Paper, Skeleton, Stack, Text } from '@mantine/core';
import { IconCalendarEvent } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { appointmentTime, interviewKinds, interviewStatuses } from '#shared/applicants/interview.ts';
import { labelOf } from '#shared/catalogues.ts';
import { useTimeZone } from '#web/signed-in/use-me.ts';
import { t, writeText } from '#web/texts/app.ts';
import { PageButtons } from '#web/ui/grid/GridParts.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { EmptyState, ErrorState } from '#web/ui/States.tsx';
import { asStatus } from '#web/ui/StatusBadge.tsx';
import classes from './interviews.module.css';
import { companyInterviewsQuery, type Interview, pageSize } from './queries.ts';
import { statusColors } from './status-columns.ts';

type Props = {
  page: number;
  onPageChange: (page: number) => void;
  /** The company that an administrator chose. */
  companyId: string | undefined;
};

/** `/company/interviews`: the company's upcoming interviews, also those for which the driver has not chosen a time. */
export function InterviewsPage(props: Props) {
  return (
    <>
      <PageHeader title={t('interviews.upcoming')} />
      <Interviews {...props} />
    </>
  );
}

function Interviews({ page, onPageChange, companyId }: Props) {
  const { data, error, isFetching, refetch } = useQuery(companyInterviewsQuery(page, companyId));
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />;
  if (!data)
    return (
      <Stack gap="sm" {...asStatus(t('interviews.upcoming'))}>
        {[1, 2, 3].map((row) => (
          <Skeleton key={row} h="4.5rem" />
        ))}
      </Stack>
    );
  if (data.pagination.total === 0)
    return (
      <EmptyState title={t('interviews.noUpcoming')} icon={<IconCalendarEvent size={28} />}>
        {t('interviews.noUpcomingHint')}
      </EmptyState>
    );
  return (
    <Stack gap="sm" maw="56rem">
      {data.items.map((interview) => (
        <Paper
          key={interview.id}
          withBorder
          p="md"
          className={classes.interview}
          renderRoot={(props: object) => (
            <Link
              {...props}
              to="/company/applicants"
              search={{ applicant: interview.applicantId, panel: 'interviews', company: companyId }}
            />
          )}
        >
          <InterviewRow interview={interview} />
        </Paper>
      ))}
      <PageButtons pageCount={Math.ceil(data.pagination.total / pageSize)} page={page} onChange={onPageChange} />
    </Stack>
  );
}

function InterviewRow({ interview }: { interview: Interview }) {
  const timeZone = useTimeZone();
  const { driverName, jobTitle, kind, minutes, status, startsAt, times } = interview;
  const describedTimes = (startsAt ? [startsAt] : times).map((time) => appointmentTime(t, time, timeZone));
  return (
    <>
      <Group justify="space-between" gap="xs" wrap="nowrap">
        <Text fw={600} truncate>
          {driverName}
        </Text>
        <Badge color={statusColors[status]} variant="light" tt="none" style={{ flexShrink: 0 }}>
          {labelOf(interviewStatuses, status, writeText)}
        </Badge>
      </Group>
      <Text size="sm">{describedTimes.join(' · ')}</Text>
      <Text size="sm" c="dimmed">
        {jobTitle}, {labelOf(interviewKinds, kind, writeText)}, {t('interviews.minutes', { minutes })}
      </Text>
    </>
  );
}
