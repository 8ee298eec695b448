import { createFileRoute, redirect, Navigate, useNavigate } from '@tanstack/react-router';
import { can } from '#shared/access/access.ts';
import { CompanyLogPage } from '#web/audit/AuditPage.tsx';
import { companyLogQuery } from '#web/audit/queries.ts';
import { readCompany } from '#web/browser/search-params.ts';
import { useMe } from '#web/signed-in/use-me.ts';
import { type GridSearch, readGridSearch } from '#web/ui/grid/grid-search.ts';

/** `company` is another company, for administrators. The company list links here with it. */
type Search = GridSearch & { company?: string };

function readSearch(raw: Record<string, unknown>): Search {
  return { ...readGridSearch(raw), ...readCompany(raw) };
}

function CompanyLogRoute() {
  const me = useMe();
  const { company, ...search } = Route.useSearch();
  const navigate = useNavigate({ from: Route.fullPath });
  // Only administrators have no company, and for them this is the log of all companies.
  if (!company && !me.companyId) return <Navigate to="/admin/audit" replace />;
  const change = (next: GridSearch) => void navigate({ search: { ...next, company }, replace: true });
  return <CompanyLogPage companyId={company} search={search} onSearch={change} />;
}

/** The company's log, for those who may read it (`shared/access/access.ts`). */
export const Route = createFileRoute('/company/settings/log')({
  validateSearch: readSearch,
  loaderDeps: ({ search }) => search,
  // The loader redirects, because `beforeLoad` would be part of the first load of the app.
  loader: ({ context: { queryClient, me }, deps: { company, ...search } }) => {
    if (!can(me.roles, 'company.log')) throw redirect({ to: '/company/settings' });
    if (company || me.companyId) void queryClient.prefetchQuery(companyLogQuery(search, company));
  },
  component: CompanyLogRoute,
});
