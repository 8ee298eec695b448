import { Group, Paper, Skeleton, Text } from '@mantine/core';
import {
  type Icon,
  IconCalendarEvent,
  IconClockExclamation,
  IconCreditCardOff,
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
  const { newApplicants, unansweredMessages, interviews, expiringJobs, declinedJobs } = data;
  return (
    <Group component="section" aria-label={t('today.title')} className={classes.line} gap="sm" mb="md">
      {Object.values(data).every((count) => count === 0) ? (
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
        renderRoot={(props) => <Link {...props} to="/company/driver-messages" search={{ unanswered: true }} />}
      />
      <CountLink
        icon={IconCalendarEvent}
        count={interviews}
        label={t('today.interviews', { count: interviews })}
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

type CountLinkProps = {
  icon: Icon;
  count: number;
  label: string;
  renderRoot: (props: object) => ReactElement;
};

function CountLink({ icon: CountIcon, count, label, renderRoot }: CountLinkProps) {
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
    </Paper>
  );
}
