import { BillingFrame } from './BillingFrame.tsx';
import { invoiceColumns } from '#web/billing/invoice-columns.tsx';
import { InvoiceExport, InvoiceGrid, useInvoices } from '#web/billing/InvoiceGrid.tsx';
import type { InvoiceSearch } from '#web/billing/queries.ts';

const words = {
  label: 'Order history',
  search: 'Search orders',
  placeholder: 'Number or job',
  none: 'No orders yet',
  follows: 'Paid and invoiced orders appear here.',
  whole: 'Choose All to see every order.',
};

type Props = { companyId: string | undefined; search: InvoiceSearch; onSearch: (next: InvoiceSearch) => void };

/** `/company/settings/billing/order-history`: the invoices with their lines, refunds and receipts. */
export function OrderHistoryPage({ companyId, search, onSearch }: Props) {
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
