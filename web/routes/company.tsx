import { createFileRoute, Outlet, redirect } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { can } from '#shared/access/access.ts';
import { companyColor } from '#shared/companies/company-colors.ts';
import { flags } from '#web/browser/flags.ts';
import { PersonBanner } from '#web/layouts/PersonBanner.tsx';
import { PortalFrame } from '#web/layouts/PortalFrame.tsx';
import { requireSection } from '#web/signed-in/guard.ts';

const CompanyPicker = lazy(async () => ({
  default: (await import('#web/impersonation/PickerDialog.tsx')).CompanyPicker,
}));
const CompanyForJob = lazy(async () => ({
  default: (await import('#web/jobs/CompanyForJob.tsx')).CompanyForJob,
}));
const JobHeader = lazy(async () => ({ default: (await import('#web/jobs/JobHeader.tsx')).JobHeader }));

function CompanySection() {
  const { me } = Route.useRouteContext();
  const leftSection = flags.newLayout ? (
    <Suspense fallback={null}>
      <JobHeader />
    </Suspense>
  ) : undefined;
  const hasPicker = flags.pickers && (me.impersonatorId !== null || can(me.roles, 'account.impersonate'));
  const picker = hasPicker ? (
    <Suspense fallback={null}>
      <CompanyPicker me={me} />
    </Suspense>
  ) : null;
  return (
    <PortalFrame
      section="company"
      accent={me.companyColor ? companyColor(me.companyColor).accent : undefined}
      me={me}
      leftSection={leftSection}
      picker={picker}
      banner={<PersonBanner me={me} />}
    >
      <Outlet />
      {me.companyId || hasPicker ? null : (
        <Suspense fallback={null}>
          <CompanyForJob />
        </Suspense>
      )}
    </PortalFrame>
  );
}

export const Route = createFileRoute('/company')({
  beforeLoad: async ({ location }) => {
    const me = await requireSection('company', location);
    // Users of a canceled company can open only its settings and billing history (`docs/product/companies.md#company-status`).
    const isAllowedPath = /^\/company\/(settings|logout)(\/|$)/.test(location.pathname);
    if (me.companyStatus === 'Cancelled' && !isAllowedPath) throw redirect({ to: '/company/settings' });
    return { me };
  },
  component: CompanySection,
});
