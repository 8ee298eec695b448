import { createFileRoute } from '@tanstack/react-router';
import { can } from '#shared/access/access.ts';
import { readPage } from '#web/browser/search-params.ts';
import { DriversOnly } from '#web/drivers/NoDriverProfile.tsx';
import { type MessagesSearch, MyConversations } from '#web/messages/ConversationsPage.tsx';
import { myConversationsQuery } from '#web/messages/queries.ts';

function MessagesRoute() {
  const search = Route.useSearch();
  const { me } = Route.useRouteContext();
  const navigate = Route.useNavigate();
  if (!can(me.roles, 'driver.self')) return <DriversOnly />;
  return <MyConversations search={search} onSearch={(next) => void navigate({ search: next })} />;
}

export const Route = createFileRoute('/members/messages/')({
  validateSearch: (raw: Record<string, unknown>): MessagesSearch => readPage(raw),
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient, me }, deps }) => {
    if (can(me.roles, 'driver.self')) void queryClient.prefetchQuery(myConversationsQuery(deps));
  },
  component: MessagesRoute,
});
