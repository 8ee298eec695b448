import { sessionLock } from '#shared/access/session-keys.ts';
import { accessToken, adminToken, isImpersonating, isStale, keepAdminToken, startSession } from './session.ts';

/** `refused`: the session is over. `unreachable`: nobody answered, so it may still live. */
type RefreshOutcome = 'renewed' | 'refused' | 'unreachable';

/** The two sessions that a browser may hold: the one in use and, while impersonating, the admin's own beside it. */
type Seat = { body: object; read: () => string | null; keep: (token: string) => void };
const inUse: Seat = { body: {}, read: accessToken, keep: startSession };
const adminsOwn: Seat = { body: { admin: true }, read: adminToken, keep: keepAdminToken };

const inFlight = new Map<Seat, Promise<RefreshOutcome>>();
/** The last token that a refresh brought: believed even where this machine's clock says that it is too old. */
const lastBrought = new Map<Seat, string>();
/** A token whose refresh was refused: asking again would be refused again. */
const lastRefused = new Map<Seat, string>();

/**
 * Renews the access token through the refresh cookie: one call for any number of requests that were refused with the same
 * token, at once or one after the other, in this tab and, by a lock, in the others (`spec: access §4`).
 * @param used the token that was refused; where another is in use by now, nothing is asked
 */
export function refresh(used = accessToken()): Promise<RefreshOutcome> {
  return once(inUse, used);
}

function once(seat: Seat, used: string | null): Promise<RefreshOutcome> {
  const running = inFlight.get(seat) ?? renew(seat, used).finally(() => inFlight.delete(seat));
  inFlight.set(seat, running);
  return running;
}

function renew(seat: Seat, used: string | null): Promise<RefreshOutcome> {
  if (used !== null && used === lastRefused.get(seat)) return Promise.resolve('refused');
  return alone(() => (seat.read() === used ? callRefresh(seat) : Promise.resolve<RefreshOutcome>('renewed')));
}

/** Runs while no other tab changes tokens or their cookies. Whatever runs in it must not ask for a fresh token. */
export function alone<Result>(work: () => Promise<Result>): Promise<Result> {
  return 'locks' in navigator ? navigator.locks.request(sessionLock, work) : work();
}

async function callRefresh(seat: Seat): Promise<RefreshOutcome> {
  const response = await fetch('/trpc/auth.refresh', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    credentials: 'same-origin',
    body: JSON.stringify(seat.body),
    signal: AbortSignal.timeout(6_000),
  }).catch(() => null);
  if (!response || response.status >= 500 || response.status === 429) return 'unreachable';
  if (!response.ok) return refused(seat);
  const body = (await response.json()) as { result?: { data?: { accessToken?: string } } };
  const token = body.result?.data?.accessToken;
  if (!token) return refused(seat);
  lastBrought.set(seat, token);
  seat.keep(token);
  return 'renewed';
}

function refused(seat: Seat): RefreshOutcome {
  lastRefused.set(seat, seat.read() ?? '');
  return 'refused';
}

/** Whether a token came straight from the server to this page: what is wrong is then not the token. */
export function isNewlyBrought(token: string): boolean {
  return token === lastBrought.get(inUse);
}

/** The token to send now, renewed first when it is about to end; null for a visitor. */
export function freshToken(): Promise<string | null> {
  return fresh(inUse);
}

/** The same of the admin's own, also while impersonating. */
export function freshAdminToken(): Promise<string | null> {
  return fresh(isImpersonating() ? adminsOwn : inUse);
}

async function fresh(seat: Seat): Promise<string | null> {
  const token = seat.read();
  if (token && token !== lastBrought.get(seat) && isStale(token)) await once(seat, token);
  return seat.read();
}
