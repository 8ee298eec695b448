import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { InboxPage, type InboxSearch } from '#web/notifications/InboxPage.tsx';
import { readGridSearch } from '#web/ui/grid/grid-search.ts';

function readSearch(raw: Record<string, unknown>): InboxSearch {
  return { ...readGridSearch(raw), show: raw.show === 'unread' ? 'unread' : undefined };
}

function InboxRoute() {
  const search = Route.useSearch();
  const navigate = useNavigate({ from: Route.fullPath });
  return <InboxPage search={search} onSearch={(next) => void navigate({ search: next, replace: true })} />;
}

export const Route = createFileRoute('/company/notifications')({ validateSearch: readSearch, component: InboxRoute });
