import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { ChannelPage } from '#web/news/ChannelPage.tsx';
import { channelQuery, postsQuery } from '#web/news/queries.ts';
import { type GridSearch, readGridSearch } from '#web/ui/grid/grid-search.ts';

function ChannelRoute() {
  const { id } = Route.useParams();
  const search = Route.useSearch();
  const navigate = useNavigate({ from: Route.fullPath });
  const change = (next: GridSearch) => void navigate({ search: next, replace: true });
  return <ChannelPage key={id} id={id} search={search} onSearch={change} />;
}

export const Route = createFileRoute('/news/$id/')({
  validateSearch: readGridSearch,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient }, params: { id }, deps }) => {
    void queryClient.prefetchQuery(postsQuery(id, deps));
    await queryClient.ensureQueryData(channelQuery(id));
  },
  component: ChannelRoute,
});
