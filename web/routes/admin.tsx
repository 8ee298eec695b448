import { createFileRoute, Outlet } from '@tanstack/react-router';
import { mayEnter } from '#shared/access/access.ts';
import { PortalFrame } from '#web/layouts/PortalFrame.tsx';
import { requireSection } from '#web/signed-in/guard.ts';

/** News staff can open one screen here, the channels. For them it appears in the news portal. */
function AdminSection() {
  const { me } = Route.useRouteContext();
  return (
    <PortalFrame section={mayEnter('admin', me.roles) ? 'admin' : 'news'} me={me}>
      <Outlet />
    </PortalFrame>
  );
}

export const Route = createFileRoute('/admin')({
  beforeLoad: async ({ location }) => ({ me: await requireSection('admin', location) }),
  component: AdminSection,
});
