import { createFileRoute } from '@tanstack/react-router';
import { CompanyInfoPage } from '#web/company/CompanyInfoPage.tsx';
import { companyQuery } from '#web/company/queries.ts';
import { AuthLayout } from '#web/layouts/AuthLayout.tsx';
import { requireCompanySetup } from '#web/signed-in/guard.ts';

function CompanyInfoRoute() {
  const { me } = Route.useRouteContext();
  const company = Route.useLoaderData();
  return (
    <AuthLayout>
      <CompanyInfoPage me={me} company={company} />
    </AuthLayout>
  );
}

export const Route = createFileRoute('/company-info')({
  beforeLoad: async ({ location }) => ({ me: await requireCompanySetup(location) }),
  loader: async ({ context: { me, queryClient } }) => (me.companyId ? queryClient.ensureQueryData(companyQuery()) : null),
  component: CompanyInfoRoute,
});
