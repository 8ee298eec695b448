import { Group, SegmentedControl, Table, Text } from '@mantine/core';
import { IconReceipt } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { count } from '#shared/format.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import type { GridColumn } from '#web/ui/grid/columns.ts';
import { DataGrid } from '#web/ui/grid/DataGrid.tsx';
import type { GridSearch } from '#web/ui/grid/grid-state.ts';
import { StatusBadge } from '#web/ui/StatusBadge.tsx';
import { DateText, Money } from '#web/ui/Values.tsx';
import { BillingFrame } from './BillingFrame.tsx';
import { methodOf, statusOf } from './billing-words.ts';
import { type Invoice, type InvoiceStatus, invoicesQuery } from './queries.ts';

type Row = Invoice & { id: string };

const columns: readonly GridColumn<Row>[] = [
  {
    id: 'invoice',
    header: 'Invoice',
    onCard: 'title',
    isShort: true,
    cell: (row) => <Text fw={600}>{row.invoiceCustomId}</Text>,
  },
  { id: 'billing_date', header: 'Date', isShort: true, cell: (row) => <DateText value={row.billingDate} /> },
  { id: 'status', header: 'Status', cell: (row) => <StatusBadge label={statusOf(row)} /> },
  { id: 'lines', header: 'Order', isShort: true, cell: (row) => count(row.lines.length, 'line') },
  { id: 'payment_method', header: 'Paid with', cell: methodOf },
  {
    id: 'due_at',
    header: 'Due',
    isShort: true,
    isEmpty: (row) => row.status !== 'open',
    cell: (row) => <DateText value={row.status === 'open' ? row.dueAt : null} />,
  },
  { id: 'amount', header: 'Amount', align: 'right', isShort: true, cell: (row) => <Money dollars={row.amount} /> },
];

const statuses = [
  { value: 'all', label: 'All' },
  { value: 'paid', label: 'Paid' },
  { value: 'open', label: 'Open' },
];

type Props = {
  companyId: string | undefined;
  status: InvoiceStatus | undefined;
  search: GridSearch;
  onSearch: (next: GridSearch) => void;
  onStatus: (next: InvoiceStatus | undefined) => void;
};

/** `/company/settings/billing/order-history`: the invoices, paid and open, with their lines. */
export function OrderHistoryPage({ companyId, status, search, onSearch, onStatus }: Props) {
  const query = useQuery({ ...invoicesQuery(search, companyId, status), select: withRowIds });
  return (
    <BillingFrame path="/company/settings/billing/order-history" companyId={companyId}>
      <DataGrid
        label="Order history"
        columns={columns}
        query={query}
        search={search}
        onSearch={onSearch}
        rowName={(row) => row.invoiceCustomId}
        renderDetail={(row) => <Lines invoice={row} />}
        toolbar={
          <SegmentedControl
            aria-label="Which invoices"
            data={statuses}
            value={status ?? 'all'}
            onChange={(next) => onStatus(next === 'paid' || next === 'open' ? next : undefined)}
          />
        }
        empty={
          <EmptyState title={status ? `No ${status} invoices` : 'No orders yet'} icon={<IconReceipt size={28} />}>
            {status ? 'Choose All to see every invoice.' : 'Each order that is paid or invoiced shows up here.'}
          </EmptyState>
        }
      />
    </BillingFrame>
  );
}

function Lines({ invoice }: { invoice: Invoice }) {
  return (
    <>
      <Table aria-label={`Lines of ${invoice.invoiceCustomId}`} maw="46rem">
        <Table.Tbody>
          {invoice.lines.map(({ description, amount }, index) => (
            <Table.Tr key={`${description}:${index.toString()}`}>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>{description}</Table.Td>
              <Table.Td ta="right">
                <Money dollars={amount} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {invoice.transactionId ? (
        <Group gap="xs" mt="xs">
          <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            Transaction {invoice.transactionId}
          </Text>
        </Group>
      ) : null}
    </>
  );
}

function withRowIds<Page extends { items: Invoice[] }>(page: Page): Omit<Page, 'items'> & { items: Row[] } {
  return { ...page, items: page.items.map((item) => ({ ...item, id: item.invoiceCustomId })) };
}
