import type { TRPCLink } from '@trpc/client';
import { observable, type Unsubscribable } from '@trpc/server/observable';
import type { AppRouter } from '#server/router.ts';
import { statusOf } from './errors.ts';
import { refresh } from './refresh.ts';
import { accessToken, expireSession, isStale } from './session.ts';

/** Calls whose 401 speaks of what was typed, not of the session. */
const entrance = new Set(['auth.login', 'auth.signup', 'auth.refresh', 'auth.logout', 'auth.createEmployerRole']);

/** One refresh and one retry when a call comes back 401, or 403 with a token past its end (`spec: access §4`). */
export const refreshLink: TRPCLink<AppRouter> =
  () =>
  ({ next, op }) =>
    observable((observer) => {
      let current: Unsubscribable | null = null;
      let isStopped = false;

      const attempt = (isFirst: boolean) => {
        const sent = accessToken();
        current = next(op).subscribe({
          next: (value) => observer.next(value),
          complete: () => observer.complete(),
          error: (error) => {
            if (isFirst && sent && !entrance.has(op.path) && isSessionOver(error, sent)) void renewThenRetry(sent, error);
            else observer.error(error);
          },
        });
      };

      const renewThenRetry = async (sent: string, error: Parameters<typeof observer.error>[0]) => {
        const isRenewedMeanwhile = accessToken() !== null && accessToken() !== sent;
        const outcome = isRenewedMeanwhile ? 'renewed' : await refresh();
        if (isStopped) return;
        if (outcome === 'renewed') return attempt(false);
        observer.error(error);
        if (outcome === 'refused' && !isEntrancePage()) expireSession();
      };

      attempt(true);
      return () => {
        isStopped = true;
        current?.unsubscribe();
      };
    });

function isSessionOver(error: unknown, sent: string): boolean {
  const status = statusOf(error);
  return status === 401 || (status === 403 && isStale(sent));
}

function isEntrancePage(): boolean {
  return ['/', '/login', '/signup'].includes(window.location.pathname);
}
