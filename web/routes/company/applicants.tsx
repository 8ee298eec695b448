import { createFileRoute } from '@tanstack/react-router';
import { ApplicantsPage } from '#web/applicants/ApplicantsPage.tsx';
import { companyApplicantsQuery, type CompanyApplicantsSearch } from '#web/applicants/queries.ts';
import { readCompany } from '#web/search-params.ts';
import { ChooseCompany } from '#web/settings/SettingsFrame.tsx';
import { t } from '#web/texts/app.ts';
import { readGridSearch } from '#web/ui/grid/grid-search.ts';
import { useMe } from '#web/use-me.ts';

type Search = CompanyApplicantsSearch & { company?: string };

function ApplicantsRoute() {
  const { company, ...search } = Route.useSearch();
  const me = useMe();
  const navigate = Route.useNavigate();
  if (!me.companyId && !company) return <ChooseCompany title={t('common.applicants')} />;
  const change = (next: CompanyApplicantsSearch) => void navigate({ search: { ...next, company }, resetScroll: false });
  return <ApplicantsPage search={search} onSearch={change} companyId={me.companyId ? undefined : company} />;
}

const readSearch = (raw: Record<string, unknown>): Search => ({
  ...readGridSearch(raw),
  ...readCompany(raw),
  view: raw['view'] === 'board' ? 'board' : undefined,
  applicant: typeof raw['applicant'] === 'string' ? raw['applicant'] : undefined,
  panel: raw['panel'] === 'messages' ? 'messages' : undefined,
});

/** The list's state, the opened applicant, and the company that an administrator chose. */
export const Route = createFileRoute('/company/applicants')({
  validateSearch: readSearch,
  loaderDeps: ({ search: { applicant: _applicant, panel: _panel, ...search } }) => search,
  loader: ({ context: { queryClient, me }, deps: { company, view, ...search } }) => {
    if ((me.companyId || company) && view !== 'board')
      void queryClient.prefetchQuery(companyApplicantsQuery(search, me.companyId ? undefined : company));
  },
  component: ApplicantsRoute,
});
