import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { readCompany } from '#web/browser/search-params.ts';
import { EmployeesPage } from '#web/employees/EmployeesPage.tsx';
import { employeeRequest, employeesQuery } from '#web/employees/queries.ts';
import { ChooseCompanyNotice } from '#web/settings/SettingsFrame.tsx';
import { useMe } from '#web/signed-in/use-me.ts';
import { t } from '#web/texts/app.ts';
import { type GridSearch, readGridSearch } from '#web/ui/grid/grid-search.ts';

/** `company` is another company, for administrators. The company list links here with it. */
type Search = GridSearch & { company?: string };

function readSearch(raw: Record<string, unknown>): Search {
  return { ...readGridSearch(raw), ...readCompany(raw) };
}

function EmployeesRoute() {
  const me = useMe();
  const { company, ...search } = Route.useSearch();
  const navigate = useNavigate({ from: Route.fullPath });
  if (!company && !me.companyId) return <ChooseCompanyNotice title={t('common.employees')} />;
  const change = (next: GridSearch) => void navigate({ search: { ...next, company }, replace: true });
  return <EmployeesPage companyId={company} search={search} onSearch={change} />;
}

/** The company's employees (`docs/product/companies.md#employees`). */
export const Route = createFileRoute('/company/settings/employees')({
  validateSearch: readSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient, me }, deps: { company, ...search } }) => {
    if (company || me.companyId) void queryClient.prefetchQuery(employeesQuery(employeeRequest(search, company)));
  },
  component: EmployeesRoute,
});
