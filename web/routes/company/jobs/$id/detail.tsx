import { createFileRoute } from '@tanstack/react-router';
import { type ApplicantsSearch, readApplicantsSearch } from '#web/applicants/applicants-search.ts';
import { JobApplicants } from '#web/applicants/JobApplicants.tsx';
import { type JobTab, jobTabs } from '#web/browser/search-params.ts';
import { JobDetailPage } from '#web/jobs/JobDetailPage.tsx';
import { jobQuery } from '#web/jobs/queries.ts';

function JobDetailRoute() {
  const { id } = Route.useParams();
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const applicants = (
    <JobApplicants
      jobId={id}
      search={search}
      // With the job's id, because while another page is loading, the router would take that page's.
      onSearch={(next) => void navigate({ to: Route.to, params: { id }, search: next, resetScroll: false })}
    />
  );
  const onTab = (tab: JobTab) =>
    void navigate({ search: (before) => ({ ...before, tab: tab === 'applicants' ? undefined : tab }), resetScroll: false });
  return <JobDetailPage id={id} tab={search.tab ?? 'applicants'} onTab={onTab} applicants={applicants} />;
}

type JobDetailSearch = ApplicantsSearch & { tab?: JobTab };

/** The list's state, the applicant that an email's link opens, and the tab. */
function readSearch(raw: Record<string, unknown>): JobDetailSearch {
  const tab = jobTabs.find((one) => one === raw['tab']);
  return { ...readApplicantsSearch(raw), ...(tab ? { tab } : {}) };
}

export const Route = createFileRoute('/company/jobs/$id/detail')({
  validateSearch: readSearch,
  // Not from the cache, because a job that has just been paid would first appear as unpaid.
  loader: ({ context: { queryClient }, params }) => queryClient.fetchQuery(jobQuery(params.id)),
  component: JobDetailRoute,
});
