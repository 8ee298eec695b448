import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { can } from '#shared/access/access.ts';
import { MyApplicationsPage } from '#web/drivers/MyApplications.tsx';
import { DriversOnly } from '#web/drivers/NoDriverProfile.tsx';
import { myApplicationsQuery } from '#web/drivers/queries.ts';
import { myInterviewsQuery } from '#web/interviews/queries.ts';
import { readGridSearch } from '#web/ui/grid/grid-search.ts';

function ApplicationsRoute() {
  const search = Route.useSearch();
  const { me } = Route.useRouteContext();
  const navigate = useNavigate({ from: Route.fullPath });
  if (!can(me.roles, 'driver.self')) return <DriversOnly />;
  return <MyApplicationsPage search={search} onSearch={(next) => void navigate({ search: next })} />;
}

export const Route = createFileRoute('/members/applications')({
  validateSearch: readGridSearch,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient, me }, deps }) => {
    if (!can(me.roles, 'driver.self')) return;
    await Promise.all([queryClient.ensureQueryData(myApplicationsQuery(deps)), queryClient.prefetchQuery(myInterviewsQuery())]);
  },
  component: ApplicationsRoute,
});
