import { createFileRoute } from '@tanstack/react-router';
import { JobListPage } from '#web/jobs/JobListPage.tsx';
import { jobListQuery } from '#web/jobs/queries.ts';
import { type GridSearch, readGridSearch } from '#web/ui/grid/grid-state.ts';

function JobListRoute() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return <JobListPage search={search} onSearch={(next) => void navigate({ search: next, resetScroll: false })} />;
}

/** The list's state, and whether an administrator is asked in whose name to create a job (`web/impersonation/CompanyPicker.tsx`). */
const readSearch = (raw: Record<string, unknown>): GridSearch & { create?: boolean } => ({
  ...readGridSearch(raw),
  ...(raw['create'] === true ? { create: true } : {}),
});

export const Route = createFileRoute('/company/jobs/')({
  validateSearch: readSearch,
  loaderDeps: ({ search: { create: _create, ...search } }) => search,
  loader: ({ context: { queryClient }, deps }) => void queryClient.prefetchQuery(jobListQuery(deps)),
  component: JobListRoute,
});
