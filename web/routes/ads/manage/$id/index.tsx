import { createFileRoute } from '@tanstack/react-router';
import { EditAdPage } from '#web/ads/EditAdPage.tsx';
import { adQuery } from '#web/ads/queries.ts';

function EditAdRoute() {
  const { id } = Route.useParams();
  return <EditAdPage key={id} id={id} />;
}

/** Loaded each time, so that an edit starts from the stored data. */
export const Route = createFileRoute('/ads/manage/$id/')({
  loader: async ({ context: { queryClient }, params }) =>
    void (await queryClient.fetchQuery({ ...adQuery(params.id), staleTime: 0 })),
  component: EditAdRoute,
});
