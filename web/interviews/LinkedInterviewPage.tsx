import { Anchor, Skeleton, Stack, Text } from '@mantine/core';
import { IconCalendarEvent, IconCalendarOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { interviewKinds, openInterviewStatuses } from '#shared/applicants/interview.ts';
import { labelOf } from '#shared/catalogues.ts';
import { codeOf, errorText } from '#web/api/errors.ts';
import { t, writeText } from '#web/texts/app.ts';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { EmptyState, ErrorState } from '#web/ui/States.tsx';
import { asStatus } from '#web/ui/StatusBadge.tsx';
import { DriverInterview } from './DriverInterview.tsx';
import { type LinkedInterview as LinkedInterviewData, linkedInterviewQuery, useAnswerByLink } from './queries.ts';

/**
 * `/interview?token=`: a driver answers an interview by the link of an email, without signing in
 * (`docs/product/interviews.md#answering-by-link`).
 */
export function LinkedInterviewPage({ token }: { token: string }) {
  const { data } = useQuery(linkedInterviewQuery(token));
  /** Calls and meetings are all titled Interview. */
  const hasOwnTitle = data?.kind === 'road_test' || data?.kind === 'orientation';
  return (
    <>
      <PageHeader title={data && hasOwnTitle ? labelOf(interviewKinds, data.kind, writeText) : t('common.interview')} />
      <Stack gap="lg">
        <LinkedInterview token={token} />
        <Text size="sm">
          <Anchor renderRoot={(props: object) => <Link {...props} to="/members/home" />} underline="always">
            {t('interviews.signInForMore')}
          </Anchor>
        </Text>
      </Stack>
    </>
  );
}

function LinkedInterview({ token }: { token: string }) {
  const { data, error, isFetching, refetch } = useQuery(linkedInterviewQuery(token));
  // The link can stop working while the page is open.
  if (error && codeOf(error) === 'not_found') return <EmptyState title={errorText(error)} icon={<IconCalendarOff size={28} />} />;
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />;
  if (!data) return <Skeleton h="12rem" {...asStatus(t('common.interview'))} />;
  const { status, kind, companyName: company } = data;
  if (!openInterviewStatuses.some((open) => open === status))
    return (
      <EmptyState title={t('interviews.nothingToAnswer')} icon={<IconCalendarEvent size={28} />}>
        {t('interviews.closedHint', { status, kind, company })}
      </EmptyState>
    );
  return <LinkedAnswer token={token} interview={data} />;
}

function LinkedAnswer({ token, interview }: { token: string; interview: LinkedInterviewData }) {
  const { choose, decline } = useAnswerByLink(token, interview.id);
  return <DriverInterview interview={interview} timeZone={interview.timeZone} choose={choose} decline={decline} />;
}
