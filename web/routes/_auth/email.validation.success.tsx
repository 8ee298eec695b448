import { Button } from '@mantine/core';
import { createFileRoute } from '@tanstack/react-router';
import { landingPath } from '#shared/access/access.ts';
import { AuthCard } from '#web/layouts/AuthCard.tsx';
import { loadMe } from '#web/signed-in/me.ts';
import { t } from '#web/texts/app.ts';

function ValidationSuccessPage() {
  const { me } = Route.useRouteContext();
  return (
    <AuthCard title={t('ui.emailValidated')} tabTitle={t('common.emailVerified')} hint={t('signUp.emailVerifiedHint')}>
      <Button component="a" href={me ? landingPath(me.roles, me.companyId) : '/login'} color="orange">
        {me ? t('common.continueButton') : t('ui.signIn')}
      </Button>
    </AuthCard>
  );
}

export const Route = createFileRoute('/_auth/email/validation/success')({
  beforeLoad: async () => ({ me: await loadMe() }),
  component: ValidationSuccessPage,
});
