import { createFileRoute } from '@tanstack/react-router';
import { can } from '#shared/access/access.ts';
import { NoDriverProfile } from '#web/drivers/NoDriverProfile.tsx';
import { ProfilePage } from '#web/drivers/ProfilePage.tsx';
import { profileQuery } from '#web/drivers/queries.ts';
import { t } from '#web/texts/app.ts';

function ProfileRoute() {
  const { me } = Route.useRouteContext();
  if (can(me.roles, 'driver.self')) return <ProfilePage />;
  return (
    <NoDriverProfile title={t('driver.myProfile')} headline={t('driver.noDriverProfile')}>
      {t('driver.noDriverProfileHint')}
    </NoDriverProfile>
  );
}

export const Route = createFileRoute('/members/profile')({
  loader: async ({ context: { queryClient, me } }) => {
    if (can(me.roles, 'driver.self')) await queryClient.ensureQueryData(profileQuery());
  },
  component: ProfileRoute,
});
