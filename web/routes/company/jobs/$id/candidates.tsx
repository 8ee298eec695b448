import { createFileRoute } from '@tanstack/react-router';
import { CandidatesPage } from '#web/applicants/CandidatesPage.tsx';
import { candidatesQuery } from '#web/applicants/queries.ts';
import { jobQuery } from '#web/jobs/queries.ts';

function CandidatesRoute() {
  const { id } = Route.useParams();
  return <CandidatesPage key={id} id={id} />;
}

export const Route = createFileRoute('/company/jobs/$id/candidates')({
  loader: ({ context: { queryClient }, params }) => {
    void queryClient.prefetchQuery(candidatesQuery(params.id));
    return queryClient.ensureQueryData(jobQuery(params.id));
  },
  component: CandidatesRoute,
});
