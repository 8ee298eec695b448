import { createFileRoute, redirect } from '@tanstack/react-router';
import { can } from '#shared/access.ts';
import { EditAddonsPage } from '#web/jobs/EditAddonsPage.tsx';
import { jobQuery } from '#web/jobs/queries.ts';

function EditRoute() {
  const { id } = Route.useParams();
  return <EditAddonsPage key={id} id={id} back={{ to: `/company/jobs/${id}/detail`, label: 'Job' }} />;
}

/** Who reads jobs but does not edit them is led to the job (`spec: work §2`, `spec: access §2`). */
export const Route = createFileRoute('/company/jobs/$id/addons')({
  beforeLoad: ({ context: { me }, params }) => {
    if (!can(me.roles, 'jobs.edit')) throw redirect({ to: '/company/jobs/$id/detail', params, replace: true });
  },
  loader: async ({ context: { queryClient }, params }) =>
    void (await queryClient.fetchQuery({ ...jobQuery(params.id), staleTime: 0 })),
  component: EditRoute,
});
