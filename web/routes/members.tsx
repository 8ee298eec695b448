import { createFileRoute, Outlet } from '@tanstack/react-router';
import { useEffect } from 'react';
import { can } from '#shared/access/access.ts';
import { registerWorker } from '#web/browser/register-worker.ts';
import { takeSeenJobsAlong } from '#web/drivers/seen-list.ts';
import { UnverifiedBanner } from '#web/layouts/PersonBanner.tsx';
import { PortalFrame } from '#web/layouts/PortalFrame.tsx';
import { requireSection } from '#web/signed-in/guard.ts';

function MembersSection() {
  const { me } = Route.useRouteContext();
  const isOwnSession = me.impersonatorId === null;
  useEffect(() => {
    if (!isOwnSession) return;
    void registerWorker();
    // If it fails, the next visit tries again.
    if (can(me.roles, 'driver.self')) takeSeenJobsAlong(me.id).catch(() => undefined);
  }, [isOwnSession, me.id, me.roles]);
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
