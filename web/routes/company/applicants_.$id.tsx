import { createFileRoute } from '@tanstack/react-router';
import { ApplicantPage } from '#web/applicants/ApplicantPage.tsx';
import { type ApplicantPanel, applicantPanels } from '#web/applicants/panels.ts';
import { applicantQuery } from '#web/applicants/queries.ts';

function ApplicantRoute() {
  const { id } = Route.useParams();
  const { panel } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <ApplicantPage
      key={id}
      id={id}
      panel={panel}
      onPanelChange={(next) => void navigate({ search: { panel: next }, replace: true, resetScroll: false })}
    />
  );
}

/** `panel` is the open panel. */
type Search = { panel?: ApplicantPanel | undefined };

export const Route = createFileRoute('/company/applicants_/$id')({
  validateSearch: (raw: Record<string, unknown>): Search => ({ panel: applicantPanels.find((panel) => panel === raw['panel']) }),
  loader: ({ context: { queryClient }, params }) => queryClient.fetchQuery(applicantQuery(params.id)),
  component: ApplicantRoute,
});
