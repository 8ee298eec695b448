import { createFileRoute, Outlet } from '@tanstack/react-router';
import { PortalFrame } from '#web/frames/PortalFrame.tsx';
import { requireSection } from '#web/guard.ts';

function AdminSection() {
  const { me } = Route.useRouteContext();
  return (
    <PortalFrame section="admin" me={me}>
      <Outlet />
    </PortalFrame>
  );
}

export const Route = createFileRoute('/admin')({
  beforeLoad: async ({ location }) => ({ me: await requireSection('admin', location) }),
  component: AdminSection,
});
