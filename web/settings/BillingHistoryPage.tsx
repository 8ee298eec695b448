import { Anchor, Text } from '@mantine/core';
import { IconReceipt } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { addonTypes, billingTypes, labelOf, options } from '#shared/catalogues.ts';
import { formatPaymentMethod, invoiceColumns } from '#web/billing/invoice-columns.tsx';
import { InvoiceExport, InvoiceGrid, useInvoices } from '#web/billing/InvoiceGrid.tsx';
import { billingDefaults, type HistoryItem, historyQuery, toHistoryRequest, type InvoiceSearch } from '#web/billing/queries.ts';
import { t, writeText } from '#web/texts/app.ts';
import { ExportButton } from '#web/ui/ExportButton.tsx';
import type { GridColumn } from '#web/ui/grid/columns.ts';
import { DataGrid } from '#web/ui/grid/DataGrid.tsx';
import type { GridSearch } from '#web/ui/grid/grid-state.ts';
import { TabbedPage } from '#web/ui/PageHeader.tsx';
import { SearchInput } from '#web/ui/SearchInput.tsx';
import { EmptyState } from '#web/ui/States.tsx';
import { DateText, Money } from '#web/ui/Values.tsx';

const tabs = [
  { path: '/company/settings/billing', label: t('common.billingHistory'), description: t('settings.chargesByJob') },
  { path: '/company/settings/billing/order-history', label: t('common.orderHistory'), description: t('common.invoices') },
] as const;

type BillingFrameProps = {
  path: (typeof tabs)[number]['path'];
  companyId: string | undefined;
  actions?: ReactNode;
  children: ReactNode;
};

/** The tabs of the billing history by job and of the order history (`docs/product/money.md#billing-history`). */
function BillingFrame({ companyId, ...pageProps }: BillingFrameProps) {
  const navigate = useNavigate();
  const openTab = (path: BillingFrameProps['path']) =>
    void navigate({ to: path, search: companyId ? { company: companyId } : {} });
  return <TabbedPage {...pageProps} tabs={tabs} label={t('common.billing')} onPath={openTab} />;
}

const gridTexts = {
  label: t('common.orderHistory'),
  search: t('settings.searchOrders'),
  placeholder: t('settings.searchOrdersPlaceholder'),
  emptyTitle: t('settings.noOrdersYet'),
  explanation: t('settings.noOrdersExplained'),
  selectAllText: t('settings.seeAllOrdersHint'),
};

type OrderHistoryPageProps = { companyId: string | undefined; search: InvoiceSearch; onSearch: (next: InvoiceSearch) => void };

/** `/company/settings/billing/order-history`: the invoices with their lines, refunds and receipts. */
export function OrderHistoryPage({ companyId, search, onSearch }: OrderHistoryPageProps) {
  const query = useInvoices({ companyId, search });
  return (
    <BillingFrame
      path="/company/settings/billing/order-history"
      companyId={companyId}
      actions={<InvoiceExport companyId={companyId} search={search} total={query.data?.pagination.total} />}
    >
      <InvoiceGrid texts={gridTexts} columns={invoiceColumns} query={query} search={search} onSearch={onSearch} />
    </BillingFrame>
  );
}

/** A job has one row for each time it was billed, so a row needs its own id. */
type HistoryRow = Omit<HistoryItem, 'id'> & { id: string; jobId: string };

const columns: readonly GridColumn<HistoryRow>[] = [
  {
    id: 'title',
    header: t('common.job'),
    cardRole: 'title',
    isSortable: true,
    cell: (row) => (
      <Anchor
        fw={600}
        size="sm"
        renderRoot={(props) => <Link {...props} to="/company/jobs/$id/detail" params={{ id: row.jobId }} />}
      >
        {row.title}
      </Anchor>
    ),
  },
  {
    id: 'billing_date',
    header: t('common.billed'),
    isShort: true,
    isSortable: true,
    filter: { kind: 'date' },
    cell: (row) => <DateText value={row.billingDate} zone={row.timeZone} />,
  },
  {
    id: 'payment_method',
    header: t('common.paidWith'),
    isShort: true,
    filter: { kind: 'enum', options: options(billingTypes, writeText) },
    cell: (row) => formatPaymentMethod(row.paymentMethod),
  },
  {
    id: 'addons',
    header: t('common.addOns'),
    isShort: true,
    isEmpty: (row) => row.addons.length === 0,
    cell: (row) =>
      row.addons.length === 0
        ? '-'
        : row.addons.map(({ id, addonType, cost }) => (
            <Text key={id} size="sm">
              {labelOf(addonTypes, addonType, writeText)} <Money dollars={cost} isWholeDollars />
            </Text>
          )),
  },
  {
    id: 'auto_renew',
    header: t('common.renews'),
    isShort: true,
    filter: { kind: 'flag' },
    cell: (row) => (row.autoRenew ? t('common.yes') : t('common.no')),
  },
  {
    id: 'invoice_custom_id',
    header: t('common.invoice'),
    isShort: true,
    isSortable: true,
    cell: (row) => (
      <Anchor
        size="sm"
        renderRoot={(props) => (
          <Link
            {...props}
            to="/company/settings/billing/order-history"
            search={({ company }) => ({ company, q: row.invoiceCustomId })}
          />
        )}
      >
        {row.invoiceCustomId}
      </Anchor>
    ),
  },
];

type Props = { companyId: string | undefined; search: GridSearch; onSearch: (next: GridSearch) => void };

/** `/company/settings/billing`: what each job cost and how it was paid. */
export function BillingHistoryPage({ companyId, search, onSearch }: Props) {
  const query = useQuery({ ...historyQuery(search, companyId), select: withRowIds });
  const { filters, query: searchText } = toHistoryRequest(search, companyId);
  return (
    <BillingFrame
      path="/company/settings/billing"
      companyId={companyId}
      actions={
        <ExportButton
          path="/payment/company/history/export"
          input={{ filters, query: searchText, company_id: companyId }}
          total={query.data?.pagination.total}
        />
      }
    >
      <DataGrid
        label={t('common.billingHistory')}
        columns={columns}
        query={query}
        search={search}
        onSearch={onSearch}
        defaults={billingDefaults}
        getRowName={(row) => row.title}
        toolbar={
          <SearchInput
            label={t('settings.searchBillingHistory')}
            placeholder={t('common.searchByJob')}
            value={search.q ?? ''}
            onChange={(q) => onSearch({ ...search, q: q || undefined, page: undefined })}
          />
        }
        empty={
          <EmptyState title={t('common.noChargesYet')} icon={<IconReceipt size={28} />}>
            {t('settings.noChargesExplained')}
          </EmptyState>
        }
      />
    </BillingFrame>
  );
}

function withRowIds<Page extends { items: HistoryItem[] }>(page: Page): Omit<Page, 'items'> & { items: HistoryRow[] } {
  const items = page.items.map((item) => ({ ...item, jobId: item.id, id: `${item.invoiceCustomId}:${item.id}` }));
  return { ...page, items };
}
