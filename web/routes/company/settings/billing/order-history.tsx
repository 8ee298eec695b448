import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { ChooseCompany } from '#web/settings/ChooseCompany.tsx';
import { OrderHistoryPage } from '#web/settings/OrderHistoryPage.tsx';
import { type InvoiceStatus, invoicesQuery } from '#web/settings/queries.ts';
import { type GridSearch, readGridSearch } from '#web/ui/grid/grid-state.ts';
import { useMe } from '#web/use-me.ts';

type Search = GridSearch & { status?: InvoiceStatus };

function readSearch(raw: Record<string, unknown>): Search {
  const { status } = raw;
  return { ...readGridSearch(raw), status: status === 'paid' || status === 'open' ? status : undefined };
}

function OrderSection() {
  const me = useMe();
  const { company, status, ...search } = Route.useSearch();
  const navigate = useNavigate({ from: Route.fullPath });
  if (!company && !me.companyId) return <ChooseCompany title="Order history" />;
  const change = (next: Search) => void navigate({ search: { ...next, company }, replace: true });
  return (
    <OrderHistoryPage
      companyId={company}
      status={status}
      search={search}
      onSearch={(next) => change({ ...next, status })}
      onStatus={(next) => change({ status: next })}
    />
  );
}

export const Route = createFileRoute('/company/settings/billing/order-history')({
  validateSearch: readSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient, me }, deps: { company, status, ...search } }) => {
    if (company || me.companyId) void queryClient.prefetchQuery(invoicesQuery(search, company, status));
  },
  component: OrderSection,
});
