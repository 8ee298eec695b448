import { createFileRoute } from '@tanstack/react-router';
import { SecurityPage } from '#web/account/SecurityPage.tsx';
import { OwnPortalFrame } from '#web/layouts/PersonBanner.tsx';
import { requireSignedIn } from '#web/signed-in/guard.ts';

function SecurityRoute() {
  return (
    <OwnPortalFrame>
      <SecurityPage />
    </OwnPortalFrame>
  );
}

export const Route = createFileRoute('/account_/security')({
  beforeLoad: async ({ location }) => void (await requireSignedIn(location)),
  component: SecurityRoute,
});
