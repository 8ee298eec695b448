import { createFileRoute, Outlet } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { UnverifiedBanner } from '#web/auth/UnverifiedBanner.tsx';
import { flags } from '#web/flags.ts';
import { PortalFrame } from '#web/frames/PortalFrame.tsx';
import { requireSection } from '#web/guard.ts';

const JobHeader = lazy(async () => ({ default: (await import('#web/jobs/JobHeader.tsx')).JobHeader }));

function CompanySection() {
  const { me } = Route.useRouteContext();
  const lead = flags.newLayout ? (
    <Suspense fallback={null}>
      <JobHeader me={me} />
    </Suspense>
  ) : undefined;
  return (
    <PortalFrame section="company" me={me} lead={lead} banner={<UnverifiedBanner me={me} />}>
      <Outlet />
    </PortalFrame>
  );
}

export const Route = createFileRoute('/company')({
  beforeLoad: async ({ location }) => ({ me: await requireSection('company', location) }),
  component: CompanySection,
});
