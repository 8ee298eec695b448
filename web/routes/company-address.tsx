import { createFileRoute, redirect } from '@tanstack/react-router';
import { CompanyAddressPage } from '#web/company/CompanyAddressPage.tsx';
import { companyQuery } from '#web/company/queries.ts';
import { AuthLayout } from '#web/layouts/AuthLayout.tsx';
import { requireCompanySetup } from '#web/signed-in/guard.ts';

function CompanyAddressRoute() {
  const { me } = Route.useRouteContext();
  const company = Route.useLoaderData();
  return (
    <AuthLayout>
      <CompanyAddressPage me={me} company={company} />
    </AuthLayout>
  );
}

export const Route = createFileRoute('/company-address')({
  beforeLoad: async ({ location }) => {
    const me = await requireCompanySetup(location);
    const { infoDraft } = await import('#web/company/drafts.ts');
    if (!me.companyId && !infoDraft.read(me.id)?.isDone) throw redirect({ href: '/company-info', replace: true });
    return { me };
  },
  loader: async ({ context: { me, queryClient } }) => (me.companyId ? queryClient.ensureQueryData(companyQuery()) : null),
  component: CompanyAddressRoute,
});
