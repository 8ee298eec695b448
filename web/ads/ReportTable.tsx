import { ScrollArea, Table } from '@mantine/core';
import { clickRate } from '#shared/ads.ts';
import { calendarDate, number } from '#shared/format.ts';
import { Section } from '#web/ui/Section.tsx';
import { ratePercent } from './rate.ts';
import type { AdReport } from './queries.ts';

/** The chart's figures, the latest first. */
export function ReportTable({ days }: { days: AdReport['days'] }) {
  return (
    <Section title="Figures" isFlush>
      <ScrollArea.Autosize mah="26rem" viewportProps={{ tabIndex: 0, 'aria-label': 'Data by day', role: 'region' }}>
        <Table stickyHeader horizontalSpacing="sm" aria-label="Data by day">
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col" pl="lg">
                Day
              </Table.Th>
              <Table.Th scope="col" ta="right">
                Impressions
              </Table.Th>
              <Table.Th scope="col" ta="right">
                Clicks
              </Table.Th>
              <Table.Th scope="col" ta="right" pr="lg">
                CTR
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody className="tabular">
            {days.toReversed().map((day) => (
              <Table.Tr key={day.date}>
                <Table.Td pl="lg">{calendarDate(day.date)}</Table.Td>
                <Table.Td ta="right">{number(day.impressions)}</Table.Td>
                <Table.Td ta="right">{number(day.clicks)}</Table.Td>
                <Table.Td ta="right" pr="lg">
                  {ratePercent(clickRate(day))}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </ScrollArea.Autosize>
    </Section>
  );
}
