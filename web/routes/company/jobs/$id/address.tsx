import { createFileRoute } from '@tanstack/react-router';
import { EditAddressPage } from '#web/jobs/EditAddressPage.tsx';
import { jobQuery } from '#web/jobs/queries.ts';
import { t } from '#web/texts/app.ts';

function EditRoute() {
  const { id } = Route.useParams();
  return <EditAddressPage key={id} id={id} back={{ to: `/company/jobs/${id}/detail?tab=posting`, label: t('common.job') }} />;
}

export const Route = createFileRoute('/company/jobs/$id/address')({
  loader: async ({ context: { queryClient }, params }) =>
    void (await queryClient.fetchQuery({ ...jobQuery(params.id), staleTime: 0 })),
  component: EditRoute,
});
