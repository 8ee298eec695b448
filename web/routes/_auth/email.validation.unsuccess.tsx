import { Button } from '@mantine/core';
import { createFileRoute } from '@tanstack/react-router';
import { EntranceLink } from '#web/auth/EntranceLink.tsx';
import { SendAgainButton } from '#web/auth/SendAgainButton.tsx';
import { AuthCard } from '#web/frames/AuthCard.tsx';
import { loadMe } from '#web/me.ts';

const reason = 'A link works once and for 24 hours, and only the newest one counts.';

function ValidationUnsuccessPage() {
  const { me } = Route.useRouteContext();
  const waiting = me?.emailToVerify ?? (me?.emailVerified === false ? me.email : null);
  if (waiting) {
    return (
      <AuthCard
        title="Your email could not be verified"
        tab="Email not verified"
        hint={`${reason} We can send a new one to ${waiting}.`}
        after={<EntranceLink to="/">Go on without verifying</EntranceLink>}
      >
        <SendAgainButton />
      </AuthCard>
    );
  }
  return (
    <AuthCard
      title="Your email could not be verified"
      tab="Email not verified"
      hint={me ? `${reason} Your email is verified already.` : `${reason} Sign in to have a new one sent.`}
    >
      <Button component="a" href={me ? '/' : '/login'} color="orange">
        {me ? 'Go on' : 'Sign in'}
      </Button>
    </AuthCard>
  );
}

export const Route = createFileRoute('/_auth/email/validation/unsuccess')({
  beforeLoad: async () => ({ me: await loadMe() }),
  component: ValidationUnsuccessPage,
});
