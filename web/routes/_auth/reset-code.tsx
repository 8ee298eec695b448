import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { resetCodeMinutes } from '#shared/accounts/reset-code.ts';
import { handedOverEmail } from '#web/auth/email-handover.ts';
import { readRole, tabOf } from '#web/entrance-role.ts';
import { EntranceLink } from '#web/auth/EntranceLink.tsx';
import { askForCode, proveCode } from '#web/auth/reset-proof.ts';
import { ResetCodeForm } from '#web/auth/ForgotPasswordForm.tsx';
import { AuthCard } from '#web/frames/AuthCard.tsx';
import { useBusy } from '#web/frames/use-busy.ts';
import { toast } from '#web/ui/toast.ts';

const life = `It expires in ${resetCodeMinutes} minutes.`;

/** The second step: the emailed code. This page does not reveal whether one was sent either. */
function ResetCodePage() {
  const { role } = Route.useSearch();
  const [email] = useState(handedOverEmail);
  const navigate = useNavigate();
  const { isBusy, whileBusy } = useBusy();
  const again = useMutation({
    mutationFn: () => askForCode(email),
    onSuccess: () => toast.success('If this email has an account, we sent a new code.'),
    onError: (error) => toast.error(error),
  });
  return (
    <AuthCard
      title="Enter code"
      tab={tabOf(role, 'Reset code')}
      hint={
        email
          ? `If ${email} has an account, we emailed it an 8-character code. ${life}`
          : `Enter your email and the 8-character code we sent to it. ${life}`
      }
      isBusy={isBusy}
      after={
        <EntranceLink to="/forgot-password" search={{ role }}>
          Use another email
        </EntranceLink>
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
          Send again
        </Button>
      ) : null}
    </AuthCard>
  );
}

export const Route = createFileRoute('/_auth/reset-code')({
  validateSearch: readRole,
  component: ResetCodePage,
});
