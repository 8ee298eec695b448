import { sessionLock } from '#shared/access/session-keys.ts';
import { accessToken, adminToken, isImpersonating, isStale, keepAdminToken, startSession } from './session.ts';

/** `refused`: the session has ended. `unreachable`: there was no answer, so the session may still exist. */
type RefreshOutcome = 'renewed' | 'refused' | 'unreachable';

/** A browser can hold two sessions: the current one and, while impersonating, the administrator's own. */
type SessionStore = { body: object; read: () => string | null; keep: (token: string) => void };
const currentSession: SessionStore = { body: {}, read: accessToken, keep: startSession };
const adminSession: SessionStore = { body: { admin: true }, read: adminToken, keep: keepAdminToken };

const inFlight = new Map<SessionStore, Promise<RefreshOutcome>>();
/** The last token from a refresh. It is trusted even if this machine's clock says that it has expired. */
const lastRefreshed = new Map<SessionStore, string>();
/** A token whose refresh was refused, so that it is not tried again. */
const lastRefused = new Map<SessionStore, string>();

/**
 * Refreshes the access token with the refresh cookie. Any number of requests that were refused with the same token share
 * one refresh, in this tab and, by a lock, in the others (`docs/product/access.md#sessions`).
 * @param token the refused token; if another one is in use by now, no request is made
 */
export function refresh(token = accessToken()): Promise<RefreshOutcome> {
  return once(currentSession, token);
}

function once(seat: SessionStore, token: string | null): Promise<RefreshOutcome> {
  const running = inFlight.get(seat) ?? renew(seat, token).finally(() => inFlight.delete(seat));
  inFlight.set(seat, running);
  return running;
}

function renew(seat: SessionStore, token: string | null): Promise<RefreshOutcome> {
  if (token !== null && token === lastRefused.get(seat)) return Promise.resolve('refused');
  return runExclusively(() => (seat.read() === token ? callRefresh(seat) : Promise.resolve<RefreshOutcome>('renewed')));
}

/** Runs while no other tab changes tokens or their cookies. The work must not request a fresh token itself. */
export function runExclusively<Result>(work: () => Promise<Result>): Promise<Result> {
  return 'locks' in navigator ? navigator.locks.request(sessionLock, work) : work();
}

async function callRefresh(seat: SessionStore): Promise<RefreshOutcome> {
  const response = await fetch('/trpc/auth.refresh', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    credentials: 'same-origin',
    body: JSON.stringify(seat.body),
    signal: AbortSignal.timeout(6_000),
  }).catch(() => null);
  if (!response || response.status >= 500 || response.status === 429) return 'unreachable';
  if (!response.ok) return rememberRefusal(seat);
  const body = (await response.json()) as { result?: { data?: { accessToken?: string } } };
  const token = body.result?.data?.accessToken;
  if (!token) return rememberRefusal(seat);
  lastRefreshed.set(seat, token);
  seat.keep(token);
  return 'renewed';
}

function rememberRefusal(seat: SessionStore): RefreshOutcome {
  lastRefused.set(seat, seat.read() ?? '');
  return 'refused';
}

/** Whether a token has just come from the server to this page, so that it cannot be the problem. */
export function isNewlyBrought(token: string): boolean {
  return token === lastRefreshed.get(currentSession);
}

/** The token to send, refreshed first if it is about to expire. Null for a visitor. */
export function freshToken(): Promise<string | null> {
  return fresh(currentSession);
}

/** The same for the administrator's own token, also while impersonating. */
export function freshAdminToken(): Promise<string | null> {
  return fresh(isImpersonating() ? adminSession : currentSession);
}

async function fresh(seat: SessionStore): Promise<string | null> {
  const token = seat.read();
  if (token && token !== lastRefreshed.get(seat) && isStale(token)) await once(seat, token);
  return seat.read();
}
