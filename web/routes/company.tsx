import { createFileRoute, Outlet } from '@tanstack/react-router';
import { PortalFrame } from '#web/frames/PortalFrame.tsx';
import { requireSection } from '#web/guard.ts';

function CompanySection() {
  const { me } = Route.useRouteContext();
  return (
    <PortalFrame section="company" me={me}>
      <Outlet />
    </PortalFrame>
  );
}

export const Route = createFileRoute('/company')({
  beforeLoad: async ({ location }) => ({ me: await requireSection('company', location) }),
  component: CompanySection,
});
