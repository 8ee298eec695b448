import { createFileRoute, redirect, useRouter } from '@tanstack/react-router';
import { FastLoginForm } from '#web/auth/ExistingAccountFields.tsx';
import { signIn } from '#web/auth/sign-in.ts';
import { loadTypedEmail } from '#web/auth/typed-email.ts';
import { AuthCard, RouterAnchor } from '#web/layouts/AuthCard.tsx';
import { useBusy } from '#web/layouts/use-busy.ts';
import { t } from '#web/texts/app.ts';

/** Adds the employer role to a driver's account (`docs/product/access.md#existing-driver`). */
function FastLoginPage() {
  const { email } = Route.useRouteContext();
  const { history } = useRouter();
  const { isBusy, whileBusy } = useBusy();
  return (
    <AuthCard
      title={t('signUp.welcomeBack')}
      hint={t('signUp.registeredDriverHint')}
      isBusy={isBusy}
      footer={<RouterAnchor to="/login">{t('signUp.signInAsDriver')}</RouterAnchor>}
    >
      <FastLoginForm
        email={email}
        onSubmit={whileBusy(async (password: string) => {
          const { redirect: redirectPath } = await signIn({ email, password, role: 'employer', createRole: true });
          history.push(redirectPath);
        })}
      />
    </AuthCard>
  );
}

export const Route = createFileRoute('/_auth/fast-login')({
  beforeLoad: () => {
    const email = loadTypedEmail();
    if (!email) throw redirect({ to: '/signup', replace: true });
    return { email };
  },
  component: FastLoginPage,
});
