import { CompositeChart } from '@mantine/charts';
import '@mantine/charts/styles.layer.css';
import { useReducedMotion } from '@mantine/hooks';
import { number, shortDate } from '#shared/format.ts';

type Series = { name: string; label: string };

type Props = {
  /** A row a day, with its `date` and both figures. */
  days: Record<string, string | number>[];
  bars: Series;
  /** More of the same order of magnitude, beside the bars. */
  besides?: Series | undefined;
  /** Of another order of magnitude: it has a scale of its own, on the right. */
  line: Series;
  height: number;
};

/** Two figures by day: bars for the many, a line for the far fewer. Default, because screens fetch it once there is data. */
export default function BarLineChart({ days, bars, besides, line, height }: Props) {
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
