import { createFileRoute, Outlet } from '@tanstack/react-router';
import { PortalFrame } from '#web/layouts/PortalFrame.tsx';
import { requireSection } from '#web/signed-in/guard.ts';

function NewsSection() {
  const { me } = Route.useRouteContext();
  return (
    <PortalFrame section="news" me={me}>
      <Outlet />
    </PortalFrame>
  );
}

export const Route = createFileRoute('/news')({
  beforeLoad: async ({ location }) => ({ me: await requireSection('news', location) }),
  component: NewsSection,
});
