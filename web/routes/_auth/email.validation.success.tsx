import { Button } from '@mantine/core';
import { createFileRoute } from '@tanstack/react-router';
import { landing } from '#shared/access/access.ts';
import { messages } from '#shared/messages.ts';
import { AuthCard } from '#web/frames/AuthCard.tsx';
import { loadMe } from '#web/me.ts';

function ValidationSuccessPage() {
  const { me } = Route.useRouteContext();
  return (
    <AuthCard title={messages.emailValidated} tab="Email verified" hint="You’re all set.">
      <Button component="a" href={me ? landing(me.roles, me.companyId) : '/login'} color="orange">
        {me ? 'Continue' : 'Sign in'}
      </Button>
    </AuthCard>
  );
}

export const Route = createFileRoute('/_auth/email/validation/success')({
  beforeLoad: async () => ({ me: await loadMe() }),
  component: ValidationSuccessPage,
});
