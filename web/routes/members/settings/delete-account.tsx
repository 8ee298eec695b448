import { createFileRoute } from '@tanstack/react-router';
import { can } from '#shared/access/access.ts';
import { DeleteAccountPage } from '#web/drivers/DeleteAccountPage.tsx';
import { NoDriverProfile } from '#web/drivers/NoDriverProfile.tsx';

function DeleteSettings() {
  const { me } = Route.useRouteContext();
  if (can(me.roles, 'driver.self')) return <DeleteAccountPage />;
  return (
    <NoDriverProfile title="Delete account" headline="Only drivers can delete their accounts here">
      Your account isn’t a driver account. To delete it, contact an administrator.
    </NoDriverProfile>
  );
}

export const Route = createFileRoute('/members/settings/delete-account')({ component: DeleteSettings });
