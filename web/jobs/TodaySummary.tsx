import { Group, Paper, Skeleton, Text } from '@mantine/core';
import {
  type Icon,
  IconCalendarEvent,
  IconClockExclamation,
  IconCreditCardOff,
  IconListCheck,
  IconMessageReply,
  IconUserPlus,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactElement, useState } from 'react';
import { todayFilters } from '#shared/applicants/today.ts';
import type { Condition } from '#shared/lists/list.ts';
import { localDay } from '#shared/time-zone.ts';
import { listTotal } from '#web/browser/format.ts';
import { useTimeZone } from '#web/signed-in/use-me.ts';
import { t } from '#web/texts/app.ts';
import type { GridFilter } from '#web/ui/grid/grid-state.ts';
import { asStatus } from '#web/ui/StatusBadge.tsx';
import { todayQuery } from './queries.ts';
import classes from './TodaySummary.module.css';

const hourMs = 60 * 60_000;

/** Converts conditions to the filters in the URL of a list. */
const toGridFilters = (conditions: readonly Condition[]) =>
  conditions.map(({ field, operator, value }) => [field, operator, value] as GridFilter);

/**
 * Counts what needs the company's attention, each with a link. It is one line high from the start, so that the list below does
 * not move under the pointer when the counts arrive.
 */
export function TodaySummary() {
  const timeZone = useTimeZone();
  const [today] = useState(() => localDay(timeZone, Date.now()));
  const { data, isError } = useQuery(todayQuery());
  if (isError && !data) return null;
  if (!data) return <Skeleton h="2.75rem" mb="md" {...asStatus(t('today.loading'))} />;
  const filters = todayFilters(today);
  const { newApplicants, unansweredMessages, oldestUnansweredAt, interviews, interviewsToday, followUpsDue } = data;
  const { expiringJobs, declinedJobs, failingRenewals } = data;
  const isNothingWaiting = Object.values(data).every((count) => count === 0 || count === null);
  return (
    <Group component="section" aria-label={t('today.title')} className={classes.line} gap="sm" mb="md">
      {isNothingWaiting ? (
        <Text size="sm" c="dimmed">
          {t('today.nothing')}
        </Text>
      ) : null}
      <CountLink
        icon={IconCreditCardOff}
        count={declinedJobs}
        label={t('today.declinedJobs', { count: declinedJobs })}
        renderRoot={(props) => <Link {...props} to="/company/jobs" search={{ filters: toGridFilters(filters.declinedJobs) }} />}
      />
      <CountLink
        icon={IconCreditCardOff}
        count={failingRenewals}
        label={t('today.failingRenewals', { count: failingRenewals })}
        renderRoot={(props) => (
          <Link {...props} to="/company/jobs" search={{ filters: toGridFilters(filters.failingRenewals) }} />
        )}
      />
      <CountLink
        icon={IconListCheck}
        count={followUpsDue}
        label={t('today.followUpsDue', { count: followUpsDue })}
        renderRoot={(props) => <Link {...props} to="/company/follow-ups" search={{ status: 'due' }} />}
      />
      <CountLink
        icon={IconUserPlus}
        count={newApplicants}
        label={t('today.newApplicants', { count: newApplicants })}
        renderRoot={(props) => (
          <Link {...props} to="/company/applicants" search={{ filters: toGridFilters(filters.newApplicants) }} />
        )}
      />
      <CountLink
        icon={IconMessageReply}
        count={unansweredMessages}
        label={t('today.unansweredMessages', { count: unansweredMessages })}
        detail={oldestUnansweredAt && ageText(oldestUnansweredAt)}
        renderRoot={(props) => <Link {...props} to="/company/driver-messages" search={{ unanswered: true }} />}
      />
      <CountLink
        icon={IconCalendarEvent}
        count={interviews}
        label={t('today.interviews', { count: interviews })}
        detail={interviewsToday > 0 ? t('today.interviewsToday', { count: interviewsToday }) : null}
        renderRoot={(props) => <Link {...props} to="/company/interviews" />}
      />
      <CountLink
        icon={IconClockExclamation}
        count={expiringJobs}
        label={t('today.expiringJobs', { count: expiringJobs })}
        renderRoot={(props) => <Link {...props} to="/company/jobs" search={{ filters: toGridFilters(filters.expiringJobs) }} />}
      />
    </Group>
  );
}

/** How long ago the oldest message came, in hours during the first two days. */
function ageText(since: string): string {
  const hours = Math.floor((Date.now() - new Date(since).getTime()) / hourMs);
  return hours < 48 ? t('today.oldestHours', { count: hours }) : t('today.oldestDays', { count: Math.floor(hours / 24) });
}

type CountLinkProps = {
  icon: Icon;
  count: number;
  label: string;
  /** What the count does not say, such as an age. */
  detail?: string | null;
  renderRoot: (props: object) => ReactElement;
};

function CountLink({ icon: CountIcon, count, label, detail = null, renderRoot }: CountLinkProps) {
  if (count === 0) return null;
  return (
    <Paper withBorder className={classes.count} renderRoot={renderRoot}>
      <CountIcon size={18} aria-hidden />
      <Text span fw={650} className="tabular">
        {listTotal(count)}
      </Text>
      <Text span size="sm">
        {label}
      </Text>
      {detail ? (
        <Text span size="sm" c="dimmed">
          {detail}
        </Text>
      ) : null}
    </Paper>
  );
}
