import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { invoiceColumns, type InvoiceRow } from '#web/billing/invoice-columns.tsx';
import { InvoiceExport, InvoiceGrid, useInvoices } from '#web/billing/InvoiceGrid.tsx';
import type { InvoiceSearch } from '#web/billing/queries.ts';
import { t } from '#web/texts/app.ts';
import type { GridColumn } from '#web/ui/grid/columns.ts';
import { BillingFrame, CompanyFilterButton } from './BillingFrame.tsx';
import { InvoiceMenu } from './InvoiceMenu.tsx';

const gridTexts = {
  label: t('common.invoices'),
  search: t('admin.searchInvoices'),
  placeholder: t('admin.searchInvoicesPlaceholder'),
  emptyTitle: t('admin.noInvoicesYet'),
  explanation: t('admin.noInvoicesHint'),
  selectAllText: t('admin.selectAllInvoicesHint'),
};

const companyColumn: GridColumn<InvoiceRow> = {
  id: 'company_name',
  header: t('ui.company'),
  isSortable: true,
  filter: { kind: 'text' },
  cell: (row) => (
    <Anchor size="sm" renderRoot={(props) => <Link {...props} to="/admin/companies/$id" params={{ id: row.companyId }} />}>
      {row.companyName}
    </Anchor>
  ),
};
const [invoiceNumberColumn, ...otherColumns] = invoiceColumns;
const columns = invoiceNumberColumn ? [invoiceNumberColumn, companyColumn, ...otherColumns] : invoiceColumns;

type Props = {
  companyId: string | undefined;
  search: InvoiceSearch;
  onSearch: (next: InvoiceSearch) => void;
  onShowAll: () => void;
};

/** `/admin/invoices`: all invoices, which administrators can mark as paid, void, refund or credit. */
export function InvoicesPage({ companyId, search, onSearch, onShowAll }: Props) {
  const query = useInvoices({ companyId, search });
  return (
    <BillingFrame
      path="/admin/invoices"
      companyId={companyId}
      actions={<InvoiceExport companyId={companyId} search={search} total={query.data?.pagination.total} />}
    >
      <InvoiceGrid
        texts={gridTexts}
        columns={columns}
        query={query}
        search={search}
        onSearch={onSearch}
        renderRowActions={(row) => <InvoiceMenu invoice={row} />}
        extraFilters={companyId ? <CompanyFilterButton name={query.data?.items[0]?.companyName} onShowAll={onShowAll} /> : null}
      />
    </BillingFrame>
  );
}
