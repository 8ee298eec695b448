import type { TRPCLink } from '@trpc/client';
import { observable, type Unsubscribable } from '@trpc/server/observable';
import type { AppRouter } from '#server/router.ts';
import { codeOf, statusOf } from './errors.ts';
import { isNewlyBrought, refresh } from './refresh.ts';
import { accessToken, expireSession, isImpersonating, isStale } from './session.ts';
import { endTrip } from './trip.ts';

/** Calls whose 401 speaks of what was typed, not of the session. */
const entrance = new Set(['auth.login', 'auth.socialLogin', 'auth.signup', 'auth.refresh', 'auth.logout']);

/** Refusals that a new token does not change. */
const otherReasons = new Set([
  'account_locked',
  'company_cancelled',
  'company_inactive',
  'email_unverified',
  'impersonating',
  'password_change_required',
]);

/** One refresh and one retry when a call comes back 401 or 403 (`spec: access §4`). */
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
            const used = sent && isStale(sent) ? accessToken() : sent;
            if (isFirst && used && !entrance.has(op.path) && mayBeSessions(error, used)) void renewThenRetry(used, error);
            else observer.error(error);
          },
        });
      };

      const renewThenRetry = async (sent: string, error: Parameters<typeof observer.error>[0]) => {
        if (accessToken() === null) return observer.error(error);
        const outcome = await refresh(sent);
        if (isStopped) return;
        if (outcome === 'renewed') return attempt(false);
        observer.error(error);
        if (outcome !== 'refused' || isEntrancePage()) return;
        if (isImpersonating()) endTrip();
        else expireSession();
      };

      attempt(true);
      return () => {
        isStopped = true;
        current?.unsubscribe();
      };
    });

/** Whether the refusal may be the session's: not where it names another reason, nor of a token that is brand-new. */
function mayBeSessions(error: unknown, sent: string): boolean {
  const status = statusOf(error) ?? answerStatus(error);
  if (status === 401) return true;
  return status === 403 && !otherReasons.has(codeOf(error) ?? '') && !isNewlyBrought(sent) && !isImpersonating();
}

/** Of an answer that is not in the server's own words, such as a proxy's. */
function answerStatus(error: unknown): number | undefined {
  const { meta } = error as { meta?: { response?: { status?: unknown } } };
  return typeof meta?.response?.status === 'number' ? meta.response.status : undefined;
}

function isEntrancePage(): boolean {
  return ['/', '/login', '/signup'].includes(window.location.pathname);
}
