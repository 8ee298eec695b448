import { sessionLock } from '#shared/access/session-keys.ts';
import { accessToken, adminToken, isImpersonating, isStale, keepAdminToken, startSession } from './session.ts';

/** `refused` means that the session has ended. `unreachable` means no response, so the session may still exist. */
type RefreshOutcome = 'renewed' | 'refused' | 'unreachable';

/** A browser can hold two sessions: the current one and, while impersonating, the administrator's own. */
type SessionStore = { body: object; read: () => string | null; save: (token: string) => void };
const currentSession: SessionStore = { body: {}, read: accessToken, save: startSession };
const adminSession: SessionStore = { body: { admin: true }, read: adminToken, save: keepAdminToken };

const inFlight = new Map<SessionStore, Promise<RefreshOutcome>>();
/** The last token from a refresh. It is trusted even if this machine's clock says that it has expired. */
const lastRefreshed = new Map<SessionStore, string>();
/** The last token whose refresh was refused. It is not refreshed again. */
const lastRefused = new Map<SessionStore, string>();

/**
 * Refreshes the access token with the refresh cookie. Any number of requests that were refused with the same token share
 * one refresh, in this tab and, by a lock, in the others (`docs/product/access.md#sessions`).
 * @param token the refused token; if another one is in use by now, no request is made
 */
export function refresh(token = accessToken()): Promise<RefreshOutcome> {
  return once(currentSession, token);
}

function once(store: SessionStore, token: string | null): Promise<RefreshOutcome> {
  const running = inFlight.get(store) ?? renew(store, token).finally(() => inFlight.delete(store));
  inFlight.set(store, running);
  return running;
}

function renew(store: SessionStore, token: string | null): Promise<RefreshOutcome> {
  const isCurrent = store.read() === token;
  // A response to an old token can come after the impersonation was renewed. It says nothing about the token in use.
  if (token !== null && isCurrent && token === lastRefused.get(store)) return Promise.resolve('refused');
  return runExclusively(() => (store.read() === token ? callRefresh(store) : Promise.resolve<RefreshOutcome>('renewed')));
}

/** Runs the work while no other tab changes tokens or their cookies. The work must not request a fresh token itself. */
export function runExclusively<Result>(work: () => Promise<Result>): Promise<Result> {
  return 'locks' in navigator ? navigator.locks.request(sessionLock, work) : work();
}

async function callRefresh(store: SessionStore): Promise<RefreshOutcome> {
  const response = await fetch('/trpc/auth.refresh', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    credentials: 'same-origin',
    body: JSON.stringify(store.body),
    signal: AbortSignal.timeout(6_000),
  }).catch(() => null);
  if (!response || response.status >= 500 || response.status === 429) return 'unreachable';
  if (!response.ok) return markRefused(store);
  const body = (await response.json()) as { result?: { data?: { accessToken?: string } } };
  const token = body.result?.data?.accessToken;
  if (!token) return markRefused(store);
  lastRefreshed.set(store, token);
  store.save(token);
  return 'renewed';
}

function markRefused(store: SessionStore): RefreshOutcome {
  lastRefused.set(store, store.read() ?? '');
  return 'refused';
}

/**
 * Whether this is the token of this page's last refresh. Refreshing again would not help, even if the token looks expired or a
 * request with it is refused.
 */
export function isJustRefreshed(token: string): boolean {
  return token === lastRefreshed.get(currentSession);
}

/** Returns the token to send, refreshed first if it is about to expire. Null for a visitor. */
export function freshToken(): Promise<string | null> {
  return freshTokenOf(currentSession);
}

/** Returns the administrator's own token, refreshed first if it is about to expire, also while impersonating. */
export function freshAdminToken(): Promise<string | null> {
  return freshTokenOf(isImpersonating() ? adminSession : currentSession);
}

async function freshTokenOf(store: SessionStore): Promise<string | null> {
  const token = store.read();
  if (token && token !== lastRefreshed.get(store) && isStale(token)) await once(store, token);
  return store.read();
}
