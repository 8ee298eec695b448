import { CompositeChart } from '@mantine/charts';
import '@mantine/charts/styles.layer.css';
import { useReducedMotion } from '@mantine/hooks';
import { number, shortDate } from '#shared/format.ts';

type Series = { name: string; label: string };

type Props = {
  /** One row per day, with its `date` and both values. */
  days: Record<string, string | number>[];
  bars: Series;
  /** A second series of similar size, next to the bars. */
  secondSeries?: Series | undefined;
  /** A series of a different size, with its own scale on the right. */
  line: Series;
  height: number;
};

/**
 * Two values by day: bars for the larger one, a line for the smaller one. A default export, because screens load it once
 * there is data.
 */
export default function BarLineChart({ days, bars, secondSeries: besides, line, height }: Props) {
  const isStill = useReducedMotion();
  return (
    <CompositeChart
      h={height}
      data={days}
      dataKey="date"
      series={[
        { ...bars, color: 'navy.5', type: 'bar' },
        ...(besides ? [{ ...besides, color: 'navy.3', type: 'bar' as const }] : []),
        { ...line, color: 'orange.6', type: 'line', yAxisId: 'right' },
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
