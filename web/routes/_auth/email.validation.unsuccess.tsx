import { Button } from '@mantine/core';
import { createFileRoute } from '@tanstack/react-router';
import { AuthCard, RouterAnchor } from '#web/layouts/AuthCard.tsx';
import { SendAgainButton } from '#web/layouts/UnverifiedNotice.tsx';
import { loadMe } from '#web/signed-in/me.ts';
import { t } from '#web/texts/app.ts';

const reason = t('signUp.emailLinkExpired');

function ValidationUnsuccessPage() {
  const { me } = Route.useRouteContext();
  const unverifiedEmail = me?.emailToVerify ?? (me?.emailVerified === false ? me.email : null);
  if (unverifiedEmail) {
    return (
      <AuthCard
        title={t('signUp.emailNotVerifiedTitle')}
        tabTitle={t('signUp.emailNotVerified')}
        hint={t('signUp.emailNotVerifiedHint', { reason, waiting: unverifiedEmail })}
        footer={<RouterAnchor to="/">{t('signUp.continueWithoutVerifying')}</RouterAnchor>}
      >
        <SendAgainButton />
      </AuthCard>
    );
  }
  /** The link was opened twice, or by an email program in advance, so the address may already be verified. */
  if (me) {
    return (
      <AuthCard
        title={t('signUp.emailAlreadyVerified')}
        tabTitle={t('common.emailVerified')}
        hint={t('signUp.emailVerifiedHint')}
      >
        <Button component="a" href="/" color="orange">
          {t('common.continueButton')}
        </Button>
      </AuthCard>
    );
  }
  return (
    <AuthCard
      title={t('common.linkNoLongerWorks')}
      tabTitle={t('signUp.emailNotVerified')}
      hint={t('signUp.emailLinkInvalidHint')}
    >
      <Button component="a" href="/login" color="orange">
        {t('ui.signIn')}
      </Button>
    </AuthCard>
  );
}

export const Route = createFileRoute('/_auth/email/validation/unsuccess')({
  beforeLoad: async () => ({ me: await loadMe() }),
  component: ValidationUnsuccessPage,
});
