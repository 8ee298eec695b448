import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { CompanyListPage } from '#web/admin/CompanyListPage.tsx';
import { toCompanyRequest } from '#web/admin/queries.ts';
import { companySearchQuery } from '#web/company/queries.ts';
import { type GridSearch, readGridSearch } from '#web/ui/grid/grid-search.ts';

function CompanyListRoute() {
  const search = Route.useSearch();
  const navigate = useNavigate({ from: Route.fullPath });
  const change = (next: GridSearch) => void navigate({ search: next, replace: true });
  return <CompanyListPage search={search} onSearch={change} />;
}

export const Route = createFileRoute('/admin/company-list/')({
  validateSearch: readGridSearch,
  loaderDeps: ({ search }) => search,
  /** Only starts loading. The list itself shows the loading and error states. */
  loader: ({ context: { queryClient }, deps }) => void queryClient.prefetchQuery(companySearchQuery(toCompanyRequest(deps))),
  component: CompanyListRoute,
});
