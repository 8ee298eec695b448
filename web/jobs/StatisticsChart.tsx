import { CompositeChart } from '@mantine/charts';
import '@mantine/charts/styles.layer.css';
import { useReducedMotion } from '@mantine/hooks';
import { number, shortDate } from '#shared/format.ts';
import type { Statistics } from './queries.ts';

/** Bars for views, a line for the far fewer applications, each on its own scale. */
export default function StatisticsChart({ days }: { days: Statistics['byDay'] }) {
  const isStill = useReducedMotion();
  return (
    <CompositeChart
      h={260}
      data={days}
      dataKey="date"
      series={[
        { name: 'views', label: 'Views', color: 'navy.5', type: 'bar' },
        { name: 'applications', label: 'Applications', color: 'orange.6', type: 'line', yAxisId: 'right' },
      ]}
      withRightYAxis
      curveType="linear"
      withDots={days.length <= 31}
      maxBarWidth={28}
      valueFormatter={number}
      xAxisProps={{ tickFormatter: (day: string) => shortDate(day), minTickGap: 24 }}
      yAxisProps={{ allowDecimals: false, width: 48 }}
      rightYAxisProps={{ allowDecimals: false, width: 40 }}
      tooltipAnimationDuration={isStill ? 0 : 150}
      barProps={{ isAnimationActive: false }}
      lineProps={{ isAnimationActive: false }}
    />
  );
}
