import { Anchor, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { appointmentTime, hasNoTimesLeft } from '#shared/applicants/interview.ts';
import { driverStatusExplanations } from '#shared/applicants/stages.ts';
import { InterviewDetails } from '#web/interviews/InterviewDetails.tsx';
import { type Interview, myInterviewsQuery } from '#web/interviews/queries.ts';
import { useTimeZone } from '#web/signed-in/use-me.ts';
import { rich, t, writeText } from '#web/texts/app.ts';
import type { MyApplication } from './queries.ts';

/** What the driver can do next about an application: its open interview, or else what the status means. */
export function NextStep({ application: { id, status } }: { application: MyApplication }) {
  const { data } = useQuery(myInterviewsQuery());
  const interview = data?.items.find(({ applicantId }) => applicantId === id);
  if (interview) return <InterviewStep interview={interview} />;
  return (
    <Text size="sm" c="dimmed">
      {writeText(driverStatusExplanations[status])}
    </Text>
  );
}

function InterviewStep({ interview }: { interview: Interview }) {
  const timeZone = useTimeZone();
  const [openedAt] = useState(() => new Date());
  const { kind, startsAt } = interview;
  const link = (content: ReactNode) => (
    <Anchor component={Link} to="/members/home" hash="interviews" size="sm" fw={600}>
      {content}
    </Anchor>
  );
  if (startsAt)
    return (
      <>
        <Text size="sm" fw={600}>
          {t('driver.interviewAt', { kind, time: appointmentTime(t, startsAt, timeZone) })}
        </Text>
        <InterviewDetails interview={{ ...interview, note: null }} />
      </>
    );
  return (
    <Text size="sm">
      {hasNoTimesLeft(interview, openedAt)
        ? rich('driver.askForTimesNext', { link })
        : rich('driver.chooseTimeNext', { kind, link })}
    </Text>
  );
}
