import { createFileRoute } from '@tanstack/react-router';
import { can } from '#shared/access/access.ts';
import { NoDriverProfile } from '#web/drivers/NoDriverProfile.tsx';
import { ProfilePage } from '#web/drivers/ProfilePage.tsx';
import { profileQuery } from '#web/drivers/queries.ts';

function ProfileSettings() {
  const { me } = Route.useRouteContext();
  if (can(me.roles, 'driver.self')) return <ProfilePage />;
  return (
    <NoDriverProfile title="My profile" headline="You don’t have a driver profile">
      This page is for drivers. To change your name and picture, go to Your account.
    </NoDriverProfile>
  );
}

export const Route = createFileRoute('/members/settings/')({
  loader: async ({ context: { queryClient, me } }) => {
    if (can(me.roles, 'driver.self')) await queryClient.ensureQueryData(profileQuery());
  },
  component: ProfileSettings,
});
