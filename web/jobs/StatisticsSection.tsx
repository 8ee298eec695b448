import { Box, Grid, Group, Skeleton, Stack, Text, TextInput, Progress } from '@mantine/core';
import { IconChartBar } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { isCalendarDay } from '#shared/fields.ts';
import { number } from '#shared/format.ts';
import { maxStatisticsDays, statisticsDays } from '#shared/jobs/job.ts';
import { type TimeZone, zoneName, localDay, addDays, daysBetween } from '#shared/time-zone.ts';
import { t, writeText } from '#web/texts/app.ts';
import { EmptyState, ErrorState } from '#web/ui/States.tsx';
import { Section } from '#web/ui/Section.tsx';
import { asStatus } from '#web/ui/StatusBadge.tsx';
import { type Statistics, statisticsQuery } from './queries.ts';

/** The first and last day as `YYYY-MM-DD`, in the job's time zone. */
type DaySpan = { from: string; to: string };

export function defaultSpan(today: string): DaySpan {
  return { from: addDays(today, 1 - statisticsDays), to: today };
}

const isDay = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) && isCalendarDay(value);

/** The days in the URL, or the default if there are none or they are invalid. */
export function spanIn(search: object, today: string): DaySpan {
  const { from, to } = search as { from?: unknown; to?: unknown };
  return isDay(from) && isDay(to) && !problemOf({ from, to }) ? { from, to } : defaultSpan(today);
}

/** Sets the days in the URL's search. The default days are left out. */
export function withSpan<Search extends object>(search: Search, span: DaySpan, today: string): Search & Partial<DaySpan> {
  const initialSpan = defaultSpan(today);
  const isUsual = span.from === initialSpan.from && span.to === initialSpan.to;
  return { ...search, from: isUsual ? undefined : span.from, to: isUsual ? undefined : span.to };
}

/** Why these days are invalid, or null. */
export function problemOf({ from, to }: DaySpan): string | null {
  if (!from || !to) return t('jobs.chooseBothDates');
  if (from > to) return t('jobs.chooseStartDateBeforeEnd');
  return daysBetween(from, to) >= maxStatisticsDays ? t('jobs.chooseRangeOneYearLess') : null;
}

/** A share such as `4.2%`. Null if there is no whole or the part is larger. */
export function shareOf(part: number, total: number): string | null {
  return total > 0 && part <= total ? `${((part / total) * 100).toFixed(1)}%` : null;
}

const BarLineChart = lazy(() => import('#web/ui/BarLineChart.tsx'));

/** Views and applications by day, and the share of viewers who applied. */
export function StatisticsSection({ id, timeZone }: { id: string; timeZone: TimeZone }) {
  const { span, typed: enteredSpan, type } = useSpan(timeZone);
  const problem = problemOf(enteredSpan);
  const query = useQuery(statisticsQuery(id, span));
  const hasClicks = (query.data?.hyperlinkClicks ?? 0) > 0;
  const contentOf = (): ReactNode => {
    const { data, error } = query;
    if (error) return <ErrorState error={error} onRetry={() => query.refetch()} isRetrying={query.isFetching} />;
    return data ? <Content statistics={data} /> : <Skeleton h={260} {...asStatus(t('jobs.loadingStatistics'))} />;
  };
  return (
    <Section
      title={t('jobs.statistics')}
      description={t(hasClicks ? 'jobs.uniqueDailyViewsAndClicks' : 'jobs.uniqueDailyViews', {
        timeZone: writeText(zoneName(timeZone)),
      })}
    >
      <Stack gap="md">
        <Group gap="sm" align="flex-start">
          <TextInput
            type="date"
            label={t('jobs.from')}
            size="sm"
            value={enteredSpan.from}
            max={enteredSpan.to || undefined}
            error={problem}
            onChange={(event) => type({ ...enteredSpan, from: event.currentTarget.value })}
          />
          <TextInput
            type="date"
            label={t('jobs.to')}
            size="sm"
            value={enteredSpan.to}
            min={enteredSpan.from || undefined}
            onChange={(event) => type({ ...enteredSpan, to: event.currentTarget.value })}
          />
        </Group>
        <Box aria-busy={query.isFetching}>{contentOf()}</Box>
      </Stack>
    </Section>
  );
}

function Content({ statistics }: { statistics: Statistics }) {
  const { views, applications, hyperlinkClicks, byDay } = statistics;
  if (views + applications + hyperlinkClicks === 0) {
    return (
      <EmptyState title={t('jobs.noActivityDateRange')} icon={<IconChartBar size={28} />} order={3}>
        {t('jobs.viewsApplicationsAppearOnceJob')}
      </EmptyState>
    );
  }
  return (
    <Grid gap="lg">
      <Grid.Col span={{ base: 12, md: 8 }}>
        <Group gap="xs" mb="sm" style={{ columnGap: 'var(--mantine-spacing-lg)' }}>
          <Key color="navy.5" label={t('jobs.viewsLeftScale')} />
          {hyperlinkClicks > 0 ? <Key color="navy.3" label={t('jobs.clicksPageLeftScale')} /> : null}
          <Key color="orange.6" label={t('jobs.applicationsRightScale')} />
        </Group>
        <Box
          component="figure"
          m={0}
          aria-label={t('jobs.chartViewsViewsApplicationsApplications', {
            views: number(views),
            applications: number(applications),
          })}
        >
          <Suspense fallback={<Skeleton h={260} />}>
            <BarLineChart
              days={byDay}
              bars={{ name: 'views', label: t('jobs.views') }}
              secondSeries={hyperlinkClicks > 0 ? { name: 'hyperlinkClicks', label: t('jobs.clicksToYourPage') } : undefined}
              line={{ name: 'applications', label: t('jobs.applications') }}
              height={260}
            />
          </Suspense>
        </Box>
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 4 }}>
        <Funnel statistics={statistics} />
      </Grid.Col>
    </Grid>
  );
}

function Key({ color, label }: { color: string; label: string }) {
  return (
    <Group gap={6}>
      <Box w={12} h={12} bg={color} bdrs="sm" aria-hidden />
      <Text size="sm" c="dimmed">
        {label}
      </Text>
    </Group>
  );
}

/**
 * From viewers to applicants. Clicks to the employer's page are shown between them, but not as a share, because views count
 * people once a day and clicks do not.
 */
function Funnel({ statistics }: { statistics: Statistics }) {
  const { views, applications, hyperlinkClicks, candidates } = statistics;
  const max = Math.max(views, applications, hyperlinkClicks, 1);
  const steps = [
    { label: t('jobs.views'), count: views, color: 'navy.5', share: null },
    ...(hyperlinkClicks > 0 ? [{ label: t('jobs.clicksToYourPage'), count: hyperlinkClicks, color: 'navy.3', share: null }] : []),
    { label: t('jobs.applications'), count: applications, color: 'orange.6', share: shareOf(applications, views) },
  ];
  return (
    <Stack gap="sm">
      {steps.map(({ label, count, color, share }) => (
        <div key={label}>
          <Group justify="space-between" gap="xs" mb={4}>
            <Text size="sm">{label}</Text>
            <Text size="sm" className="tabular">
              <b>{number(count)}</b>
              {share ? (
                <Text span size="sm" c="dimmed">
                  {' '}
                  {t('jobs.shareOfViews', { share })}
                </Text>
              ) : null}
            </Text>
          </Group>
          <Progress value={(count / max) * 100} color={color} size="lg" aria-hidden />
        </div>
      ))}
      {candidates === null ? null : (
        <Text size="sm" c="dimmed">
          {t('jobs.matchingDriversHaventApplied', { count: candidates })}
        </Text>
      )}
    </Stack>
  );
}

/**
 * The days of the statistics, kept in the URL next to the list's state. While the input is incomplete, the previous days
 * stay shown.
 */
function useSpan(timeZone: TimeZone) {
  const span = useSearch({ strict: false, select: (search) => spanIn(search, localDay(timeZone, Date.now())) });
  const navigate = useNavigate();
  const [typedSpan, setTyped] = useState(span);
  const [before, setBefore] = useState(span);
  // Going back or forward changes the days in the URL, so the entered days are replaced.
  if (before.from !== span.from || before.to !== span.to) {
    setBefore(span);
    setTyped(span);
  }
  const type = (next: DaySpan) => {
    setTyped(next);
    if (problemOf(next)) return;
    void navigate({
      to: '.',
      search: (was) => withSpan(was, next, localDay(timeZone, Date.now())),
      replace: true,
      resetScroll: false,
    });
  };
  return { span, typed: typedSpan, type };
}
