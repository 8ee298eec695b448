import { Text } from '@mantine/core';
import { billingTypes, options } from '#shared/catalogues.ts';
import { purposes } from '#shared/billing/invoices.ts';
import type { GridColumn } from '#web/ui/grid/columns.ts';
import { StatusBadge } from '#web/ui/StatusBadge.tsx';
import { DateText, Money } from '#web/ui/Values.tsx';
import { methodOf, statusOf } from './billing-words.ts';
import type { Invoice } from './queries.ts';

export type InvoiceRow = Invoice & { id: string };

/** An invoice's number is its name on every screen. */
export function withRowIds<Page extends { items: Invoice[] }>(page: Page): Omit<Page, 'items'> & { items: InvoiceRow[] } {
  return { ...page, items: page.items.map((item) => ({ ...item, id: item.invoiceCustomId })) };
}

export const amountColumn: GridColumn<{ id: string; amount: number }> = {
  id: 'amount',
  header: 'Amount',
  align: 'right',
  isShort: true,
  isSortable: true,
  filter: { kind: 'number' },
  cell: (row) => <Money dollars={row.amount} />,
};

export const invoiceColumns: readonly GridColumn<InvoiceRow>[] = [
  {
    id: 'invoice_custom_id',
    header: 'Invoice',
    onCard: 'title',
    isShort: true,
    isSortable: true,
    filter: { kind: 'text' },
    cell: (row) => <Text fw={600}>{row.invoiceCustomId}</Text>,
  },
  {
    id: 'billing_date',
    header: 'Date',
    isShort: true,
    isSortable: true,
    filter: { kind: 'date' },
    cell: (row) => <DateText value={row.billingDate} />,
  },
  { id: 'status', header: 'Status', cell: (row) => <StatusBadge label={statusOf(row)} /> },
  {
    id: 'purpose',
    header: 'For',
    filter: { kind: 'enum', options: options(purposes) },
    cell: (row) => purposes.find(({ code }) => code === row.purpose)?.label,
  },
  {
    id: 'payment_method',
    header: 'Paid with',
    filter: { kind: 'enum', options: options(billingTypes) },
    cell: methodOf,
  },
  {
    id: 'due_at',
    header: 'Due',
    isShort: true,
    isSortable: true,
    filter: { kind: 'date' },
    isEmpty: (row) => row.status !== 'open',
    cell: (row) => <DateText value={row.status === 'open' ? row.dueAt : null} />,
  },
  amountColumn,
];
