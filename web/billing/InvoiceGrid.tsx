import { Group, SegmentedControl } from '@mantine/core';
import { IconReceipt } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ExportButton } from '#web/ui/ExportButton.tsx';
import type { GridColumn } from '#web/ui/grid/columns.ts';
import { DataGrid } from '#web/ui/grid/DataGrid.tsx';
import { SearchInput } from '#web/ui/SearchInput.tsx';
import { type InvoiceRow, withRowIds } from './invoice-columns.tsx';
import { InvoiceDetail } from './InvoiceDetail.tsx';
import { billingDefaults, invoicesQuery, type InvoiceSearch, invoicesRequest } from './queries.ts';
import { readView } from './invoice-view.ts';
import type { InvoiceView } from '#shared/billing/invoices.ts';

const choices = [
  { value: 'all', label: 'All' },
  { value: 'open', label: 'Open' },
  { value: 'overdue', label: 'Overdue' },
  { value: 'paid', label: 'Paid' },
  { value: 'void', label: 'Voided' },
];

type InvoiceViewsProps = { view: InvoiceView | undefined; onView: (next: InvoiceView | undefined) => void };

function InvoiceViews({ view, onView }: InvoiceViewsProps) {
  return (
    <SegmentedControl
      aria-label="Filter by status"
      data={choices}
      value={view ?? 'all'}
      onChange={(next) => onView(readView(next))}
    />
  );
}

type Asked = { companyId: string | undefined; search: InvoiceSearch };

export const useInvoices = ({ companyId, search }: Asked) =>
  useQuery({ ...invoicesQuery(search, companyId), select: withRowIds });

/** The invoices that are asked for as a CSV file. */
export function InvoiceExport({ companyId, search, total }: Asked & { total: number | undefined }) {
  const { filters, query } = invoicesRequest(search, companyId);
  const input = { filters, query, view: search.view, company_id: companyId };
  return <ExportButton path="/payment/company/invoice/export" input={input} total={total} />;
}

type Props = {
  words: { label: string; search: string; placeholder: string; none: string; follows: string; whole: string };
  columns: readonly GridColumn<InvoiceRow>[];
  query: ReturnType<typeof useInvoices>;
  search: InvoiceSearch;
  onSearch: (next: InvoiceSearch) => void;
  rowActions?: (row: InvoiceRow) => ReactNode;
  /** Stands beside the views. */
  more?: ReactNode;
};

/** Invoices with their lines, refunds and receipts: a company's own, and those of all. */
export function InvoiceGrid({ words, columns, query, search, onSearch, more, ...rest }: Props) {
  const { view } = search;
  return (
    <DataGrid
      {...rest}
      label={words.label}
      columns={columns}
      query={query}
      search={search}
      onSearch={(next) => onSearch({ ...next, view })}
      defaults={billingDefaults}
      rowName={(row) => row.invoiceCustomId}
      renderDetail={(row) => <InvoiceDetail invoice={row} />}
      toolbar={
        <Group gap="sm">
          <SearchInput
            label={words.search}
            placeholder={words.placeholder}
            value={search.q ?? ''}
            onChange={(q) => onSearch({ ...search, q: q || undefined, page: undefined })}
          />
          <InvoiceViews view={view} onView={(next) => onSearch({ ...search, view: next, page: undefined })} />
          {more}
        </Group>
      }
      empty={
        <EmptyState
          title={view ? `No ${view === 'void' ? 'voided' : view} invoices` : words.none}
          icon={<IconReceipt size={28} />}
        >
          {view ? words.whole : words.follows}
        </EmptyState>
      }
    />
  );
}
