import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { resetCodeMinutes } from '#shared/accounts/sign-in.ts';
import { ResetCodeForm } from '#web/auth/ForgotPasswordForm.tsx';
import { requestResetCode, verifyCode } from '#web/auth/reset-proof.ts';
import { tabOf } from '#web/auth/tab-title.ts';
import { loadTypedEmail } from '#web/auth/typed-email.ts';
import { AuthCard, RouterAnchor } from '#web/layouts/AuthCard.tsx';
import { useBusy } from '#web/layouts/use-busy.ts';
import { readRole } from '#web/session/sign-in-role.ts';
import { t } from '#web/texts/app.ts';
import { toast } from '#web/ui/toast.ts';

const expiryText = t('signUp.resetCodeExpiry', { resetCodeMinutes });

/** The second step to a new password: the emailed code. Like the first step, it does not reveal whether one was sent. */
function ResetCodePage() {
  const { role } = Route.useSearch();
  const [email] = useState(loadTypedEmail);
  const navigate = useNavigate();
  const { isBusy, whileBusy } = useBusy();
  const resendMutation = useMutation({
    mutationFn: () => requestResetCode(email),
    onSuccess: () => toast.success(t('signUp.resetCodeResent')),
    onError: (error) => toast.error(error),
  });
  return (
    <AuthCard
      title={t('common.enterCode')}
      tabTitle={tabOf(role, t('signUp.resetCode'))}
      hint={
        email ? t('signUp.resetCodeSentHint', { email, life: expiryText }) : t('signUp.enterResetCodeHint', { life: expiryText })
      }
      isBusy={isBusy}
      footer={
        <RouterAnchor to="/forgot-password" search={{ role }}>
          {t('signUp.useAnotherEmail')}
        </RouterAnchor>
      }
    >
      <ResetCodeForm
        email={email}
        onSubmit={whileBusy(async (proof) => {
          await verifyCode(proof);
          await navigate({ to: '/change-password', search: { role } });
        })}
      />
      {email ? (
        <Button variant="default" fullWidth loading={resendMutation.isPending} onClick={() => resendMutation.mutate()}>
          {t('common.sendAgain')}
        </Button>
      ) : null}
    </AuthCard>
  );
}

export const Route = createFileRoute('/_auth/reset-code')({
  validateSearch: readRole,
  component: ResetCodePage,
});
