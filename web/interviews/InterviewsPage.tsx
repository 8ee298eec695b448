import { Anchor, Group, Paper, SegmentedControl, Skeleton, Stack, Text } from '@mantine/core';
import { IconCalendarEvent } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { can } from '#shared/access/access.ts';
import { appointmentTime, interviewKinds, type InterviewList, interviewLists, lengthText } from '#shared/applicants/interview.ts';
import { labelOf } from '#shared/catalogues.ts';
import { useMe, useTimeZone } from '#web/signed-in/use-me.ts';
import { t, writeText } from '#web/texts/app.ts';
import { PageButtons } from '#web/ui/grid/GridParts.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { EmptyState, ErrorState } from '#web/ui/States.tsx';
import { asStatus } from '#web/ui/StatusBadge.tsx';
import { InterviewBadge } from './InterviewBadge.tsx';
import classes from './interviews.module.css';
import { NoShowButton } from './NoShowButton.tsx';
import { proposedTimeText } from './proposed-time-words.ts';
import { companyInterviewsQuery, type Interview, type InterviewsView, pageSize } from './queries.ts';

type Props = {
  view: InterviewsView;
  onChange: (change: { show?: InterviewList; page?: number }) => void;
};

/**
 * `/company/interviews`: the company's upcoming interviews, also those for which the driver has not chosen a time, those that need
 * new times, or past ones.
 */
export function InterviewsPage({ view, onChange }: Props) {
  return (
    <>
      <PageHeader title={t('common.interviews')} />
      <Group mb="md">
        <SegmentedControl
          aria-label={t('interviews.lists')}
          value={view.show}
          onChange={(value) => onChange({ show: interviewLists.find(({ code }) => code === value)?.code ?? 'upcoming' })}
          data={interviewLists.map(({ code, label }) => ({ value: code, label: writeText(label) }))}
        />
      </Group>
      <Interviews view={view} onChange={onChange} />
    </>
  );
}

function Interviews({ view, onChange }: Props) {
  const { data, error, isFetching, refetch } = useQuery(companyInterviewsQuery(view));
  const mayEdit = can(useMe().roles, 'applicants.tag');
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />;
  if (!data)
    return (
      <Stack gap="sm" {...asStatus(t('common.interviews'))}>
        {[1, 2, 3].map((row) => (
          <Skeleton key={row} h="4.5rem" />
        ))}
      </Stack>
    );
  if (data.pagination.total === 0)
    return (
      <EmptyState title={t(emptyTexts[view.show].title)} icon={<IconCalendarEvent size={28} />}>
        {t(emptyTexts[view.show].hint)}
      </EmptyState>
    );
  return (
    <Stack gap="sm" maw="56rem">
      {data.items.map((interview) => (
        <Paper key={interview.id} withBorder p="md" className={classes.interview}>
          <Stack gap="xs">
            <InterviewRow interview={interview} companyId={view.companyId} />
            {mayEdit ? <NoShowButton interview={interview} /> : null}
          </Stack>
        </Paper>
      ))}
      <PageButtons
        pageCount={Math.ceil(data.pagination.total / pageSize)}
        page={view.page}
        onChange={(page) => onChange({ page })}
      />
    </Stack>
  );
}

const emptyTexts = {
  upcoming: { title: 'interviews.noUpcoming', hint: 'interviews.noUpcomingHint' },
  unplanned: { title: 'interviews.noUnplanned', hint: 'interviews.noUnplannedHint' },
  past: { title: 'interviews.noPast', hint: 'interviews.noPastHint' },
} as const satisfies Record<InterviewList, unknown>;

function InterviewRow({ interview, companyId }: { interview: Interview; companyId: string | undefined }) {
  const timeZone = useTimeZone();
  const { applicantId, driverName, jobTitle, kind, minutes, startsAt, times, answer } = interview;
  const describedTimes = startsAt
    ? [appointmentTime(t, startsAt, timeZone)]
    : times.map((time) => proposedTimeText(interview, time, timeZone));
  return (
    <>
      <Group justify="space-between" gap="xs" wrap="nowrap">
        <Anchor
          fw={600}
          truncate
          className={classes.link}
          renderRoot={(props: object) => (
            <Link
              {...props}
              to="/company/applicants"
              search={{ applicant: applicantId, panel: 'interviews', company: companyId }}
            />
          )}
        >
          {driverName}
        </Anchor>
        <InterviewBadge interview={interview} />
      </Group>
      <Group gap="md" style={{ rowGap: 0 }}>
        {describedTimes.map((time) => (
          <Text key={time} size="sm">
            {time}
          </Text>
        ))}
      </Group>
      <Text size="sm" c="dimmed">
        {jobTitle}, {labelOf(interviewKinds, kind, writeText)}, {lengthText(t, minutes)}
      </Text>
      {answer ? (
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          “{answer}”
        </Text>
      ) : null}
    </>
  );
}
