import { Box, Grid, Group, Skeleton, Stack, Text, TextInput, Progress } from '@mantine/core';
import { IconChartBar } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { isCalendarDay } from '#shared/fields.ts';
import { maxStatisticsDays, statisticsDays } from '#shared/jobs/job.ts';
import { type TimeZone, zoneName, localDay, addDays, daysBetween } from '#shared/time-zone.ts';
import { number, percent } from '#web/browser/format.ts';
import { t, writeText } from '#web/texts/app.ts';
import { Section } from '#web/ui/Section.tsx';
import { EmptyState, ErrorState } from '#web/ui/States.tsx';
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
export function readSpan(search: object, today: string): DaySpan {
  const { from, to } = search as { from?: unknown; to?: unknown };
  return isDay(from) && isDay(to) && !spanError({ from, to }) ? { from, to } : defaultSpan(today);
}

/** Writes the days into the URL's search parameters. The default days are left out of the URL. */
export function withSpan<Search extends object>(search: Search, span: DaySpan, today: string): Search & Partial<DaySpan> {
  const initialSpan = defaultSpan(today);
  const isDefaultSpan = span.from === initialSpan.from && span.to === initialSpan.to;
  return { ...search, from: isDefaultSpan ? undefined : span.from, to: isDefaultSpan ? undefined : span.to };
}

/** The error message for invalid days, or null if the days are valid. */
export function spanError({ from, to }: DaySpan): string | null {
  if (!from || !to) return t('jobs.chooseBothDates');
  if (from > to) return t('errors.startAfterEnd');
  return daysBetween(from, to) >= maxStatisticsDays ? t('errors.dateRangeTooLong') : null;
}

/** A percentage such as `4.2%`. Null if the total is zero or smaller than the part. */
export function formatShare(part: number, total: number): string | null {
  return total > 0 && part <= total ? percent(part / total, 1) : null;
}

const BarLineChart = lazy(() => import('#web/ui/BarLineChart.tsx'));

/** Views and applications by day, and the share of viewers who applied. */
export function StatisticsSection({ id, timeZone }: { id: string; timeZone: TimeZone }) {
  const { span, enteredSpan, type: enterSpan } = useSpan(timeZone);
  const problem = spanError(enteredSpan);
  const query = useQuery(statisticsQuery(id, span));
  const hasClicks = (query.data?.hyperlinkClicks ?? 0) > 0;
  const renderContent = (): ReactNode => {
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
            label={t('common.from')}
            size="sm"
            value={enteredSpan.from}
            max={enteredSpan.to || undefined}
            error={problem}
            onChange={(event) => enterSpan({ ...enteredSpan, from: event.currentTarget.value })}
          />
          <TextInput
            type="date"
            label={t('common.to')}
            size="sm"
            value={enteredSpan.to}
            min={enteredSpan.from || undefined}
            onChange={(event) => enterSpan({ ...enteredSpan, to: event.currentTarget.value })}
          />
        </Group>
        <Box aria-busy={query.isFetching}>{renderContent()}</Box>
      </Stack>
    </Section>
  );
}

function Content({ statistics }: { statistics: Statistics }) {
  const { views, applications, hyperlinkClicks, byDay } = statistics;
  if (views + applications + hyperlinkClicks === 0) {
    return (
      <EmptyState title={t('jobs.noActivity')} icon={<IconChartBar size={28} />} order={3}>
        {t('jobs.noActivityHint')}
      </EmptyState>
    );
  }
  return (
    <Grid gap="lg">
      <Grid.Col span={{ base: 12, md: 8 }}>
        <Group gap="xs" mb="sm" style={{ columnGap: 'var(--mantine-spacing-lg)' }}>
          <LegendItem color="navy.5" label={t('jobs.viewsLeftScale')} />
          {hyperlinkClicks > 0 ? <LegendItem color="navy.3" label={t('jobs.clicksLeftScale')} /> : null}
          <LegendItem color="orange.6" label={t('jobs.applicationsRightScale')} />
        </Group>
        <Box
          component="figure"
          m={0}
          aria-label={t('jobs.statisticsChartLabel', {
            views: number(views),
            applications: number(applications),
          })}
        >
          <Suspense fallback={<Skeleton h={260} />}>
            <BarLineChart
              days={byDay}
              bars={{ name: 'views', label: t('common.views') }}
              secondSeries={hyperlinkClicks > 0 ? { name: 'hyperlinkClicks', label: t('jobs.clicksToYourPage') } : undefined}
              line={{ name: 'applications', label: t('common.applications') }}
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

function LegendItem({ color, label }: { color: string; label: string }) {
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
 * The steps from viewers to applicants. Clicks to the employer's page are shown without a percentage, because views count each
 * person once a day and clicks do not.
 */
function Funnel({ statistics }: { statistics: Statistics }) {
  const { views, applications, hyperlinkClicks, candidates } = statistics;
  const maxCount = Math.max(views, applications, hyperlinkClicks, 1);
  const steps = [
    { label: t('common.views'), count: views, color: 'navy.5', share: null },
    ...(hyperlinkClicks > 0 ? [{ label: t('jobs.clicksToYourPage'), count: hyperlinkClicks, color: 'navy.3', share: null }] : []),
    { label: t('common.applications'), count: applications, color: 'orange.6', share: formatShare(applications, views) },
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
          <Progress value={(count / maxCount) * 100} color={color} size="lg" aria-hidden />
        </div>
      ))}
      {candidates === null ? null : (
        <Text size="sm" c="dimmed">
          {t('jobs.matchingDriversCount', { count: candidates })}
        </Text>
      )}
    </Stack>
  );
}

/**
 * The days of the statistics, which are stored in the URL. While the user enters an incomplete range, the statistics of the
 * previous days stay on the screen.
 */
function useSpan(timeZone: TimeZone) {
  const span = useSearch({ strict: false, select: (search) => readSpan(search, localDay(timeZone, Date.now())) });
  const navigate = useNavigate();
  const [typedSpan, setTypedSpan] = useState(span);
  const [previousSpan, setPreviousSpan] = useState(span);
  // Going back or forward changes the days in the URL, so the entered days are replaced.
  if (previousSpan.from !== span.from || previousSpan.to !== span.to) {
    setPreviousSpan(span);
    setTypedSpan(span);
  }
  const enterSpan = (next: DaySpan) => {
    setTypedSpan(next);
    if (spanError(next)) return;
    void navigate({
      to: '.',
      search: (previousSearch) => withSpan(previousSearch, next, localDay(timeZone, Date.now())),
      replace: true,
      resetScroll: false,
    });
  };
  return { span, enteredSpan: typedSpan, type: enterSpan };
}
