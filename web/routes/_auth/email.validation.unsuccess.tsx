import { Button } from '@mantine/core';
import { createFileRoute } from '@tanstack/react-router';
import { SendAgainButton } from '#web/frames/UnverifiedNotice.tsx';
import { AuthCard, SignInLink } from '#web/frames/AuthCard.tsx';
import { loadMe } from '#web/me.ts';
import { t } from '#web/texts/app.ts';

const reason = t('signUp.thisLinkHasExpiredAlreadyUsed');

function ValidationUnsuccessPage() {
  const { me } = Route.useRouteContext();
  const waiting = me?.emailToVerify ?? (me?.emailVerified === false ? me.email : null);
  if (waiting) {
    return (
      <AuthCard
        title={t('signUp.couldntVerifyYourEmail')}
        tab={t('signUp.emailNotVerified')}
        hint={t('signUp.reasonWeCanSendNew', { reason, waiting })}
        after={<SignInLink to="/">{t('signUp.continueWithoutVerifying')}</SignInLink>}
      >
        <SendAgainButton />
      </AuthCard>
    );
  }
  /** The link was opened twice, or by an email program in advance, so the address may already be verified. */
  if (me) {
    return (
      <AuthCard title={t('signUp.yourEmailIsAlreadyVerified')} tab={t('signUp.emailVerified')} hint={t('signUp.youreAllSet')}>
        <Button component="a" href="/" color="orange">
          {t('signUp.continue')}
        </Button>
      </AuthCard>
    );
  }
  return (
    <AuthCard
      title={t('signUp.thisLinkNoLongerWorks')}
      tab={t('signUp.emailNotVerified')}
      hint={t('signUp.alreadyVerifiedYoureAllSet')}
    >
      <Button component="a" href="/login" color="orange">
        {t('signUp.signIn')}
      </Button>
    </AuthCard>
  );
}

export const Route = createFileRoute('/_auth/email/validation/unsuccess')({
  beforeLoad: async () => ({ me: await loadMe() }),
  component: ValidationUnsuccessPage,
});
