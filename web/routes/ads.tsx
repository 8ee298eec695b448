import { createFileRoute, Outlet } from '@tanstack/react-router';
import { PortalFrame } from '#web/layouts/PortalFrame.tsx';
import { requireSection } from '#web/signed-in/guard.ts';

function AdsSection() {
  const { me } = Route.useRouteContext();
  return (
    <PortalFrame section="ads" me={me}>
      <Outlet />
    </PortalFrame>
  );
}

export const Route = createFileRoute('/ads')({
  beforeLoad: async ({ location }) => ({ me: await requireSection('ads', location) }),
  component: AdsSection,
});
