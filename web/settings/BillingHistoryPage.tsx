import { Anchor, Text } from '@mantine/core';
import { IconReceipt } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { addonTypes, billingTypes, labelOf, options } from '#shared/catalogues.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import type { GridColumn } from '#web/ui/grid/columns.ts';
import { DataGrid } from '#web/ui/grid/DataGrid.tsx';
import type { GridSearch } from '#web/ui/grid/grid-state.ts';
import { ExportButton } from '#web/ui/ExportButton.tsx';
import { SearchInput } from '#web/ui/SearchInput.tsx';
import { DateText, Money } from '#web/ui/Values.tsx';
import { BillingFrame } from './BillingFrame.tsx';
import { methodText } from '#web/billing/invoice-columns.tsx';
import { billingDefaults, type HistoryItem, historyQuery, historyRequest } from '#web/billing/queries.ts';

/** The same job stands once for each time it was billed. */
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

/** `/company/settings/billing`: what each job cost, and how it was paid. */
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
