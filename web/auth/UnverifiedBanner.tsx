import { Alert, Group, Text } from '@mantine/core';
import { can } from '#shared/access.ts';
import type { Me } from '#web/me.ts';
import { SendAgainButton } from './SendAgainButton.tsx';

/** Stands above the portal until the address is verified (`product: Accounts and sessions`). */
export function UnverifiedBanner({ me }: { me: Me }) {
  if (me.emailVerified || me.impersonatorId) return null;
  const why = can(me.roles, 'jobs.edit') ? 'to post jobs publicly' : 'so that employers can answer you';
  return (
    <Alert color="amber" variant="light" radius={0} py="xs">
      <Group justify="space-between" gap="sm">
        <Text size="sm">
          Verify your email address {why}. We sent a link to <strong>{me.emailToVerify ?? me.email}</strong>.
        </Text>
        <SendAgainButton size="xs" variant="default" />
      </Group>
    </Alert>
  );
}
