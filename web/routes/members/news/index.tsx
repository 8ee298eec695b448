import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { can } from '#shared/access/access.ts';
import { type PageSearch, readPage } from '#web/browser/search-params.ts';
import { DriversOnly } from '#web/drivers/NoDriverProfile.tsx';
import { MemberNewsPage } from '#web/news/MemberNewsPage.tsx';
import { feedQuery } from '#web/news/queries.ts';

function NewsRoute() {
  const { page = 1 } = Route.useSearch();
  const { me } = Route.useRouteContext();
  const navigate = useNavigate({ from: Route.fullPath });
  if (!can(me.roles, 'driver.self')) return <DriversOnly />;
  return <MemberNewsPage page={page} onPage={(next) => void navigate({ search: { page: next > 1 ? next : undefined } })} />;
}

export const Route = createFileRoute('/members/news/')({
  validateSearch: (raw: Record<string, unknown>): PageSearch => readPage(raw),
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient, me }, deps }) => {
    if (can(me.roles, 'driver.self')) void queryClient.prefetchQuery(feedQuery(deps.page));
  },
  component: NewsRoute,
});
