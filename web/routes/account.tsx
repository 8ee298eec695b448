import { createFileRoute } from '@tanstack/react-router';
import { AccountPage } from '#web/account/AccountPage.tsx';
import { accountProfileQuery } from '#web/account/queries.ts';
import { OwnPortalFrame } from '#web/layouts/PersonBanner.tsx';
import { requireSignedIn } from '#web/signed-in/guard.ts';

function AccountRoute() {
  return (
    <OwnPortalFrame>
      <AccountPage />
    </OwnPortalFrame>
  );
}

export const Route = createFileRoute('/account')({
  beforeLoad: async ({ location }) => void (await requireSignedIn(location)),
  loader: async ({ context: { queryClient } }) => void (await queryClient.ensureQueryData(accountProfileQuery())),
  component: AccountRoute,
});
