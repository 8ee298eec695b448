import { Box, Grid, Group, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { IconChartBar } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense } from 'react';
import { number } from '#shared/format.ts';
import { type TimeZone, zoneName } from '#shared/time-zone.ts';
import { asStatus } from '#web/ui/as-status.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { Section } from '#web/ui/Section.tsx';
import { Funnel } from './Funnel.tsx';
import { type Statistics, statisticsQuery } from './queries.ts';
import { problemOf } from './statistics-span.ts';
import { useSpan } from './use-span.ts';

const BarLineChart = lazy(() => import('#web/ui/BarLineChart.tsx'));

/** How often the job was seen and applied to, day by day, and how many of those who saw it applied. */
export function StatisticsSection({ id, timeZone }: { id: string; timeZone: TimeZone }) {
  const { shown, typed, type } = useSpan(timeZone);
  const problem = problemOf(typed);
  const query = useQuery(statisticsQuery(id, shown));
  const hasClicks = (query.data?.hyperlinkClicks ?? 0) > 0;
  const contentOf = (): ReactNode => {
    const { data, error } = query;
    if (error) return <ErrorState error={error} onRetry={() => query.refetch()} isRetrying={query.isFetching} />;
    return data ? <Content statistics={data} /> : <Skeleton h={260} {...asStatus('Loading statistics')} />;
  };
  return (
    <Section
      title="Statistics"
      description={`Unique daily views${hasClicks ? ' and all clicks to your page' : ''}. Dates are in ${zoneName(timeZone)}, the job’s time zone.`}
    >
      <Stack gap="md">
        <Group gap="sm" align="flex-start">
          <TextInput
            type="date"
            label="From"
            size="sm"
            value={typed.from}
            max={typed.to || undefined}
            error={problem}
            onChange={(event) => type({ ...typed, from: event.currentTarget.value })}
          />
          <TextInput
            type="date"
            label="To"
            size="sm"
            value={typed.to}
            min={typed.from || undefined}
            onChange={(event) => type({ ...typed, to: event.currentTarget.value })}
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
      <EmptyState title="No activity in this date range" icon={<IconChartBar size={28} />} order={3}>
        Views and applications appear once the job is live. Try a wider date range.
      </EmptyState>
    );
  }
  return (
    <Grid gap="lg">
      <Grid.Col span={{ base: 12, md: 8 }}>
        <Group gap="xs" mb="sm" style={{ columnGap: 'var(--mantine-spacing-lg)' }}>
          <Key color="navy.5" label="Views (left scale)" />
          {hyperlinkClicks > 0 ? <Key color="navy.3" label="Clicks to your page (left scale)" /> : null}
          <Key color="orange.6" label="Applications (right scale)" />
        </Group>
        <Box
          component="figure"
          m={0}
          aria-label={`Chart: ${number(views)} views and ${number(applications)} applications by day`}
        >
          <Suspense fallback={<Skeleton h={260} />}>
            <BarLineChart
              days={byDay}
              bars={{ name: 'views', label: 'Views' }}
              besides={hyperlinkClicks > 0 ? { name: 'hyperlinkClicks', label: 'Clicks to your page' } : undefined}
              line={{ name: 'applications', label: 'Applications' }}
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
