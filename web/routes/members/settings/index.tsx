import { createFileRoute } from '@tanstack/react-router';
import { can } from '#shared/access.ts';
import { NoDriverProfile } from '#web/drivers/NoDriverProfile.tsx';
import { ProfilePage } from '#web/drivers/ProfilePage.tsx';
import { profileQuery } from '#web/drivers/queries.ts';

function ProfileSettings() {
  const { me } = Route.useRouteContext();
  if (can(me.roles, 'driver.self')) return <ProfilePage />;
  return (
    <NoDriverProfile title="My profile" headline="You have no driver profile">
      Drivers tell employers here what they drive and where they live. Your own name and picture are under Your account.
    </NoDriverProfile>
  );
}

export const Route = createFileRoute('/members/settings/')({
  loader: async ({ context: { queryClient, me } }) => {
    if (can(me.roles, 'driver.self')) await queryClient.ensureQueryData(profileQuery());
  },
  component: ProfileSettings,
});
