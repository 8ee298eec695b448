import { Grid, Skeleton, Stack, Text, Paper, ScrollArea, Table } from '@mantine/core';
import { IconChartBar } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { money, monthName, number } from '#web/browser/format.ts';
import { t } from '#web/texts/app.ts';
import { Section } from '#web/ui/Section.tsx';
import { EmptyState, ErrorState } from '#web/ui/States.tsx';
import { asStatus } from '#web/ui/StatusBadge.tsx';
import { BillingFrame } from './BillingFrame.tsx';
import { type Revenue, revenueQuery, type RevenueMonth } from './queries.ts';

const RevenueChart = lazy(() => import('./RevenueChart.tsx'));
const chartHeight = '18rem';

/** `/admin/revenue`: the revenue of all companies by month. */
export function RevenuePage() {
  const { data, error, isFetching, refetch } = useQuery(revenueQuery());
  return (
    <BillingFrame path="/admin/revenue" companyId={undefined}>
      {data ? (
        <RevenueContent months={data.months} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
      ) : (
        <Skeleton h={chartHeight} {...asStatus(t('admin.loadingRevenue'))} />
      )}
    </BillingFrame>
  );
}

function RevenueContent({ months }: Revenue) {
  const totals = sumMonths(months);
  if (totals.invoices === 0)
    return (
      <EmptyState title={t('admin.noRevenue')} icon={<IconChartBar size={28} />}>
        {t('admin.noRevenueHint')}
      </EmptyState>
    );
  const figures = [
    { label: t('common.paid'), dollars: totals.paid },
    { label: t('admin.outstanding'), dollars: totals.open },
    { label: t('common.refunded'), dollars: totals.refunded },
  ];
  return (
    <Stack gap="lg">
      <Section title={t('admin.lastTwelveMonths')}>
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
        <figure aria-label={t('admin.revenueChartLabel')}>
          <Suspense fallback={<Skeleton h={chartHeight} />}>
            <RevenueChart months={months} height={chartHeight} />
          </Suspense>
        </figure>
      </Section>
      <RevenueTable months={months} />
    </Stack>
  );
}

/** Lists the chart's amounts to the cent, starting with the newest month. */
function RevenueTable({ months }: Revenue) {
  return (
    <Paper withBorder shadow="xs">
      <ScrollArea type="auto" viewportProps={{ tabIndex: 0, role: 'group', 'aria-label': t('admin.revenueByMonth') }}>
        <Table aria-label={t('admin.revenueByMonth')} className="tabular">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('admin.month')}</Table.Th>
              <Table.Th ta="end">{t('common.invoices')}</Table.Th>
              <Table.Th ta="end">{t('common.paid')}</Table.Th>
              <Table.Th ta="end">{t('admin.outstanding')}</Table.Th>
              <Table.Th ta="end">{t('common.refunded')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {months.toReversed().map((month) => (
              <RevenueRow key={month.month} name={monthName(month.month)} {...month} />
            ))}
          </Table.Tbody>
          <Table.Tfoot>
            <RevenueRow name={t('common.total')} {...sumMonths(months)} />
          </Table.Tfoot>
        </Table>
      </ScrollArea>
    </Paper>
  );
}

function RevenueRow({ name, invoices, paid, open, refunded }: Omit<RevenueMonth, 'month'> & { name: string }) {
  return (
    <Table.Tr>
      <Table.Th scope="row" fw={500} style={{ whiteSpace: 'nowrap' }}>
        {name}
      </Table.Th>
      <Table.Td ta="end">{number(invoices)}</Table.Td>
      {[paid, open, refunded].map((dollars, index) => (
        <Table.Td key={['paid', 'open', 'refunded'][index]} ta="end">
          {money(dollars)}
        </Table.Td>
      ))}
    </Table.Tr>
  );
}

type RevenueTotals = Omit<RevenueMonth, 'month'>;

/** Adds up all months. Dollars are added as cents, so that the sum is exact. */
function sumMonths(months: readonly RevenueMonth[]): RevenueTotals {
  const sumDollars = (field: 'paid' | 'open' | 'refunded') =>
    months.reduce((sum, month) => sum + Math.round(month[field] * 100), 0) / 100;
  return {
    invoices: months.reduce((sum, { invoices }) => sum + invoices, 0),
    paid: sumDollars('paid'),
    open: sumDollars('open'),
    refunded: sumDollars('refunded'),
  };
}
