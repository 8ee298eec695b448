import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { handedOverEmail } from '#web/auth/email-handover.ts';
import { readRole, tabOf } from '#web/sign-in-role.ts';
import { ForgotPasswordForm } from '#web/auth/ForgotPasswordForm.tsx';
import { askForCode } from '#web/auth/reset-proof.ts';
import { AuthCard, SignInLink } from '#web/frames/AuthCard.tsx';
import { useBusy } from '#web/frames/use-busy.ts';
import { t } from '#web/texts/app.ts';

/** The first of three steps to a new password: the address for the code (`docs/product/access.md#reset-codes`). */
function ForgotPasswordPage() {
  const { role } = Route.useSearch();
  const navigate = useNavigate();
  const { isBusy, whileBusy } = useBusy();
  return (
    <AuthCard
      title={t('signUp.forgottenPassword')}
      tab={tabOf(role, t('signUp.forgottenPassword2'))}
      hint={t('signUp.enterEmailWellSendCode')}
      isBusy={isBusy}
      after={
        <SignInLink to="/login" search={{ role }}>
          {t('signUp.backToSignIn')}
        </SignInLink>
      }
    >
      <ForgotPasswordForm
        initialEmail={handedOverEmail()}
        onSubmit={whileBusy(async (email) => {
          await askForCode(email);
          await navigate({ to: '/reset-code', search: { role } });
        })}
      />
    </AuthCard>
  );
}

export const Route = createFileRoute('/_auth/forgot-password')({ validateSearch: readRole, component: ForgotPasswordPage });
