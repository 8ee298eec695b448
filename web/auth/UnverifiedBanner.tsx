import { Alert, Group, Text } from '@mantine/core';
import { useLocation } from '@tanstack/react-router';
import { can } from '#shared/access/access.ts';
import { useMe } from '#web/use-me.ts';
import { SendAgainButton } from './SendAgainButton.tsx';
import { useFreshProof } from './use-fresh-proof.ts';

/** Where the change of the address says by itself for which proof it waits. */
const ownScreens: readonly string[] = ['/account', '/company/settings/account-settings'];

/** Stands above the portal until the address is verified (`product: Accounts and sessions`). */
export function UnverifiedBanner() {
  const me = useMe();
  useFreshProof(me);
  const isSaidThere = useLocation({ select: ({ pathname }) => ownScreens.includes(pathname) }) && me.emailToVerify !== null;
  if (me.emailVerified || me.impersonatorId || isSaidThere) return null;
  const why = can(me.roles, 'jobs.post') ? 'to post jobs publicly' : 'so employers can reply to you';
  return (
    <Alert color="amber" variant="light" radius={0} py="xs">
      <Group justify="space-between" gap="sm">
        <Text size="sm">
          Verify your email {why}. We sent a link to <strong>{me.emailToVerify ?? me.email}</strong>.
        </Text>
        <SendAgainButton size="xs" variant="default" />
      </Group>
    </Alert>
  );
}
