import { Alert, Group, Text } from '@mantine/core';
import { useLocation } from '@tanstack/react-router';
import { useEffect, lazy, Suspense, type ReactNode } from 'react';
import { can, landingPath, type PortalId } from '#shared/access/access.ts';
import { queryClient } from '#web/api/query-client.ts';
import { trpc, trpcClient } from '#web/api/trpc.ts';
import type { Me } from '#web/signed-in/me.ts';
import { useMe } from '#web/signed-in/use-me.ts';
import { rich } from '#web/texts/app.ts';
import { PortalFrame } from './PortalFrame.tsx';
import { SendAgainButton } from './UnverifiedNotice.tsx';

const ImpersonationBanner = lazy(async () => ({
  default: (await import('#web/impersonation/ImpersonationBanner.tsx')).ImpersonationBanner,
}));

/**
 * The banner above a portal. It says whom an administrator impersonates and for how long, or that the email address is not
 * verified (`docs/product/screens.md#frames`).
 */
export function PersonBanner({ me }: { me: Me }) {
  if (!me.impersonatorId) return <UnverifiedBanner />;
  return (
    <Suspense fallback={null}>
      <ImpersonationBanner me={me} />
    </Suspense>
  );
}

const reloadIntervalMs = 30_000;

/** Reloads the profile while the address is not verified, because it can be verified in another tab or on another device. */
function useVerificationRefresh(me: Me): void {
  const isUnverified = !me.emailVerified && !me.impersonatorId;
  useEffect(() => {
    if (!isUnverified) return;
    const reload = async () => {
      if (document.visibilityState !== 'visible') return;
      const currentMe = await trpcClient.auth.me.query().catch(() => null);
      // An error is ignored. If the session has ended, the next screen says so.
      if (currentMe?.emailVerified) queryClient.setQueryData(trpc.auth.me.queryKey(), currentMe);
    };
    const reloadIfVisible = () => void reload();
    const timer = setInterval(reloadIfVisible, reloadIntervalMs);
    document.addEventListener('visibilitychange', reloadIfVisible);
    window.addEventListener('focus', reloadIfVisible);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', reloadIfVisible);
      window.removeEventListener('focus', reloadIfVisible);
    };
  }, [isUnverified]);
}

/** Screens that have their own notice about an unverified address. */
const screensWithOwnNotice: readonly string[] = ['/account', '/company/settings/account-settings'];

/** Shown above the portal until the address is verified (`docs/product/access.md#verified-addresses`). */
export function UnverifiedBanner() {
  const me = useMe();
  useVerificationRefresh(me);
  const isShownOnPage =
    useLocation({ select: ({ pathname }) => screensWithOwnNotice.includes(pathname) }) && me.emailToVerify !== null;
  if (me.emailVerified || me.impersonatorId || isShownOnPage) return null;
  const renderEmail = () => <strong>{me.emailToVerify ?? me.email}</strong>;
  return (
    <Alert color="amber" variant="light" radius={0} py="xs">
      <Group justify="space-between" gap="sm">
        <Text size="sm">
          {can(me.roles, 'jobs.post')
            ? rich('frames.verifyEmailToPost', { email: renderEmail })
            : rich('frames.verifyEmailForReplies', { email: renderEmail })}
        </Text>
        <SendAgainButton size="xs" variant="default" />
      </Group>
    </Alert>
  );
}

const portalIds: readonly PortalId[] = ['admin', 'company', 'news', 'ads', 'members'];

function getLandingPortal({ roles, companyId }: Me): PortalId {
  const firstSegment = landingPath(roles, companyId).split('/')[1];
  return portalIds.find((portal) => portal === firstSegment) ?? 'company';
}

/** Shows a screen that every role has inside the portal of the person's landing page. */
export function OwnPortalFrame({ children }: { children: ReactNode }) {
  const me = useMe();
  return (
    <PortalFrame section={getLandingPortal(me)} me={me} banner={<PersonBanner me={me} />}>
      {children}
    </PortalFrame>
  );
}
