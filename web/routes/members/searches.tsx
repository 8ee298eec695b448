import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { can } from '#shared/access/access.ts';
import { DriversOnly } from '#web/drivers/NoDriverProfile.tsx';
import { SavedSearchesPage } from '#web/drivers/SavedSearchesPage.tsx';

function SearchesRoute() {
  const { save } = Route.useSearch();
  const { me } = Route.useRouteContext();
  const navigate = useNavigate({ from: Route.fullPath });
  if (!can(me.roles, 'driver.self')) return <DriversOnly />;
  return (
    <SavedSearchesPage
      searchToSave={save}
      onSearchSaved={() => void navigate({ search: {}, replace: true })}
      isEmailVerified={me.emailVerified}
    />
  );
}

export const Route = createFileRoute('/members/searches')({
  /** `?save=` is the query of a public search to save, in the link of its page (`server/site/search-page.ts`). */
  validateSearch: (search: Record<string, unknown>): { save?: string | undefined } => ({
    save: search['save'] as string | undefined,
  }),
  component: SearchesRoute,
});
