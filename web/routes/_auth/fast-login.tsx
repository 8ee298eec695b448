import { createFileRoute, redirect, useRouter } from '@tanstack/react-router';
import { EntranceLink } from '#web/auth/EntranceLink.tsx';
import { FastLoginForm } from '#web/auth/FastLoginForm.tsx';
import { handedOverEmail } from '#web/auth/email-handover.ts';
import { AuthCard } from '#web/frames/AuthCard.tsx';

/** A driver's account becomes an employer's too (`spec: access §2 Existing-driver screen`). */
function FastLoginPage() {
  const { email } = Route.useRouteContext();
  const { history } = useRouter();
  return (
    <AuthCard
      title="Welcome back"
      hint="This email is already registered as a driver, enter your password to create a company."
      after={<EntranceLink to="/login">Sign in to your driver account</EntranceLink>}
    >
      <FastLoginForm email={email} onSignedIn={(path) => history.push(path)} />
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
