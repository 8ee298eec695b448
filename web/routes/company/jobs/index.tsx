import { createFileRoute } from '@tanstack/react-router';
import { JobListPage } from '#web/jobs/JobListPage.tsx';
import { jobListQuery } from '#web/jobs/queries.ts';
import { type GridSearch, readGridSearch } from '#web/ui/grid/grid-search.ts';
import { readCompany } from '#web/search-params.ts';

function JobListRoute() {
  const { create: _create, company, ...search } = Route.useSearch();
  const navigate = Route.useNavigate();
  const change = (next: GridSearch) => void navigate({ search: { ...next, company }, resetScroll: false });
  return <JobListPage companyId={company} search={search} onSearch={change} />;
}

/**
 * The list's state, whether an administrator is asked for whom to create a job (`web/impersonation/PickerDialog.tsx`), and
 * one company's jobs only, as linked from the company list.
 */
type Search = GridSearch & { create?: boolean; company?: string };

const readSearch = (raw: Record<string, unknown>): Search => ({
  ...readGridSearch(raw),
  ...(raw['create'] === true ? { create: true } : {}),
  ...readCompany(raw),
});

export const Route = createFileRoute('/company/jobs/')({
  validateSearch: readSearch,
  loaderDeps: ({ search: { create: _create, ...search } }) => search,
  loader: ({ context: { queryClient, me }, deps: { company, ...search } }) =>
    void queryClient.prefetchQuery(jobListQuery(search, me.companyId ? undefined : company)),
  component: JobListRoute,
});
