import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { ChargesPage } from '#web/admin/ChargesPage.tsx';
import { chargesQuery } from '#web/billing/queries.ts';
import { readCompany } from '#web/browser/search-params.ts';
import { type GridSearch, readGridSearch } from '#web/ui/grid/grid-search.ts';

type Search = GridSearch & { company?: string | undefined };

function readSearch(raw: Record<string, unknown>): Search {
  return { ...readGridSearch(raw), ...readCompany(raw) };
}

function ChargesRoute() {
  const { company, ...search } = Route.useSearch();
  const navigate = useNavigate({ from: Route.fullPath });
  return (
    <ChargesPage
      companyId={company}
      search={search}
      onSearch={(next) => void navigate({ search: { ...next, company }, replace: true })}
      onShowAll={() => void navigate({ search: {} })}
    />
  );
}

export const Route = createFileRoute('/admin/charges')({
  validateSearch: readSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient }, deps: { company, ...search } }) =>
    void queryClient.prefetchQuery(chargesQuery(search, company)),
  component: ChargesRoute,
});
