import { createFileRoute } from '@tanstack/react-router';
import { JobDetailPage } from '#web/jobs/JobDetailPage.tsx';
import { jobQuery } from '#web/jobs/queries.ts';

function JobDetailRoute() {
  const { id } = Route.useParams();
  return <JobDetailPage id={id} applicants={null} />;
}

export const Route = createFileRoute('/company/jobs/$id/detail')({
  loader: ({ context: { queryClient }, params }) => queryClient.ensureQueryData(jobQuery(params.id)),
  component: JobDetailRoute,
});
