import type { TRPCLink } from '@trpc/client';
import { observable, type Unsubscribable } from '@trpc/server/observable';
import type { AppRouter } from '#server/router.ts';
import { handleEndedSession } from '#web/session/impersonation-state.ts';
import { isJustRefreshed, refresh } from '#web/session/refresh.ts';
import { accessToken, isImpersonating, isStale } from '#web/session/session.ts';
import { codeOf, statusOf } from './errors.ts';

/** A 401 of these calls is about the typed credentials and not about an expired session. */
const sessionCalls = new Set([
  'auth.login',
  'auth.secondFactor',
  'auth.passkeyLogin',
  'auth.socialLogin',
  'auth.signup',
  'auth.codeLogin',
  'auth.codeSignup',
  'auth.refresh',
  'auth.logout',
]);

/** These errors have another cause than an expired token. A new token would not help, so the call is not repeated. */
const otherReasons = new Set([
  'account_locked',
  'company_cancelled',
  'company_inactive',
  'email_unverified',
  'impersonating',
  'password_change_required',
  'second_factor_setup_required',
  'step_up_required',
]);

/** Refreshes the token and retries a call once if it fails with 401 or 403 (`docs/product/access.md#sessions`). */
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
            if (isFirst && used && !sessionCalls.has(op.path) && mayBeExpiredSession(error, used))
              void renewThenRetry(used, error);
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
        if (outcome === 'refused' && !isEntrancePage()) handleEndedSession();
      };

      attempt(true);
      return () => {
        isStopped = true;
        current?.unsubscribe();
      };
    });

/** Whether an expired session may be the cause, because the error names no other cause and the token is not brand-new. */
function mayBeExpiredSession(error: unknown, sent: string): boolean {
  const status = statusOf(error) ?? answerStatus(error);
  if (status === 401) return true;
  return status === 403 && !otherReasons.has(codeOf(error) ?? '') && !isJustRefreshed(sent) && !isImpersonating();
}

/** Returns the status of a response that did not come from this server, such as a proxy's. */
function answerStatus(error: unknown): number | undefined {
  const { meta } = error as { meta?: { response?: { status?: unknown } } };
  return typeof meta?.response?.status === 'number' ? meta.response.status : undefined;
}

function isEntrancePage(): boolean {
  return ['/', '/login', '/signup'].includes(window.location.pathname);
}
