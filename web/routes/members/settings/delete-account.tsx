import { createFileRoute } from '@tanstack/react-router';
import { can } from '#shared/access/access.ts';
import { NoDriverProfile } from '#web/drivers/NoDriverProfile.tsx';
import { DeleteAccountPage } from '#web/drivers/SettingsPages.tsx';
import { t } from '#web/texts/app.ts';

function DeleteSettings() {
  const { me } = Route.useRouteContext();
  if (can(me.roles, 'driver.self')) return <DeleteAccountPage />;
  return (
    <NoDriverProfile title={t('common.deleteAccount')} headline={t('driver.deleteAccountDriversOnly')}>
      {t('driver.deleteAccountDriversOnlyHint')}
    </NoDriverProfile>
  );
}

export const Route = createFileRoute('/members/settings/delete-account')({ component: DeleteSettings });
