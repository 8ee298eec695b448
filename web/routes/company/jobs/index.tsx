import { createFileRoute } from '@tanstack/react-router';
import { readCompany } from '#web/browser/search-params.ts';
import { JobListPage } from '#web/jobs/JobListPage.tsx';
import { jobListQuery, todayQuery } from '#web/jobs/queries.ts';
import { type GridSearch, readGridSearch } from '#web/ui/grid/grid-search.ts';

function JobListRoute() {
  const { create: _create, company, ...search } = Route.useSearch();
  const navigate = Route.useNavigate();
  const change = (next: GridSearch) => void navigate({ search: { ...next, company }, resetScroll: false });
  return <JobListPage companyId={company} search={search} onSearch={change} />;
}

/**
 * The list's state. `create` asks an administrator which company the new job is for (`web/impersonation/PickerDialog.tsx`).
 * `company` limits the list to one company. The company list links here with it.
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
  loader: ({ context: { queryClient, me }, deps: { company, ...search } }) => {
    void queryClient.prefetchQuery(jobListQuery(search, me.companyId ? undefined : company));
    if (me.companyId) void queryClient.prefetchQuery(todayQuery());
  },
  component: JobListRoute,
});
