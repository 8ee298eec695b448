import { Text } from '@mantine/core';
import { cardName } from '#shared/billing/cards.ts';
import { purposes } from '#shared/billing/invoices.ts';
import { billingTypes, options, labelOf } from '#shared/catalogues.ts';
import { text, type Text as WrittenText } from '#shared/texts/texts.ts';
import { t, writeText } from '#web/texts/app.ts';
import type { GridColumn } from '#web/ui/grid/columns.ts';
import { StatusBadge } from '#web/ui/StatusBadge.tsx';
import { DateText, Money } from '#web/ui/Values.tsx';
import type { Invoice } from './queries.ts';

type PaymentMethod = { description: string; cardType: string | null; maskedNumber: string | null };

/** Returns, for example, `Visa ending in 1111` or `Invoice`. */
export function formatPaymentMethod({ description, cardType, maskedNumber }: PaymentMethod): string {
  return cardType && maskedNumber ? writeText(cardName({ cardType, maskedNumber })) : description;
}

type InvoicePaymentFields = Pick<Invoice, 'paymentMethod' | 'cardType' | 'maskedNumber'>;
export const formatInvoicePaymentMethod = ({ paymentMethod, cardType, maskedNumber }: InvoicePaymentFields): string =>
  formatPaymentMethod({ description: labelOf(billingTypes, paymentMethod, writeText), cardType, maskedNumber });

type InvoiceState = Pick<Invoice, 'status' | 'dueAt'> & Partial<Pick<Invoice, 'amount' | 'refunded'>>;

/**
 * An open invoice is overdue from its due date on (`docs/product/money.md#companies-that-pay-by-invoice`). A paid invoice
 * can be partly or fully refunded.
 */
export function getInvoiceStatus({ status, dueAt, amount = 0, refunded = 0 }: InvoiceState, now = Date.now()): InvoiceStatus {
  if (status === 'open') return dueAt && new Date(dueAt).getTime() < now ? 'overdue' : 'open';
  if (status === 'void' || refunded === 0) return status;
  return refunded < amount ? 'partlyRefunded' : 'refunded';
}

const statusLabels = {
  open: t('common.open'),
  overdue: t('billing.overdue'),
  void: t('common.voided'),
  paid: t('common.invoicePaid'),
  partlyRefunded: t('billing.partlyRefunded'),
  refunded: t('common.refunded'),
} as const;
type InvoiceStatus = keyof typeof statusLabels;

/** What a status means, and what to do now. Null if the word says it all. */
const statusExplanations: Readonly<Record<InvoiceStatus, WrittenText | null>> = {
  open: text('billing.openExplained'),
  overdue: text('billing.overdueExplained'),
  void: text('billing.voidedExplained'),
  paid: null,
  partlyRefunded: text('billing.partlyRefundedExplained'),
  refunded: text('billing.refundedExplained'),
};

export function InvoiceStatusBadge({ invoice }: { invoice: InvoiceState }) {
  const status = getInvoiceStatus(invoice);
  return <StatusBadge status={status} label={statusLabels[status]} explanation={statusExplanations[status]} />;
}

export type InvoiceRow = Invoice & { id: string };

/** Uses the invoice number as the row's id. */
export function withRowIds<Page extends { items: Invoice[] }>(page: Page): Omit<Page, 'items'> & { items: InvoiceRow[] } {
  return { ...page, items: page.items.map((item) => ({ ...item, id: item.invoiceCustomId })) };
}

export const amountColumn: GridColumn<{ id: string; amount: number }> = {
  id: 'amount',
  header: t('common.amount'),
  align: 'right',
  isShort: true,
  isSortable: true,
  filter: { kind: 'number' },
  cell: (row) => <Money dollars={row.amount} />,
};

export const invoiceColumns: readonly GridColumn<InvoiceRow>[] = [
  {
    id: 'invoice_custom_id',
    header: t('common.invoice'),
    cardRole: 'title',
    isShort: true,
    isSortable: true,
    filter: { kind: 'text' },
    cell: (row) => <Text fw={600}>{row.invoiceCustomId}</Text>,
  },
  {
    id: 'billing_date',
    header: t('common.date'),
    isShort: true,
    isSortable: true,
    filter: { kind: 'date' },
    cell: (row) => <DateText value={row.billingDate} />,
  },
  { id: 'status', header: t('common.status'), cell: (row) => <InvoiceStatusBadge invoice={row} /> },
  {
    id: 'purpose',
    header: t('common.item'),
    filter: { kind: 'enum', options: options(purposes, writeText) },
    cell: (row) => labelOf(purposes, row.purpose, writeText),
  },
  {
    id: 'payment_method',
    header: t('common.paidWith'),
    filter: { kind: 'enum', options: options(billingTypes, writeText) },
    cell: formatInvoicePaymentMethod,
  },
  {
    id: 'due_at',
    header: t('common.due'),
    isShort: true,
    isSortable: true,
    filter: { kind: 'date' },
    isEmpty: (row) => row.status !== 'open',
    cell: (row) => <DateText value={row.status === 'open' ? row.dueAt : null} />,
  },
  amountColumn,
];
