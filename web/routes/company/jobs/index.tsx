import { createFileRoute } from '@tanstack/react-router';
import { JobListPage } from '#web/jobs/JobListPage.tsx';
import { jobListQuery } from '#web/jobs/queries.ts';
import { type GridSearch, readGridSearch } from '#web/ui/grid/grid-state.ts';

function JobListRoute() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return <JobListPage search={search} onSearch={(next) => void navigate({ search: next, resetScroll: false })} />;
}

export const Route = createFileRoute('/company/jobs/')({
  validateSearch: (raw: Record<string, unknown>): GridSearch => readGridSearch(raw),
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient }, deps }) => void queryClient.prefetchQuery(jobListQuery(deps)),
  component: JobListRoute,
});
