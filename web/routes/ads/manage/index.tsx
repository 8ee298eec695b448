import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { AdsPage } from '#web/ads/AdsPage.tsx';
import { adsQuery } from '#web/ads/queries.ts';
import { type GridSearch, readGridSearch } from '#web/ui/grid/grid-search.ts';

function AdsRoute() {
  const search = Route.useSearch();
  const navigate = useNavigate({ from: Route.fullPath });
  return <AdsPage search={search} onSearch={(next: GridSearch) => void navigate({ search: next, replace: true })} />;
}

export const Route = createFileRoute('/ads/manage/')({
  validateSearch: readGridSearch,
  loaderDeps: ({ search }) => search,
  /** Only starts loading. The list itself shows the loading and error states. */
  loader: ({ context: { queryClient }, deps }) => void queryClient.prefetchQuery(adsQuery(deps)),
  component: AdsRoute,
});
