import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { can } from '#shared/access/access.ts';
import { DriversOnly } from '#web/drivers/NoDriverProfile.tsx';
import { readInboxSearch } from '#web/notifications/inbox-search.ts';
import { InboxPage } from '#web/notifications/InboxPage.tsx';

function InboxRoute() {
  const search = Route.useSearch();
  const { me } = Route.useRouteContext();
  const navigate = useNavigate({ from: Route.fullPath });
  if (!can(me.roles, 'driver.self')) return <DriversOnly />;
  return <InboxPage inbox="driver" search={search} onSearch={(next) => void navigate({ search: next, replace: true })} />;
}

export const Route = createFileRoute('/members/notifications')({ validateSearch: readInboxSearch, component: InboxRoute });
