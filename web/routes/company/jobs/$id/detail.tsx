import { createFileRoute } from '@tanstack/react-router';
import { ApplicantsGrid, type ApplicantsSearch } from '#web/applicants/ApplicantsGrid.tsx';
import { applicantsQuery } from '#web/applicants/queries.ts';
import { JobDetailPage } from '#web/jobs/JobDetailPage.tsx';
import { jobQuery } from '#web/jobs/queries.ts';
import { readGridSearch } from '#web/ui/grid/grid-search.ts';

function JobDetailRoute() {
  const { id } = Route.useParams();
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const applicants = (
    <ApplicantsGrid jobId={id} search={search} onSearch={(next) => void navigate({ search: next, resetScroll: false })} />
  );
  return <JobDetailPage id={id} applicants={applicants} />;
}

/** The list's state, and the applicant that an email's link opens. */
function readSearch(raw: Record<string, unknown>): ApplicantsSearch {
  const { applicant, everyone } = raw;
  return {
    ...readGridSearch(raw),
    ...(typeof applicant === 'string' ? { applicant } : {}),
    ...(everyone === true ? { everyone } : {}),
  };
}

export const Route = createFileRoute('/company/jobs/$id/detail')({
  validateSearch: readSearch,
  loaderDeps: ({ search }) => ({ ...search, applicant: undefined }),
  loader: ({ context: { queryClient }, params, deps }) => {
    void queryClient.prefetchQuery(applicantsQuery(params.id, deps));
    // Not from the cache, because a job that has just been paid would first appear as unpaid.
    return queryClient.fetchQuery(jobQuery(params.id));
  },
  component: JobDetailRoute,
});
