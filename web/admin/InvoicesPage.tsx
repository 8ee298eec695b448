import { Anchor, Group } from '@mantine/core';
import { IconReceipt } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { invoiceColumns, type InvoiceRow, withRowIds } from '#web/settings/invoice-columns.tsx';
import { InvoiceDetail } from '#web/settings/InvoiceDetail.tsx';
import { InvoiceViews } from '#web/settings/InvoiceViews.tsx';
import { billingDefaults, invoicesQuery, type InvoiceSearch, invoicesRequest } from '#web/settings/queries.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ExportButton } from '#web/ui/ExportButton.tsx';
import type { GridColumn } from '#web/ui/grid/columns.ts';
import { DataGrid } from '#web/ui/grid/DataGrid.tsx';
import { SearchInput } from '#web/ui/SearchInput.tsx';
import { BillingFrame } from './BillingFrame.tsx';
import { InvoiceMenu } from './InvoiceMenu.tsx';
import { OneCompany } from './OneCompany.tsx';

const company: GridColumn<InvoiceRow> = {
  id: 'company_name',
  header: 'Company',
  isSortable: true,
  filter: { kind: 'text' },
  cell: (row) => (
    <Anchor size="sm" renderRoot={(props) => <Link {...props} to="/admin/companies/$id" params={{ id: row.companyId }} />}>
      {row.companyName}
    </Anchor>
  ),
};
const [number, ...others] = invoiceColumns;
const columns = number ? [number, company, ...others] : invoiceColumns;

type Props = {
  companyId: string | undefined;
  search: InvoiceSearch;
  onSearch: (next: InvoiceSearch) => void;
  onAll: () => void;
};

/** `/admin/invoices`: what was billed, to mark paid, void, refund and credit. */
export function InvoicesPage({ companyId, search, onSearch, onAll }: Props) {
  const query = useQuery({ ...invoicesQuery(search, companyId), select: withRowIds });
  const { view } = search;
  const { filters, query: words } = invoicesRequest(search, companyId);
  return (
    <BillingFrame
      path="/admin/invoices"
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
        label="Invoices"
        columns={columns}
        query={query}
        search={search}
        onSearch={(next) => onSearch({ ...next, view })}
        defaults={billingDefaults}
        rowName={(row) => row.invoiceCustomId}
        renderDetail={(row) => <InvoiceDetail invoice={row} />}
        rowActions={(row) => <InvoiceMenu invoice={row} />}
        toolbar={
          <Group gap="sm">
            <SearchInput
              label="Search invoices"
              placeholder="Number, company or job"
              value={search.q ?? ''}
              onChange={(q) => onSearch({ ...search, q: q || undefined, page: undefined })}
            />
            <InvoiceViews view={view} onView={(next) => onSearch({ ...search, view: next, page: undefined })} />
            {companyId ? <OneCompany name={query.data?.items[0]?.companyName} onAll={onAll} /> : null}
          </Group>
        }
        empty={
          <EmptyState
            title={view ? `No ${view === 'void' ? 'voided' : view} invoices` : 'No invoices yet'}
            icon={<IconReceipt size={28} />}
          >
            {view ? 'Choose All to see every invoice.' : 'An invoice is written with each order that is paid or billed.'}
          </EmptyState>
        }
      />
    </BillingFrame>
  );
}
