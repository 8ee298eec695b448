import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { ApplicantUsersPage } from '#web/admin/ApplicantUsersPage.tsx';
import { applicantsQuery } from '#web/admin/queries.ts';
import { type GridSearch, readGridSearch } from '#web/ui/grid/grid-search.ts';

function ApplicantsRoute() {
  const search = Route.useSearch();
  const navigate = useNavigate({ from: Route.fullPath });
  const change = (next: GridSearch) => void navigate({ search: next, replace: true });
  return <ApplicantUsersPage search={search} onSearch={change} />;
}

/** The default tab (`docs/product/screens.md#addresses`). */
export const Route = createFileRoute('/admin/user-management/')({
  validateSearch: readGridSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient }, deps }) => void queryClient.prefetchQuery(applicantsQuery(deps)),
  component: ApplicantsRoute,
});
