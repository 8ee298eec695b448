import { createFileRoute } from '@tanstack/react-router';
import { can } from '#shared/access.ts';
import { DriversOnly } from '#web/drivers/DriversOnly.tsx';
import { ProfilePage } from '#web/drivers/ProfilePage.tsx';
import { profileQuery } from '#web/drivers/queries.ts';

function MembersSettings() {
  const { me } = Route.useRouteContext();
  return can(me.roles, 'driver.self') ? <ProfilePage /> : <DriversOnly />;
}

export const Route = createFileRoute('/members/settings')({
  loader: async ({ context: { queryClient, me } }) => {
    if (can(me.roles, 'driver.self')) await queryClient.ensureQueryData(profileQuery());
  },
  component: MembersSettings,
});
