import { createFileRoute, redirect, useRouter } from '@tanstack/react-router';
import { FastLoginForm } from '#web/auth/KnownAccountFields.tsx';
import { handedOverEmail } from '#web/auth/email-handover.ts';
import { signIn } from '#web/auth/sign-in.ts';
import { AuthCard, SignInLink } from '#web/frames/AuthCard.tsx';
import { useBusy } from '#web/frames/use-busy.ts';
import { t } from '#web/texts/app.ts';

/** Adds the employer role to a driver's account (`docs/product/access.md#existing-driver`). */
function FastLoginPage() {
  const { email } = Route.useRouteContext();
  const { history } = useRouter();
  const { isBusy, whileBusy } = useBusy();
  return (
    <AuthCard
      title={t('signUp.welcomeBack')}
      hint={t('signUp.thisEmailAlreadyRegisteredDriver')}
      isBusy={isBusy}
      after={<SignInLink to="/login">{t('signUp.signDriverAccount')}</SignInLink>}
    >
      <FastLoginForm
        email={email}
        onSubmit={whileBusy(async (password: string) => {
          const { redirect: home } = await signIn({ email, password, role: 'employer', createRole: true });
          history.push(home);
        })}
      />
    </AuthCard>
  );
}

export const Route = createFileRoute('/_auth/fast-login')({
  beforeLoad: () => {
    const email = handedOverEmail();
    if (!email) throw redirect({ to: '/signup', replace: true });
    return { email };
  },
  component: FastLoginPage,
});
