import '@mantine/charts/styles.layer.css';
import { CompositeChart } from '@mantine/charts';
import { useReducedMotion } from '@mantine/hooks';
import { shortDate } from '#shared/format.ts';
import { number } from '#web/browser/format.ts';

type Series = { name: string; label: string };

type Props = {
  /** One row per day, with its `date` and the value of each series. */
  days: Record<string, string | number>[];
  bars: Series;
  /** A second series of similar size, next to the bars. */
  secondSeries?: Series | undefined;
  /** A series of a different size, with its own scale on the right. */
  line: Series;
  height: number;
};

/**
 * A chart of values by day: bars for the larger series, a line for the smaller one. It is a default export, because screens
 * load it with `lazy`.
 */
export default function BarLineChart({ days, bars, secondSeries, line, height }: Props) {
  const isMotionReduced = useReducedMotion();
  return (
    <CompositeChart
      h={height}
      data={days}
      dataKey="date"
      series={[
        { ...bars, color: 'navy.5', type: 'bar' },
        ...(secondSeries ? [{ ...secondSeries, color: 'navy.3', type: 'bar' as const }] : []),
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
      tooltipAnimationDuration={isMotionReduced ? 0 : 150}
      barProps={{ isAnimationActive: false }}
      lineProps={{ isAnimationActive: false }}
    />
  );
}
