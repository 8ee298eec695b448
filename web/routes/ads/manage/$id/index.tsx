import { createFileRoute } from '@tanstack/react-router';
import { EditAdPage } from '#web/ads/EditAdPage.tsx';
import { adQuery } from '#web/ads/queries.ts';

function EditAdRoute() {
  const { id } = Route.useParams();
  return <EditAdPage key={id} id={id} />;
}

/** Read anew each time, so that an edit begins from what is stored. */
export const Route = createFileRoute('/ads/manage/$id/')({
  loader: async ({ context: { queryClient }, params }) =>
    void (await queryClient.fetchQuery({ ...adQuery(params.id), staleTime: 0 })),
  component: EditAdRoute,
});
