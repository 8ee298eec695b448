import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { AdminsPage } from '#web/admin/AdminsPage.tsx';
import { adminsQuery } from '#web/admin/queries.ts';
import { type GridSearch, readGridSearch } from '#web/ui/grid/grid-search.ts';

function AdminsRoute() {
  const search = Route.useSearch();
  const navigate = useNavigate({ from: Route.fullPath });
  const change = (next: GridSearch) => void navigate({ search: next, replace: true });
  return <AdminsPage search={search} onSearch={change} />;
}

export const Route = createFileRoute('/admin/user-management/admins')({
  validateSearch: readGridSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient }, deps }) => void queryClient.prefetchQuery(adminsQuery(deps)),
  component: AdminsRoute,
});
