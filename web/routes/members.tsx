import { createFileRoute, Outlet } from '@tanstack/react-router';
import { UnverifiedBanner } from '#web/frames/PersonBanner.tsx';
import { PortalFrame } from '#web/frames/PortalFrame.tsx';
import { requireSection } from '#web/guard.ts';

function MembersSection() {
  const { me } = Route.useRouteContext();
  return (
    <PortalFrame section="members" me={me} banner={<UnverifiedBanner />}>
      <Outlet />
    </PortalFrame>
  );
}

export const Route = createFileRoute('/members')({
  beforeLoad: async ({ location }) => ({ me: await requireSection('members', location) }),
  component: MembersSection,
});
