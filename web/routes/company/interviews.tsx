import { createFileRoute } from '@tanstack/react-router';
import { readCompany, readPage } from '#web/browser/search-params.ts';
import { InterviewsPage } from '#web/interviews/InterviewsPage.tsx';
import { companyInterviewsQuery } from '#web/interviews/queries.ts';
import { ChooseCompanyNotice } from '#web/settings/SettingsFrame.tsx';
import { useMe } from '#web/signed-in/use-me.ts';
import { t } from '#web/texts/app.ts';

type Search = { page?: number | undefined; company?: string };

function InterviewsRoute() {
  const { company, page = 1 } = Route.useSearch();
  const me = useMe();
  const navigate = Route.useNavigate();
  if (!me.companyId && !company) return <ChooseCompanyNotice title={t('interviews.upcoming')} />;
  return (
    <InterviewsPage
      page={page}
      onPageChange={(next) => void navigate({ search: { page: next > 1 ? next : undefined, ...(company && { company }) } })}
      companyId={me.companyId ? undefined : company}
    />
  );
}

/** The list's page, and the company that an administrator chose. */
export const Route = createFileRoute('/company/interviews')({
  validateSearch: (raw: Record<string, unknown>): Search => ({ ...readPage(raw), ...readCompany(raw) }),
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient, me }, deps: { company, page = 1 } }) => {
    if (me.companyId || company) void queryClient.prefetchQuery(companyInterviewsQuery(page, me.companyId ? undefined : company));
  },
  component: InterviewsRoute,
});
