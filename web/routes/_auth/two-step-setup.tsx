import { Button, Stack } from '@mantine/core';
import { createFileRoute, redirect, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { landingPath } from '#shared/access/access.ts';
import { AddAppForm } from '#web/account/AddApp.tsx';
import { AddPasskeyForm } from '#web/account/AddPasskey.tsx';
import { RecoveryCodes } from '#web/account/RecoveryCodes.tsx';
import { canUsePasskeys } from '#web/auth/passkeys.ts';
import { AuthCard, RouterAnchor } from '#web/layouts/AuthCard.tsx';
import { requireSignedIn } from '#web/signed-in/guard.ts';
import { reloadMe } from '#web/signed-in/me.ts';
import { t } from '#web/texts/app.ts';

/** An account that needs a second factor sets it up before anything else (`docs/product/access.md#second-factor`). */
function TwoStepSetupPage() {
  const { me } = Route.useRouteContext();
  const { history } = useRouter();
  const [method, setMethod] = useState<'app' | 'passkey' | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  const continueToPortal = async () => {
    await reloadMe();
    history.push(landingPath(me.roles, me.companyId));
  };
  const continueAfterSetup = (recoveryCodes: string[] | null) => (recoveryCodes ? setCodes(recoveryCodes) : continueToPortal());
  return (
    <AuthCard
      title={codes ? t('security.saveCodes') : t('security.setUp')}
      hint={codes ? undefined : t('security.setUpHint')}
      footer={codes ? null : <RouterAnchor to="/logout">{t('common.logOut')}</RouterAnchor>}
    >
      {codes ? (
        <RecoveryCodes codes={codes} email={me.email} onClose={() => void continueToPortal()} />
      ) : method === 'app' ? (
        <AddAppForm onAdded={continueAfterSetup} />
      ) : method === 'passkey' ? (
        <AddPasskeyForm onAdded={continueAfterSetup} />
      ) : (
        <Stack gap="sm">
          <Button color="orange" onClick={() => setMethod('app')}>
            {t('security.setUpApp')}
          </Button>
          {canUsePasskeys() ? (
            <Button variant="default" onClick={() => setMethod('passkey')}>
              {t('signIn.usePasskey')}
            </Button>
          ) : null}
        </Stack>
      )}
    </AuthCard>
  );
}

export const Route = createFileRoute('/_auth/two-step-setup')({
  beforeLoad: async ({ location }) => {
    const me = await requireSignedIn(location);
    if (!me.mustSetUpFactor) throw redirect({ to: landingPath(me.roles, me.companyId), replace: true });
    return { me };
  },
  component: TwoStepSetupPage,
});
