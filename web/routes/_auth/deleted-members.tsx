import { Button, Stack, Text } from '@mantine/core';
import { createFileRoute } from '@tanstack/react-router';
import { EntranceLink } from '#web/auth/EntranceLink.tsx';
import { AuthCard } from '#web/frames/AuthCard.tsx';

/** The goodbye screen (`docs/product/drivers.md#deleting-an-account`). */
function DeletedMembersPage() {
  return (
    <AuthCard
      title="Your account has been deleted."
      tab="Account deleted"
      after={
        <>
          Have another account? <EntranceLink to="/login">Sign in</EntranceLink>
        </>
      }
    >
      <Stack gap="lg">
        <Text>Thanks for using Haulboard. You’re welcome back anytime: just sign up again.</Text>
        <Button component="a" href="/jobs" color="orange" style={{ alignSelf: 'flex-start' }}>
          Search jobs
        </Button>
      </Stack>
    </AuthCard>
  );
}

export const Route = createFileRoute('/_auth/deleted-members')({ component: DeletedMembersPage });
