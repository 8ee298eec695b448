import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { readInboxSearch } from '#web/notifications/inbox-search.ts';
import { InboxPage } from '#web/notifications/InboxPage.tsx';

function InboxRoute() {
  const search = Route.useSearch();
  const navigate = useNavigate({ from: Route.fullPath });
  return <InboxPage inbox="company" search={search} onSearch={(next) => void navigate({ search: next, replace: true })} />;
}

export const Route = createFileRoute('/company/notifications')({ validateSearch: readInboxSearch, component: InboxRoute });
