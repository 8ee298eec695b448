import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { AuditPage } from '#web/audit/AuditPage.tsx';
import { auditQuery } from '#web/audit/queries.ts';
import { type GridSearch, readGridSearch } from '#web/ui/grid/grid-search.ts';

function AuditRoute() {
  const search = Route.useSearch();
  const navigate = useNavigate({ from: Route.fullPath });
  return <AuditPage search={search} onSearch={(next: GridSearch) => void navigate({ search: next, replace: true })} />;
}

export const Route = createFileRoute('/admin/audit')({
  validateSearch: readGridSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient }, deps }) => void queryClient.prefetchQuery(auditQuery(deps)),
  component: AuditRoute,
});
