import { CompositeChart } from '@mantine/charts';
import '@mantine/charts/styles.layer.css';
import { useReducedMotion } from '@mantine/hooks';
import { number, shortDate } from '#shared/format.ts';
import type { AdReport } from './queries.ts';

/** Bars for impressions, a line for the far fewer clicks, each on its own scale. */
export default function ReportChart({ days }: { days: AdReport['days'] }) {
  const isStill = useReducedMotion();
  return (
    <CompositeChart
      h={320}
      data={days}
      dataKey="date"
      series={[
        { name: 'impressions', label: 'Impressions', color: 'navy.5', type: 'bar' },
        { name: 'clicks', label: 'Clicks', color: 'orange.6', type: 'line', yAxisId: 'right' },
      ]}
      withRightYAxis
      curveType="linear"
      withDots={days.length <= 31}
      maxBarWidth={28}
      valueFormatter={number}
      xAxisProps={{ tickFormatter: (day: string) => shortDate(day), minTickGap: 24 }}
      yAxisProps={{ allowDecimals: false, width: 56 }}
      rightYAxisProps={{ allowDecimals: false, width: 44 }}
      tooltipAnimationDuration={isStill ? 0 : 150}
      barProps={{ isAnimationActive: false }}
      lineProps={{ isAnimationActive: false }}
    />
  );
}
