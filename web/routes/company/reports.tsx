import { createFileRoute } from '@tanstack/react-router';
import { ReportsPage, type ReportsSearch } from '#web/applicants/ReportsPage.tsx';
import { readCompany, readReportPeriod } from '#web/browser/search-params.ts';
import { ChooseCompanyNotice } from '#web/settings/SettingsFrame.tsx';
import { useMe } from '#web/signed-in/use-me.ts';
import { t } from '#web/texts/app.ts';
import { readGridSearch } from '#web/ui/grid/grid-search.ts';

type Search = ReportsSearch & { company?: string };

function ReportsRoute() {
  const { company, ...search } = Route.useSearch();
  const me = useMe();
  const navigate = Route.useNavigate();
  if (!me.companyId && !company) return <ChooseCompanyNotice title={t('reports.reports')} />;
  const change = (next: ReportsSearch) => void navigate({ search: { ...next, company }, resetScroll: false });
  return <ReportsPage search={search} onSearch={change} companyId={me.companyId ? undefined : company} />;
}

const readSearch = (raw: Record<string, unknown>): Search => ({
  ...readGridSearch(raw),
  ...readCompany(raw),
  ...readReportPeriod(raw),
  job: typeof raw['job'] === 'string' ? raw['job'] : undefined,
});

/** The period, the job, the table's state, and the company that an administrator chose. */
export const Route = createFileRoute('/company/reports')({ validateSearch: readSearch, component: ReportsRoute });
