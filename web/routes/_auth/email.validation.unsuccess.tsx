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
        after={<EntranceLink to="/">Continue without verifying</EntranceLink>}
      >
        <SendAgainButton />
      </AuthCard>
    );
  }
  /** Pressed twice, or opened by a mail program beforehand: nothing is wrong with the address. */
  if (me) {
    return (
      <AuthCard
        title="Your email is verified already"
        tab="Email verified"
        hint="This link was used before. Nothing more is needed."
      >
        <Button component="a" href="/" color="orange">
          Continue
        </Button>
      </AuthCard>
    );
  }
  return (
    <AuthCard
      title="This link cannot be used any more"
      tab="Email not verified"
      hint={`${reason} If it was you who used it, nothing more is needed; else sign in to have a new one sent.`}
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
