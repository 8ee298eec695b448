import { createFileRoute, Outlet } from '@tanstack/react-router';
import { UnverifiedBanner } from '#web/auth/UnverifiedBanner.tsx';
import { PortalFrame } from '#web/frames/PortalFrame.tsx';
import { requireSection } from '#web/guard.ts';

function CompanySection() {
  const { me } = Route.useRouteContext();
  return (
    <PortalFrame section="company" me={me} banner={<UnverifiedBanner me={me} />}>
      <Outlet />
    </PortalFrame>
  );
}

export const Route = createFileRoute('/company')({
  beforeLoad: async ({ location }) => ({ me: await requireSection('company', location) }),
  component: CompanySection,
});
