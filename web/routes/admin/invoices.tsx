import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { InvoicesPage } from '#web/admin/InvoicesPage.tsx';
import { invoicesQuery, type InvoiceSearch } from '#web/billing/queries.ts';
import { readInvoiceView, readCompany } from '#web/browser/search-params.ts';
import { readGridSearch } from '#web/ui/grid/grid-search.ts';

type Search = InvoiceSearch & { company?: string | undefined };

function readSearch(raw: Record<string, unknown>): Search {
  return { ...readGridSearch(raw), view: readInvoiceView(raw.view), ...readCompany(raw) };
}

function InvoicesRoute() {
  const { company, ...search } = Route.useSearch();
  const navigate = useNavigate({ from: Route.fullPath });
  return (
    <InvoicesPage
      companyId={company}
      search={search}
      onSearch={(next) => void navigate({ search: { ...next, company }, replace: true })}
      onShowAll={() => void navigate({ search: {} })}
    />
  );
}

export const Route = createFileRoute('/admin/invoices')({
  validateSearch: readSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient }, deps: { company, ...search } }) =>
    void queryClient.prefetchQuery(invoicesQuery(search, company)),
  component: InvoicesRoute,
});
