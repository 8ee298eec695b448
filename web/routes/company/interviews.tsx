import { createFileRoute } from '@tanstack/react-router';
import type { InterviewPeriod } from '#shared/applicants/interview.ts';
import { readCompany, readPage } from '#web/browser/search-params.ts';
import { InterviewsPage } from '#web/interviews/InterviewsPage.tsx';
import { companyInterviewsQuery } from '#web/interviews/queries.ts';
import { ChooseCompanyNotice } from '#web/settings/SettingsFrame.tsx';
import { useMe } from '#web/signed-in/use-me.ts';
import { t } from '#web/texts/app.ts';

type Search = {
  page?: number | undefined;
  /** Absent for the upcoming interviews. */
  period?: InterviewPeriod | undefined;
  company?: string | undefined;
};

const getView = ({ page = 1, period = 'upcoming', company }: Search, ownCompanyId: string | null) => ({
  page,
  period,
  companyId: ownCompanyId ? undefined : company,
});

function InterviewsRoute() {
  const search = Route.useSearch();
  const me = useMe();
  const navigate = Route.useNavigate();
  if (!me.companyId && !search.company) return <ChooseCompanyNotice title={t('common.interviews')} />;
  return (
    <InterviewsPage
      view={getView(search, me.companyId)}
      onChange={({ page = 1, period = search.period }) =>
        void navigate({
          search: {
            company: search.company,
            period: period === 'past' ? period : undefined,
            page: page > 1 ? page : undefined,
          },
        })
      }
    />
  );
}

/** The list's page and period, and the company that an administrator chose. */
export const Route = createFileRoute('/company/interviews')({
  validateSearch: ({ period, ...raw }: Record<string, unknown>): Search => ({
    ...readPage(raw),
    ...readCompany(raw),
    ...(period === 'past' && { period }),
  }),
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient, me }, deps }) => {
    if (me.companyId || deps.company) void queryClient.prefetchQuery(companyInterviewsQuery(getView(deps, me.companyId)));
  },
  component: InterviewsRoute,
});
