import { Group } from '@mantine/core';
import { IconReceipt } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { DataGrid } from '#web/ui/grid/DataGrid.tsx';
import { ExportButton } from '#web/ui/ExportButton.tsx';
import { SearchInput } from '#web/ui/SearchInput.tsx';
import { BillingFrame } from './BillingFrame.tsx';
import { invoiceColumns, withRowIds } from './invoice-columns.tsx';
import { InvoiceDetail } from './InvoiceDetail.tsx';
import { InvoiceViews } from './InvoiceViews.tsx';
import { billingDefaults, invoicesQuery, type InvoiceSearch, invoicesRequest } from './queries.ts';

type Props = { companyId: string | undefined; search: InvoiceSearch; onSearch: (next: InvoiceSearch) => void };

/** `/company/settings/billing/order-history`: the invoices with their lines, refunds and receipts. */
export function OrderHistoryPage({ companyId, search, onSearch }: Props) {
  const query = useQuery({ ...invoicesQuery(search, companyId), select: withRowIds });
  const { view } = search;
  const { filters, query: words } = invoicesRequest(search, companyId);
  return (
    <BillingFrame
      path="/company/settings/billing/order-history"
      companyId={companyId}
      actions={
        <ExportButton
          path="/payment/company/invoice/export"
          input={{ filters, query: words, view, company_id: companyId }}
          total={query.data?.pagination.total}
        />
      }
    >
      <DataGrid
        label="Order history"
        columns={invoiceColumns}
        query={query}
        search={search}
        onSearch={(next) => onSearch({ ...next, view })}
        defaults={billingDefaults}
        rowName={(row) => row.invoiceCustomId}
        renderDetail={(row) => <InvoiceDetail invoice={row} />}
        toolbar={
          <Group gap="sm">
            <SearchInput
              label="Search orders"
              placeholder="Number or job"
              value={search.q ?? ''}
              onChange={(q) => onSearch({ ...search, q: q || undefined, page: undefined })}
            />
            <InvoiceViews view={view} onView={(next) => onSearch({ ...search, view: next, page: undefined })} />
          </Group>
        }
        empty={
          <EmptyState
            title={view ? `No ${view === 'void' ? 'voided' : view} invoices` : 'No orders yet'}
            icon={<IconReceipt size={28} />}
          >
            {view ? 'Choose All to see every invoice.' : 'Each order that is paid or invoiced shows up here.'}
          </EmptyState>
        }
      />
    </BillingFrame>
  );
}
