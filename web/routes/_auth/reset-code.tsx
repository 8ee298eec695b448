import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { resetCodeMinutes } from '#shared/accounts/sign-in.ts';
import { handedOverEmail } from '#web/auth/email-handover.ts';
import { readRole, tabOf } from '#web/sign-in-role.ts';
import { askForCode, proveCode } from '#web/auth/reset-proof.ts';
import { ResetCodeForm } from '#web/auth/ForgotPasswordForm.tsx';
import { AuthCard, SignInLink } from '#web/frames/AuthCard.tsx';
import { useBusy } from '#web/frames/use-busy.ts';
import { toast } from '#web/ui/toast.ts';
import { t } from '#web/texts/app.ts';

const life = t('signUp.itExpiresResetCodeMinutes', { resetCodeMinutes });

/** The second step: the emailed code. This page does not reveal whether one was sent either. */
function ResetCodePage() {
  const { role } = Route.useSearch();
  const [email] = useState(handedOverEmail);
  const navigate = useNavigate();
  const { isBusy, whileBusy } = useBusy();
  const again = useMutation({
    mutationFn: () => askForCode(email),
    onSuccess: () => toast.success(t('signUp.ifEmailHasAccountWe')),
    onError: (error) => toast.error(error),
  });
  return (
    <AuthCard
      title={t('signUp.enterCode')}
      tab={tabOf(role, t('signUp.resetCode'))}
      hint={email ? t('signUp.ifEmailHasAccountWeEmailed', { email, life }) : t('signUp.enterEmail8CharacterCode', { life })}
      isBusy={isBusy}
      after={
        <SignInLink to="/forgot-password" search={{ role }}>
          {t('signUp.useAnotherEmail')}
        </SignInLink>
      }
    >
      <ResetCodeForm
        knownEmail={email}
        onSubmit={whileBusy(async (proof) => {
          await proveCode(proof);
          await navigate({ to: '/change-password', search: { role } });
        })}
      />
      {email ? (
        <Button variant="default" fullWidth loading={again.isPending} onClick={() => again.mutate()}>
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
