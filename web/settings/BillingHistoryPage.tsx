import { Anchor, Text } from '@mantine/core';
import { IconReceipt } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { addonTypes, billingTypes, labelOf, options } from '#shared/catalogues.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import type { GridColumn } from '#web/ui/grid/columns.ts';
import { DataGrid } from '#web/ui/grid/DataGrid.tsx';
import type { GridSearch } from '#web/ui/grid/grid-state.ts';
import { ExportButton } from '#web/ui/ExportButton.tsx';
import { SearchInput } from '#web/ui/SearchInput.tsx';
import { DateText, Money } from '#web/ui/Values.tsx';
import { methodText, invoiceColumns } from '#web/billing/invoice-columns.tsx';
import { billingDefaults, type HistoryItem, historyQuery, historyRequest, type InvoiceSearch } from '#web/billing/queries.ts';
import { InvoiceExport, InvoiceGrid, useInvoices } from '#web/billing/InvoiceGrid.tsx';
import type { ReactNode } from 'react';
import { TabbedPage } from '#web/ui/TabbedPage.tsx';

const tabs = [
  { path: '/company/settings/billing', label: 'Billing history', description: 'Charges by job' },
  { path: '/company/settings/billing/order-history', label: 'Order history', description: 'Invoices' },
] as const;

type BillingFrameProps = {
  path: (typeof tabs)[number]['path'];
  companyId: string | undefined;
  actions?: ReactNode;
  children: ReactNode;
};

/** Billing history by job, and order history (`docs/product/money.md#billing-history`). */
function BillingFrame({ companyId, ...page }: BillingFrameProps) {
  const navigate = useNavigate();
  const go = (to: BillingFrameProps['path']) => void navigate({ to, search: companyId ? { company: companyId } : {} });
  return <TabbedPage {...page} tabs={tabs} label="Billing" onPath={go} />;
}

const words = {
  label: 'Order history',
  search: 'Search orders',
  placeholder: 'Number or job',
  none: 'No orders yet',
  follows: 'Paid and invoiced orders appear here.',
  whole: 'Choose All to see every order.',
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
      <InvoiceGrid words={words} columns={invoiceColumns} query={query} search={search} onSearch={onSearch} />
    </BillingFrame>
  );
}

/** A job appears once for each time it was billed. */
type Row = Omit<HistoryItem, 'id'> & { id: string; jobId: string };

const columns: readonly GridColumn<Row>[] = [
  {
    id: 'title',
    header: 'Job',
    onCard: 'title',
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
    header: 'Billed',
    isShort: true,
    isSortable: true,
    filter: { kind: 'date' },
    cell: (row) => <DateText value={row.billingDate} zone={row.timeZone} />,
  },
  {
    id: 'payment_method',
    header: 'Paid with',
    isShort: true,
    filter: { kind: 'enum', options: options(billingTypes) },
    cell: (row) => methodText(row.paymentMethod),
  },
  {
    id: 'addons',
    header: 'Add-ons',
    isShort: true,
    isEmpty: (row) => row.addons.length === 0,
    cell: (row) =>
      row.addons.length === 0
        ? '-'
        : row.addons.map(({ id, addonType, cost }) => (
            <Text key={id} size="sm">
              {labelOf(addonTypes, addonType)} <Money dollars={cost} isWhole />
            </Text>
          )),
  },
  { id: 'auto_renew', header: 'Renews', isShort: true, filter: { kind: 'flag' }, cell: (row) => (row.autoRenew ? 'Yes' : 'No') },
  {
    id: 'invoice_custom_id',
    header: 'Invoice',
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
  const { filters, query: words } = historyRequest(search, companyId);
  return (
    <BillingFrame
      path="/company/settings/billing"
      companyId={companyId}
      actions={
        <ExportButton
          path="/payment/company/history/export"
          input={{ filters, query: words, company_id: companyId }}
          total={query.data?.pagination.total}
        />
      }
    >
      <DataGrid
        label="Billing history"
        columns={columns}
        query={query}
        search={search}
        onSearch={onSearch}
        defaults={billingDefaults}
        rowName={(row) => row.title}
        toolbar={
          <SearchInput
            label="Search billing history"
            placeholder="Search by job"
            value={search.q ?? ''}
            onChange={(q) => onSearch({ ...search, q: q || undefined, page: undefined })}
          />
        }
        empty={
          <EmptyState title="No charges yet" icon={<IconReceipt size={28} />}>
            Charges for posted and renewed jobs appear here.
          </EmptyState>
        }
      />
    </BillingFrame>
  );
}

function withRowIds<Page extends { items: HistoryItem[] }>(page: Page): Omit<Page, 'items'> & { items: Row[] } {
  const items = page.items.map((item) => ({ ...item, jobId: item.id, id: `${item.invoiceCustomId}:${item.id}` }));
  return { ...page, items };
}
