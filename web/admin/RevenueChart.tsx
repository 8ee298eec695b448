import '@mantine/charts/styles.layer.css';
import { BarChart } from '@mantine/charts';
import { useReducedMotion } from '@mantine/hooks';
import { money, monthName } from '#web/browser/format.ts';
import { t } from '#web/texts/app.ts';
import type { Revenue } from './queries.ts';

/** Paid and open amounts as stacked bars. It is a default export, because the screen loads it lazily. */
export default function RevenueChart({ months, height }: Revenue & { height: string }) {
  const isMotionReduced = useReducedMotion();
  return (
    <BarChart
      h={height}
      data={months.map((revenueMonth) => ({ ...revenueMonth, month: monthName(revenueMonth.month) }))}
      dataKey="month"
      type="stacked"
      withLegend
      series={[
        { name: 'paid', label: t('common.paid'), color: 'navy.5' },
        { name: 'open', label: t('admin.outstanding'), color: 'orange.6' },
      ]}
      maxBarWidth={40}
      valueFormatter={(dollars) => money(dollars, true)}
      xAxisProps={{ minTickGap: 8 }}
      yAxisProps={{ width: 72 }}
      tooltipAnimationDuration={isMotionReduced ? 0 : 150}
      barProps={{ isAnimationActive: false }}
    />
  );
}
