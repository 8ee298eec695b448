import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconMailExclamation } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { SendAgainButton } from '#web/auth/SendAgainButton.tsx';
import { errorText } from '#web/errors.ts';
import { reloadMe } from '#web/me.ts';

/** Paying waits for a verified e-mail address (`product: Accounts`); says what to do, and looks whether it was done. */
export function UnverifiedNotice({ email }: { email: string }) {
  const check = useMutation({ mutationFn: reloadMe });
  const stillNot =
    check.data && !check.data.emailVerified
      ? 'We haven’t received your verification yet. Open the link in the email, then try again.'
      : null;
  return (
    <Alert
      role="note"
      color="amber"
      icon={<IconMailExclamation size={20} aria-hidden />}
      title="Verify your email to post this job"
    >
      <Stack gap="sm">
        <Text size="sm">We sent a link to {email}. Open the link, then come back. Your job is saved here.</Text>
        <Group gap="sm">
          <Button size="xs" variant="default" loading={check.isPending} onClick={() => check.mutate()}>
            I’ve verified my email
          </Button>
          <SendAgainButton size="xs" variant="subtle" />
        </Group>
        <Text size="sm" component="output">
          {check.error ? errorText(check.error) : stillNot}
        </Text>
      </Stack>
    </Alert>
  );
}
