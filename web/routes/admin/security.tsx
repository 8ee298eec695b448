import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { securityQuery } from '#web/audit/queries.ts';
import { SecurityEventsPage } from '#web/audit/SecurityPage.tsx';
import { type GridSearch, readGridSearch } from '#web/ui/grid/grid-search.ts';

function SecurityRoute() {
  const search = Route.useSearch();
  const navigate = useNavigate({ from: Route.fullPath });
  return <SecurityEventsPage search={search} onSearch={(next: GridSearch) => void navigate({ search: next, replace: true })} />;
}

export const Route = createFileRoute('/admin/security')({
  validateSearch: readGridSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient }, deps }) => void queryClient.prefetchQuery(securityQuery(deps)),
  component: SecurityRoute,
});
