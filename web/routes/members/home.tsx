import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { can } from '#shared/access/access.ts';
import { shownAdsQuery } from '#web/ads/queries.ts';
import { HomePage } from '#web/drivers/HomePage.tsx';
import { DriversOnly } from '#web/drivers/NoDriverProfile.tsx';
import { myApplicationsQuery, profileQuery, prefetchJobsForMe } from '#web/drivers/queries.ts';
import { myInterviewsQuery } from '#web/interviews/queries.ts';
import { homeNewsQuery } from '#web/news/queries.ts';
import { readGridSearch } from '#web/ui/grid/grid-search.ts';

function MembersHome() {
  const search = Route.useSearch();
  const { me } = Route.useRouteContext();
  const navigate = useNavigate({ from: '/members/home' });
  if (!can(me.roles, 'driver.self')) return <DriversOnly />;
  return <HomePage search={search} onSearch={(next) => void navigate({ search: next })} />;
}

export const Route = createFileRoute('/members/home')({
  validateSearch: readGridSearch,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient, me }, deps }) => {
    if (!can(me.roles, 'driver.self')) return;
    await Promise.all([
      queryClient.ensureQueryData(myApplicationsQuery(deps)),
      queryClient.ensureQueryData(profileQuery()).then((profile) => prefetchJobsForMe(profile)),
      queryClient.prefetchQuery(myInterviewsQuery()),
      queryClient.prefetchQuery(homeNewsQuery()),
      queryClient.prefetchQuery(shownAdsQuery()),
    ]);
  },
  component: MembersHome,
});
