import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { MessagesPage } from '#web/support/MessagesPage.tsx';
import { threadsQuery } from '#web/support/queries.ts';
import { type GridSearch, readGridSearch } from '#web/ui/grid/grid-search.ts';

function MessagesRoute() {
  const search = Route.useSearch();
  const navigate = useNavigate({ from: Route.fullPath });
  const change = (next: GridSearch) => void navigate({ search: next, replace: true });
  return <MessagesPage side="support" search={search} onSearch={change} />;
}

export const Route = createFileRoute('/admin/messages/')({
  validateSearch: readGridSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient }, deps }) => void queryClient.prefetchQuery(threadsQuery(deps)),
  component: MessagesRoute,
});
