import { Paper, ScrollArea, Table } from '@mantine/core';
import { money, monthName, number } from '#shared/format.ts';
import type { Month, Revenue } from './queries.ts';
import { sumOf } from './sum.ts';

/** The same as the picture, to the cent; the newest month first. */
export function RevenueTable({ months }: Revenue) {
  return (
    <Paper withBorder shadow="xs">
      <ScrollArea type="auto" viewportProps={{ tabIndex: 0, role: 'group', 'aria-label': 'Revenue by month' }}>
        <Table aria-label="Revenue by month" className="tabular">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Month</Table.Th>
              <Table.Th ta="end">Invoices</Table.Th>
              <Table.Th ta="end">Paid</Table.Th>
              <Table.Th ta="end">Outstanding</Table.Th>
              <Table.Th ta="end">Refunded</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {months.toReversed().map((month) => (
              <Line key={month.month} name={monthName(month.month)} {...month} />
            ))}
          </Table.Tbody>
          <Table.Tfoot>
            <Line name="Total" {...sumOf(months)} />
          </Table.Tfoot>
        </Table>
      </ScrollArea>
    </Paper>
  );
}

function Line({ name, invoices, paid, open, refunded }: Omit<Month, 'month'> & { name: string }) {
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
