import { Alert, Group, Text } from '@mantine/core';
import type { Me } from '#web/me.ts';
import { SendAgainButton } from './SendAgainButton.tsx';

/** Stands above the portal until the address is verified (`product: Accounts and sessions`). */
export function UnverifiedBanner({ me }: { me: Pick<Me, 'email' | 'emailVerified' | 'impersonatorId'> }) {
  if (me.emailVerified || me.impersonatorId) return null;
  return (
    <Alert color="amber" variant="light" radius={0} role="status" py="xs">
      <Group justify="space-between" gap="sm">
        <Text size="sm">
          Verify your email address to post jobs publicly. We sent a link to <strong>{me.email}</strong>.
        </Text>
        <SendAgainButton size="xs" variant="default" />
      </Group>
    </Alert>
  );
}
