import { createFileRoute } from '@tanstack/react-router';
import { landing, type PortalId } from '#shared/access/access.ts';
import { AccountPage } from '#web/account/AccountPage.tsx';
import { accountProfileQuery } from '#web/account/queries.ts';
import { PersonBanner } from '#web/frames/PersonBanner.tsx';
import { PortalFrame } from '#web/frames/PortalFrame.tsx';
import { requireSignedIn } from '#web/guard.ts';
import type { Me } from '#web/me.ts';
import { useMe } from '#web/use-me.ts';

const frames: readonly PortalId[] = ['admin', 'company', 'news', 'ads', 'members'];

/** The screen is shown inside the portal that the person lands in. */
function frameOf({ roles, companyId }: Me): PortalId {
  const first = landing(roles, companyId).split('/')[1];
  return frames.find((portal) => portal === first) ?? 'company';
}

function AccountRoute() {
  const me = useMe();
  return (
    <PortalFrame section={frameOf(me)} me={me} banner={<PersonBanner me={me} />}>
      <AccountPage />
    </PortalFrame>
  );
}

export const Route = createFileRoute('/account')({
  beforeLoad: async ({ location }) => void (await requireSignedIn(location)),
  loader: async ({ context: { queryClient } }) => void (await queryClient.ensureQueryData(accountProfileQuery())),
  component: AccountRoute,
});
