import { Group, SegmentedControl, Button, Stack, Table, Text } from '@mantine/core';
import { IconReceipt, IconDownload, IconMail } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { InvoiceView } from '#shared/billing/invoices.ts';
import { readInvoiceView } from '#web/browser/search-params.ts';
import { t, rich } from '#web/texts/app.ts';
import { ExportButton } from '#web/ui/ExportButton.tsx';
import type { GridColumn } from '#web/ui/grid/columns.ts';
import { DataGrid } from '#web/ui/grid/DataGrid.tsx';
import { SearchInput } from '#web/ui/SearchInput.tsx';
import { EmptyState } from '#web/ui/States.tsx';
import { StatusBadge } from '#web/ui/StatusBadge.tsx';
import { DateText, Money } from '#web/ui/Values.tsx';
import { type InvoiceRow, withRowIds } from './invoice-columns.tsx';
import {
  billingDefaults,
  invoicesQuery,
  type InvoiceSearch,
  toInvoicesRequest,
  type Invoice,
  sendReceiptEmail,
  downloadReceipt,
} from './queries.ts';

const refundStatusLabels = {
  pending: t('common.processing'),
  done: t('common.refunded'),
  failed: t('common.failed'),
} as const;

/** Shows the lines and refunds of an opened invoice, with buttons to download its PDF or email it again. */
function InvoiceDetail({ invoice }: { invoice: Invoice }) {
  const { invoiceCustomId: invoiceNumber, lines, refunds, amount, refunded, status } = invoice;
  const [isEmailing, setIsEmailing] = useState(false);
  const emailReceipt = async () => {
    setIsEmailing(true);
    await sendReceiptEmail(invoiceNumber);
    setIsEmailing(false);
  };
  return (
    <Stack gap="sm" maw="46rem">
      <Table aria-label={t('billing.lineItemsOfInvoice', { number: invoiceNumber })}>
        <Table.Tbody>
          {lines.map(({ description, amount: cost }, index) => (
            <Table.Tr key={`${description}:${index.toString()}`}>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>{description}</Table.Td>
              <Table.Td ta="right">
                <Money dollars={cost} />
              </Table.Td>
            </Table.Tr>
          ))}
          <Table.Tr>
            <Table.Td fw={600}>{t('billing.totalNoTax')}</Table.Td>
            <Table.Td ta="right" fw={600}>
              <Money dollars={amount} />
            </Table.Td>
          </Table.Tr>
          {refunded > 0 ? (
            <Table.Tr>
              <Table.Td fw={600}>{status === 'open' ? t('common.amountDue') : t('billing.totalAfterRefunds')}</Table.Td>
              <Table.Td ta="right" fw={600}>
                <Money dollars={amount - refunded} />
              </Table.Td>
            </Table.Tr>
          ) : null}
        </Table.Tbody>
      </Table>
      {refunds.length > 0 ? (
        <Stack
          component="ul"
          gap="xs"
          m={0}
          p={0}
          style={{ listStyle: 'none' }}
          aria-label={t('billing.refundsOfInvoice', { number: invoiceNumber })}
        >
          {refunds.map((refund) => (
            <Group component="li" key={refund.number} gap="sm">
              <StatusBadge
                status={refund.kind === 'credit' ? 'credited' : refund.status}
                label={refund.kind === 'credit' ? t('billing.credited') : refundStatusLabels[refund.status]}
              />
              <Text component="div" size="sm" flex={1} miw="12rem" style={{ overflowWrap: 'anywhere' }}>
                {rich(refund.kind === 'credit' ? 'billing.creditOfAmountOn' : 'billing.refundOfAmountOn', {
                  reason: refund.reason,
                  money: () => <Money dollars={refund.amount} />,
                  date: () => <DateText value={refund.settledAt ?? refund.createdAt} />,
                })}
                <Text size="xs" c="dimmed">
                  {refund.status === 'pending' ? t('billing.pendingSettlement') : null}
                  {refund.status === 'failed' && refund.failure
                    ? t('billing.refundFailedBecause', { failure: refund.failure })
                    : null}
                </Text>
              </Text>
              {refund.status === 'done' ? (
                <Button
                  variant="subtle"
                  size="compact-sm"
                  leftSection={<IconDownload size={14} aria-hidden />}
                  onClick={() => void downloadReceipt(invoiceNumber, Number(refund.number.split('-R')[1]))}
                >
                  {t('billing.refundPdf')}
                </Button>
              ) : null}
            </Group>
          ))}
        </Stack>
      ) : null}
      <InvoicePaymentDetails invoice={invoice} />
      <Group gap="sm">
        <Button
          variant="default"
          size="xs"
          leftSection={<IconDownload size={16} aria-hidden />}
          onClick={() => void downloadReceipt(invoiceNumber)}
        >
          {status === 'paid' ? t('common.downloadReceipt') : t('common.downloadInvoice')}
        </Button>
        <Button
          variant="default"
          size="xs"
          loading={isEmailing}
          leftSection={<IconMail size={16} aria-hidden />}
          onClick={emailReceipt}
        >
          {status === 'paid' ? t('billing.resendReceipt') : t('billing.resendInvoice')}
        </Button>
      </Group>
    </Stack>
  );
}

function InvoicePaymentDetails({ invoice }: { invoice: Invoice }) {
  const { paidAt, paymentReference, voidedAt, voidReason, transactionId, paymentMethod } = invoice;
  return (
    <Stack gap={2}>
      {paidAt && paymentMethod === 'invoice' ? (
        <Text size="sm" c="dimmed">
          {paymentReference
            ? rich('billing.paidOnWithReference', { reference: paymentReference, date: () => <DateText value={paidAt} /> })
            : rich('billing.paidOn', { date: () => <DateText value={paidAt} /> })}
        </Text>
      ) : null}
      {voidedAt ? (
        <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {voidReason
            ? rich('billing.voidedOnBecause', { reason: voidReason, date: () => <DateText value={voidedAt} /> })
            : rich('billing.voidedOn', { date: () => <DateText value={voidedAt} /> })}
        </Text>
      ) : null}
      {transactionId ? (
        <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {t('billing.transactionNumber', { transactionId })}
        </Text>
      ) : null}
    </Stack>
  );
}

const viewOptions = [
  { value: 'all', label: t('common.all') },
  { value: 'open', label: t('common.open') },
  { value: 'overdue', label: t('billing.overdue') },
  { value: 'paid', label: t('common.invoicePaid') },
  { value: 'void', label: t('common.voided') },
];

type InvoiceViewsProps = { view: InvoiceView | undefined; onView: (next: InvoiceView | undefined) => void };

function InvoiceViewFilter({ view, onView }: InvoiceViewsProps) {
  return (
    <SegmentedControl
      aria-label={t('billing.filterByStatus')}
      data={viewOptions}
      value={view ?? 'all'}
      onChange={(next) => onView(readInvoiceView(next))}
    />
  );
}

type InvoiceRequest = { companyId: string | undefined; search: InvoiceSearch };

export const useInvoices = ({ companyId, search }: InvoiceRequest) =>
  useQuery({ ...invoicesQuery(search, companyId), select: withRowIds });

/** Downloads the listed invoices as a CSV file. */
export function InvoiceExport({ companyId, search, total }: InvoiceRequest & { total: number | undefined }) {
  const { filters, query } = toInvoicesRequest(search, companyId);
  const input = { filters, query, view: search.view, company_id: companyId };
  return <ExportButton path="/payment/company/invoice/export" input={input} total={total} />;
}

type Props = {
  texts: { label: string; search: string; placeholder: string; emptyTitle: string; explanation: string; selectAllText: string };
  columns: readonly GridColumn<InvoiceRow>[];
  query: ReturnType<typeof useInvoices>;
  search: InvoiceSearch;
  onSearch: (next: InvoiceSearch) => void;
  renderRowActions?: (row: InvoiceRow) => ReactNode;
  /** Shown next to the status filter. */
  extraFilters?: ReactNode;
};

/** Invoices with their lines, refunds and receipts, for one company or all. */
export function InvoiceGrid({ texts, columns, query, search, onSearch, extraFilters, ...gridProps }: Props) {
  const { view } = search;
  return (
    <DataGrid
      {...gridProps}
      label={texts.label}
      columns={columns}
      query={query}
      search={search}
      onSearch={(next) => onSearch({ ...next, view })}
      defaults={billingDefaults}
      getRowName={(row) => row.invoiceCustomId}
      renderDetail={(row) => <InvoiceDetail invoice={row} />}
      toolbar={
        <Group gap="sm">
          <SearchInput
            label={texts.search}
            placeholder={texts.placeholder}
            value={search.q ?? ''}
            onChange={(q) => onSearch({ ...search, q: q || undefined, page: undefined })}
          />
          <InvoiceViewFilter view={view} onView={(next) => onSearch({ ...search, view: next, page: undefined })} />
          {extraFilters}
        </Group>
      }
      empty={
        <EmptyState title={view ? t('billing.noInvoicesOfView', { view }) : texts.emptyTitle} icon={<IconReceipt size={28} />}>
          {view ? texts.selectAllText : texts.explanation}
        </EmptyState>
      }
    />
  );
}
