import { Button } from '@mantine/core';
import { createFileRoute } from '@tanstack/react-router';
import { EntranceLink } from '#web/auth/EntranceLink.tsx';
import { SendAgainButton } from '#web/frames/UnverifiedNotice.tsx';
import { AuthCard } from '#web/frames/AuthCard.tsx';
import { loadMe } from '#web/me.ts';

const reason = 'This link has expired or was already used.';

function ValidationUnsuccessPage() {
  const { me } = Route.useRouteContext();
  const waiting = me?.emailToVerify ?? (me?.emailVerified === false ? me.email : null);
  if (waiting) {
    return (
      <AuthCard
        title="Couldn’t verify your email"
        tab="Email not verified"
        hint={`${reason} We can send a new one to ${waiting}.`}
        after={<EntranceLink to="/">Continue without verifying</EntranceLink>}
      >
        <SendAgainButton />
      </AuthCard>
    );
  }
  /** The link was opened twice, or by an email program in advance, so the address may already be verified. */
  if (me) {
    return (
      <AuthCard title="Your email is already verified" tab="Email verified" hint="You’re all set.">
        <Button component="a" href="/" color="orange">
          Continue
        </Button>
      </AuthCard>
    );
  }
  return (
    <AuthCard
      title="This link no longer works"
      tab="Email not verified"
      hint={`Already verified? You’re all set. Otherwise, sign in to get a new link.`}
    >
      <Button component="a" href="/login" color="orange">
        Sign in
      </Button>
    </AuthCard>
  );
}

export const Route = createFileRoute('/_auth/email/validation/unsuccess')({
  beforeLoad: async () => ({ me: await loadMe() }),
  component: ValidationUnsuccessPage,
});
