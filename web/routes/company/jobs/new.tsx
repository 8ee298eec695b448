import { createFileRoute, Outlet, redirect, retainSearchParams } from '@tanstack/react-router';
import { can } from '#shared/access/access.ts';
import { flags } from '#web/browser/flags.ts';
import { readCompany } from '#web/browser/search-params.ts';
import { NewJobFrame } from '#web/jobs/NewJobFrame.tsx';

function NewJobFlow() {
  const { companyId, companyName } = Route.useRouteContext();
  return (
    <NewJobFrame companyId={companyId} companyName={companyName}>
      <Outlet />
    </NewJobFrame>
  );
}

/** `company` is the job's company, for a person without one. */
type Search = { company?: string };

/**
 * Employees post for their own company. A user who may impersonate first chooses whom to impersonate, and any other user
 * without a company chooses a company. `companyName` is null for the user's own company.
 */
export const Route = createFileRoute('/company/jobs/new')({
  validateSearch: readCompany,
  search: { middlewares: [retainSearchParams<Search>(['company'])] },
  beforeLoad: async ({ context: { me, queryClient }, search: { company } }) => {
    if (me.companyId) return { companyId: me.companyId, companyName: null };
    const mustImpersonate = flags.pickers && can(me.roles, 'account.impersonate');
    if (!company || mustImpersonate) throw redirect({ to: '/company/jobs', search: { create: true }, replace: true });
    const { companyQuery } = await import('#web/company/queries.ts');
    const { companyName } = await queryClient.ensureQueryData(companyQuery(company));
    return { companyId: company, companyName };
  },
  component: NewJobFlow,
});
