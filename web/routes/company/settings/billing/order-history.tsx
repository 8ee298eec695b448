import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { invoicesQuery, type InvoiceSearch } from '#web/billing/queries.ts';
import { readInvoiceView } from '#web/browser/search-params.ts';
import { OrderHistoryPage } from '#web/settings/BillingHistoryPage.tsx';
import { ChooseCompanyNotice } from '#web/settings/SettingsFrame.tsx';
import { useMe } from '#web/signed-in/use-me.ts';
import { t } from '#web/texts/app.ts';
import { readGridSearch } from '#web/ui/grid/grid-search.ts';

/** Older links use `status`. */
function readSearch(raw: Record<string, unknown>): InvoiceSearch {
  return { ...readGridSearch(raw), view: readInvoiceView(raw.view ?? raw.status) };
}

function OrderSection() {
  const me = useMe();
  const { company, ...search } = Route.useSearch();
  const navigate = useNavigate({ from: Route.fullPath });
  if (!company && !me.companyId) return <ChooseCompanyNotice title={t('common.orderHistory')} />;
  const change = (next: InvoiceSearch) => void navigate({ search: { ...next, company }, replace: true });
  return <OrderHistoryPage companyId={company} search={search} onSearch={change} />;
}

export const Route = createFileRoute('/company/settings/billing/order-history')({
  validateSearch: readSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient, me }, deps: { company, ...search } }) => {
    if (company || me.companyId) void queryClient.prefetchQuery(invoicesQuery(search, company));
  },
  component: OrderSection,
});
