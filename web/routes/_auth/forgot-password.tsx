import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { ForgotPasswordForm } from '#web/auth/ForgotPasswordForm.tsx';
import { requestResetCode } from '#web/auth/reset-proof.ts';
import { tabOf } from '#web/auth/tab-title.ts';
import { loadTypedEmail } from '#web/auth/typed-email.ts';
import { AuthCard, RouterAnchor } from '#web/layouts/AuthCard.tsx';
import { useBusy } from '#web/layouts/use-busy.ts';
import { readRole } from '#web/session/sign-in-role.ts';
import { t } from '#web/texts/app.ts';

/** The first of three steps to a new password: the address for the code (`docs/product/access.md#reset-codes`). */
function ForgotPasswordPage() {
  const { role } = Route.useSearch();
  const navigate = useNavigate();
  const { isBusy, whileBusy } = useBusy();
  return (
    <AuthCard
      title={t('signIn.forgottenPassword')}
      tabTitle={tabOf(role, t('signUp.forgotPassword'))}
      hint={t('signUp.forgotPasswordHint')}
      isBusy={isBusy}
      footer={
        <RouterAnchor to="/login" search={{ role }}>
          {t('common.backToSignIn')}
        </RouterAnchor>
      }
    >
      <ForgotPasswordForm
        initialEmail={loadTypedEmail()}
        onSubmit={whileBusy(async (email) => {
          await requestResetCode(email);
          await navigate({ to: '/reset-code', search: { role } });
        })}
      />
    </AuthCard>
  );
}

export const Route = createFileRoute('/_auth/forgot-password')({ validateSearch: readRole, component: ForgotPasswordPage });
