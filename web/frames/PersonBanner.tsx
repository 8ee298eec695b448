import { Alert, Group, Text } from '@mantine/core';
import { useLocation } from '@tanstack/react-router';
import { can, landingPath, type PortalId } from '#shared/access/access.ts';
import type { Me } from '#web/me.ts';
import { useMe } from '#web/use-me.ts';
import { SendAgainButton } from './UnverifiedNotice.tsx';
import { useEffect, lazy, Suspense, type ReactNode } from 'react';
import { queryClient } from '#web/query-client.ts';
import { trpc, trpcClient } from '#web/trpc.ts';
import { rich } from '#web/texts/app.ts';
import { PortalFrame } from './PortalFrame.tsx';

const ImpersonationBanner = lazy(async () => ({
  default: (await import('#web/impersonation/ImpersonationBanner.tsx')).ImpersonationBanner,
}));

/**
 * The banner above a portal: whom an administrator impersonates and for how long, or that the email address is not verified
 * (`docs/product/screens.md#frames`).
 */
export function PersonBanner({ me }: { me: Me }) {
  if (!me.impersonatorId) return <UnverifiedBanner />;
  return (
    <Suspense fallback={null}>
      <ImpersonationBanner me={me} />
    </Suspense>
  );
}

const everyMs = 30_000;

/** Reloads the profile while the address is not verified, because it can be verified in another tab or on another device. */
function useVerificationRefresh(me: Me): void {
  const isWaiting = !me.emailVerified && !me.impersonatorId;
  useEffect(() => {
    if (!isWaiting) return;
    const reload = async () => {
      if (document.visibilityState !== 'visible') return;
      const fresh = await trpcClient.auth.me.query().catch(() => null);
      // If the session has ended meanwhile, the next screen says so.
      if (fresh?.emailVerified) queryClient.setQueryData(trpc.auth.me.queryKey(), fresh);
    };
    const onReturn = () => void reload();
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

/** Screens that show the state of the address themselves. */
const ownScreens: readonly string[] = ['/account', '/company/settings/account-settings'];

/** Shown above the portal until the address is verified (`docs/product/access.md#verified-addresses`). */
export function UnverifiedBanner() {
  const me = useMe();
  useVerificationRefresh(me);
  const isSaidThere = useLocation({ select: ({ pathname }) => ownScreens.includes(pathname) }) && me.emailToVerify !== null;
  if (me.emailVerified || me.impersonatorId || isSaidThere) return null;
  const email = () => <strong>{me.emailToVerify ?? me.email}</strong>;
  return (
    <Alert color="amber" variant="light" radius={0} py="xs">
      <Group justify="space-between" gap="sm">
        <Text size="sm">
          {can(me.roles, 'jobs.post')
            ? rich('frames.verifyEmailToPost', { email })
            : rich('frames.verifyEmailSoEmployersReply', { email })}
        </Text>
        <SendAgainButton size="xs" variant="default" />
      </Group>
    </Alert>
  );
}

const frames: readonly PortalId[] = ['admin', 'company', 'news', 'ads', 'members'];

function frameOf({ roles, companyId }: Me): PortalId {
  const first = landingPath(roles, companyId).split('/')[1];
  return frames.find((portal) => portal === first) ?? 'company';
}

/** The portal that the person lands in, around a screen that every role has. */
export function OwnPortalFrame({ children }: { children: ReactNode }) {
  const me = useMe();
  return (
    <PortalFrame section={frameOf(me)} me={me} banner={<PersonBanner me={me} />}>
      {children}
    </PortalFrame>
  );
}
