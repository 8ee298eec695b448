import { createFileRoute } from '@tanstack/react-router';
import { type ApplicantsSearch, readApplicantsSearch } from '#web/applicants/applicants-search.ts';
import { ApplicantsPage } from '#web/applicants/ApplicantsPage.tsx';
import { applicantsQuery, companyApplicantDefaults } from '#web/applicants/queries.ts';
import { readCompany } from '#web/browser/search-params.ts';
import { ChooseCompanyNotice } from '#web/settings/SettingsFrame.tsx';
import { useMe } from '#web/signed-in/use-me.ts';
import { t } from '#web/texts/app.ts';

type Search = ApplicantsSearch & { company?: string };

function ApplicantsRoute() {
  const { company, ...search } = Route.useSearch();
  const me = useMe();
  const navigate = Route.useNavigate();
  if (!me.companyId && !company) return <ChooseCompanyNotice title={t('common.applicants')} />;
  const change = (next: ApplicantsSearch) => void navigate({ search: { ...next, company }, resetScroll: false });
  return <ApplicantsPage search={search} onSearch={change} companyId={me.companyId ? undefined : company} />;
}

const readSearch = (raw: Record<string, unknown>): Search => ({
  ...readApplicantsSearch(raw),
  ...readCompany(raw),
});

/** The list's state, the opened applicant, and the company that an administrator chose. */
export const Route = createFileRoute('/company/applicants')({
  validateSearch: readSearch,
  loaderDeps: ({ search: { applicant: _applicant, panel: _panel, ...search } }) => search,
  loader: ({ context: { queryClient, me }, deps: { company, view, ...search } }) => {
    if ((!me.companyId && !company) || view === 'board') return;
    const companyId = me.companyId ? undefined : company;
    void queryClient.prefetchQuery(applicantsQuery({ companyId, baseFilter: null, defaults: companyApplicantDefaults }, search));
  },
  component: ApplicantsRoute,
});
