import { Alert, Group, Text } from '@mantine/core';
import { useLocation } from '@tanstack/react-router';
import { can } from '#shared/access/access.ts';
import type { Me } from '#web/me.ts';
import { useMe } from '#web/use-me.ts';
import { SendAgainButton } from './UnverifiedNotice.tsx';
import { useEffect, lazy, Suspense } from 'react';
import { queryClient } from '#web/query-client.ts';
import { trpc, trpcClient } from '#web/trpc.ts';

const ImpersonationBanner = lazy(async () => ({
  default: (await import('#web/impersonation/ImpersonationBanner.tsx')).ImpersonationBanner,
}));

/** Above a portal: as whom an admin acts and for how long yet, else that the own e-mail waits for its proof (`ui: Frames`). */
export function PersonBanner({ me }: { me: Me }) {
  if (!me.impersonatorId) return <UnverifiedBanner />;
  return (
    <Suspense fallback={null}>
      <ImpersonationBanner me={me} />
    </Suspense>
  );
}

const everyMs = 30_000;

/** While a person's address is not verified: learns of the proof, which another tab or device may give. */
function useFreshProof(me: Me): void {
  const isWaiting = !me.emailVerified && !me.impersonatorId;
  useEffect(() => {
    if (!isWaiting) return;
    const ask = async () => {
      if (document.visibilityState !== 'visible') return;
      const fresh = await trpcClient.auth.me.query().catch(() => null);
      // Of a session that ended meanwhile nothing is said here: the next screen does.
      if (fresh?.emailVerified) queryClient.setQueryData(trpc.auth.me.queryKey(), fresh);
    };
    const onReturn = () => void ask();
    const timer = setInterval(onReturn, everyMs);
    document.addEventListener('visibilitychange', onReturn);
    window.addEventListener('focus', onReturn);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', onReturn);
      window.removeEventListener('focus', onReturn);
    };
  }, [isWaiting]);
}

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
