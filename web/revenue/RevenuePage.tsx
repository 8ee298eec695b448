import { Grid, Skeleton, Stack, Text } from '@mantine/core';
import { IconChartBar } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { money } from '#shared/format.ts';
import { BillingFrame } from '#web/admin/BillingFrame.tsx';
import { asStatus } from '#web/ui/as-status.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { Section } from '#web/ui/Section.tsx';
import { type Revenue, revenueQuery } from './queries.ts';
import { RevenueTable } from './RevenueTable.tsx';
import { sumOf } from './sum.ts';

const RevenueChart = lazy(() => import('./RevenueChart.tsx'));
const height = '18rem';

/** `/admin/revenue`: what all companies were billed, month by month. */
export function RevenuePage() {
  const { data, error, isFetching, refetch } = useQuery(revenueQuery());
  return (
    <BillingFrame path="/admin/revenue" companyId={undefined}>
      {data ? (
        <Content months={data.months} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
      ) : (
        <Skeleton h={height} {...asStatus('Loading revenue')} />
      )}
    </BillingFrame>
  );
}

function Content({ months }: Revenue) {
  const total = sumOf(months);
  if (total.invoices === 0)
    return (
      <EmptyState title="No revenue in the last 12 months" icon={<IconChartBar size={28} />}>
        Revenue appears here with your first invoice.
      </EmptyState>
    );
  const figures = [
    { label: 'Paid', dollars: total.paid },
    { label: 'Outstanding', dollars: total.open },
    { label: 'Refunded', dollars: total.refunded },
  ];
  return (
    <Stack gap="lg">
      <Section title="Last 12 months">
        <Grid gap="md" mb="md">
          {figures.map(({ label, dollars }) => (
            <Grid.Col key={label} span={{ base: 12, xs: 4 }}>
              <Text size="sm" c="dimmed">
                {label}
              </Text>
              <Text size="xl" fw={650} className="tabular">
                {money(dollars)}
              </Text>
            </Grid.Col>
          ))}
        </Grid>
        <figure aria-label="Chart of paid and outstanding amounts by month. The table below has the same data.">
          <Suspense fallback={<Skeleton h={height} />}>
            <RevenueChart months={months} height={height} />
          </Suspense>
        </figure>
      </Section>
      <RevenueTable months={months} />
    </Stack>
  );
}
