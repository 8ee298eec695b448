import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { can } from '#shared/access/access.ts';
import { type PageSearch, readPage } from '#web/browser/search-params.ts';
import { DriversOnly } from '#web/drivers/NoDriverProfile.tsx';
import { savedJobsQuery } from '#web/drivers/queries.ts';
import { SavedJobsPage } from '#web/drivers/SavedJobsPage.tsx';

function SavedRoute() {
  const { page = 1, save, tab } = Route.useSearch();
  const { me } = Route.useRouteContext();
  const navigate = useNavigate({ from: Route.fullPath });
  if (!can(me.roles, 'driver.self')) return <DriversOnly />;
  return (
    <SavedJobsPage
      tab={tab ?? 'saved'}
      onTab={(next) => void navigate({ search: next === 'viewed' ? { tab: next } : {} })}
      page={page}
      onPage={(next) => void navigate({ search: { page: next > 1 ? next : undefined } })}
      jobToSave={save}
      onJobSaved={() => void navigate({ search: {}, replace: true })}
    />
  );
}

export const Route = createFileRoute('/members/saved')({
  /** `?save=` is a job to save, in the link for visitors to sign in (`web/public-pages/save-button.ts`). */
  validateSearch: (search: Record<string, unknown>): PageSearch & { save?: string | undefined; tab?: 'viewed' | undefined } => ({
    ...readPage(search),
    save: search['save'] as string | undefined,
    tab: search['tab'] === 'viewed' ? 'viewed' : undefined,
  }),
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient, me }, deps: { page = 1, save, tab } }) => {
    if (can(me.roles, 'driver.self') && !save && !tab) void queryClient.prefetchQuery(savedJobsQuery(page));
  },
  component: SavedRoute,
});
