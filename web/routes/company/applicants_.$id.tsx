import { createFileRoute } from '@tanstack/react-router';
import { ApplicantPage } from '#web/applicants/ApplicantPage.tsx';
import { readApplicantPageSearch } from '#web/applicants/applicants-search.ts';
import { applicantQuery } from '#web/applicants/queries.ts';

function ApplicantRoute() {
  const { id } = Route.useParams();
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <ApplicantPage
      id={id}
      search={search}
      onPanelChange={(panel) => void navigate({ search: { ...search, panel }, replace: true, resetScroll: false })}
      onStep={(nextId, page) => void navigate({ params: { id: nextId }, search: { ...search, page }, replace: true })}
    />
  );
}

export const Route = createFileRoute('/company/applicants_/$id')({
  validateSearch: readApplicantPageSearch,
  // The page refreshes what is in the cache, so that the next applicant of a list appears without a pause.
  loader: ({ context: { queryClient }, params }) => queryClient.ensureQueryData(applicantQuery(params.id)),
  component: ApplicantRoute,
});
