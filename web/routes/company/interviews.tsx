import { createFileRoute } from '@tanstack/react-router';
import type { InterviewList } from '#shared/applicants/interview.ts';
import { readCompany, readInterviewList, readPage } from '#web/browser/search-params.ts';
import { InterviewsPage } from '#web/interviews/InterviewsPage.tsx';
import { companyInterviewsQuery } from '#web/interviews/queries.ts';
import { ChooseCompanyNotice } from '#web/settings/SettingsFrame.tsx';
import { useMe } from '#web/signed-in/use-me.ts';
import { t } from '#web/texts/app.ts';

type Search = {
  page?: number | undefined;
  show?: InterviewList | undefined;
  company?: string | undefined;
};

const getView = ({ page = 1, show = 'upcoming', company }: Search, ownCompanyId: string | null) => ({
  page,
  show,
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
      onChange={({ page = 1, show = search.show }) =>
        void navigate({
          search: {
            company: search.company,
            show: show === 'upcoming' ? undefined : show,
            page: page > 1 ? page : undefined,
          },
        })
      }
    />
  );
}

/** Which list is shown, its page, and the company that an administrator chose. */
export const Route = createFileRoute('/company/interviews')({
  validateSearch: (raw: Record<string, unknown>): Search => ({
    ...readPage(raw),
    ...readCompany(raw),
    ...readInterviewList(raw),
  }),
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient, me }, deps }) => {
    if (me.companyId || deps.company) void queryClient.prefetchQuery(companyInterviewsQuery(getView(deps, me.companyId)));
  },
  component: InterviewsRoute,
});
