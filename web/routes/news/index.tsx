import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { ChannelsPage } from '#web/news/ChannelsPage.tsx';
import { channelsQuery } from '#web/news/queries.ts';
import { type GridSearch, readGridSearch } from '#web/ui/grid/grid-search.ts';

function ChannelsRoute() {
  const search = Route.useSearch();
  const navigate = useNavigate({ from: Route.fullPath });
  const change = (next: GridSearch) => void navigate({ search: next, replace: true });
  return <ChannelsPage search={search} onSearch={change} />;
}

export const Route = createFileRoute('/news/')({
  validateSearch: readGridSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient }, deps }) => void queryClient.prefetchQuery(channelsQuery(deps)),
  component: ChannelsRoute,
});
