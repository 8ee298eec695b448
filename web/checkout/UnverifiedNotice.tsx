import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconMailExclamation } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { errorText } from '#web/errors.ts';
import { reloadMe } from '#web/me.ts';
import { resendVerification } from './queries.ts';

/** Paying waits for a verified e-mail address (`product: Accounts`); says what to do, and notices when it was done. */
export function UnverifiedNotice({ email }: { email: string }) {
  const resend = useMutation({ mutationFn: () => resendVerification() });
  const check = useMutation({ mutationFn: reloadMe });
  const failure = resend.error ?? check.error;
  return (
    <Alert color="amber" icon={<IconMailExclamation size={20} aria-hidden />} title="Verify your email to post this job">
      <Stack gap="sm">
        <Text size="sm">
          We sent a link to {email}. Open it, then come back: what you entered stays here.
        </Text>
        <Group gap="sm">
          <Button size="xs" variant="default" loading={check.isPending} onClick={() => check.mutate()}>
            I have verified it
          </Button>
          <Button size="xs" variant="subtle" loading={resend.isPending} onClick={() => resend.mutate()}>
            Send the mail again
          </Button>
        </Group>
        <Text size="sm" role="status">
          {statusOf()}
        </Text>
      </Stack>
    </Alert>
  );

  function statusOf(): string {
    if (failure) return errorText(failure);
    if (check.data && !check.data.emailVerified) return 'This address is not verified yet.';
    return resend.isSuccess ? `A new mail is on its way to ${email}.` : '';
  }
}
