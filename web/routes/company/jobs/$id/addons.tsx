import { createFileRoute } from '@tanstack/react-router';
import { EditAddonsPage } from '#web/jobs/EditAddonsPage.tsx';
import { jobQuery } from '#web/jobs/queries.ts';
import { t } from '#web/texts/app.ts';

function EditRoute() {
  const { id } = Route.useParams();
  return <EditAddonsPage key={id} id={id} back={{ to: `/company/jobs/${id}/detail?tab=billing`, label: t('common.job') }} />;
}

export const Route = createFileRoute('/company/jobs/$id/addons')({
  loader: async ({ context: { queryClient }, params }) =>
    void (await queryClient.fetchQuery({ ...jobQuery(params.id), staleTime: 0 })),
  component: EditRoute,
});
