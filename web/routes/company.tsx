import { createFileRoute, Outlet } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { can } from '#shared/access.ts';
import { UnverifiedBanner } from '#web/auth/UnverifiedBanner.tsx';
import { flags } from '#web/flags.ts';
import { PortalFrame } from '#web/frames/PortalFrame.tsx';
import { requireSection } from '#web/guard.ts';

const CompanyPicker = lazy(async () => ({
  default: (await import('#web/impersonation/CompanyPicker.tsx')).CompanyPicker,
}));
const ImpersonationBanner = lazy(async () => ({
  default: (await import('#web/impersonation/ImpersonationBanner.tsx')).ImpersonationBanner,
}));
const JobHeader = lazy(async () => ({ default: (await import('#web/jobs/JobHeader.tsx')).JobHeader }));

function CompanySection() {
  const { me } = Route.useRouteContext();
  const lead = flags.newLayout ? (
    <Suspense fallback={null}>
      <JobHeader me={me} />
    </Suspense>
  ) : undefined;
  const hasPicker = flags.pickers && (me.impersonatorId !== null || can(me.roles, 'account.impersonate'));
  const picker = hasPicker ? (
    <Suspense fallback={null}>
      <CompanyPicker me={me} />
    </Suspense>
  ) : null;
  const banner = me.impersonatorId ? (
    <Suspense fallback={null}>
      <ImpersonationBanner me={me} />
    </Suspense>
  ) : (
    <UnverifiedBanner me={me} />
  );
  return (
    <PortalFrame section="company" me={me} lead={lead} picker={picker} banner={banner}>
      <Outlet />
    </PortalFrame>
  );
}

export const Route = createFileRoute('/company')({
  beforeLoad: async ({ location }) => ({ me: await requireSection('company', location) }),
  component: CompanySection,
});
