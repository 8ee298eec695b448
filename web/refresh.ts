import { accessToken, isStale, startSession } from './session.ts';

/** `refused`: the session is over. `unreachable`: nobody answered, so it may still live. */
export type RefreshOutcome = 'renewed' | 'refused' | 'unreachable';

let inFlight: Promise<RefreshOutcome> | null = null;
/** The last token that a refresh brought: believed even where this machine's clock says that it is too old. */
let lastBrought: string | null = null;
/** A token whose refresh was refused: asking again would be refused again. */
let lastRefused: string | null = null;

/**
 * Renews the access token through the refresh cookie: one call for any number of requests that ask at once, in this tab
 * and, by a lock, in the others (`spec: access §4`).
 */
export function refresh(): Promise<RefreshOutcome> {
  inFlight ??= underLock().finally(() => {
    inFlight = null;
  });
  return inFlight;
}

function underLock(): Promise<RefreshOutcome> {
  const before = accessToken();
  if (before !== null && before === lastRefused) return Promise.resolve('refused');
  const renewUnlessOtherTabDid = () => (accessToken() === before ? callRefresh() : Promise.resolve<RefreshOutcome>('renewed'));
  return 'locks' in navigator ? navigator.locks.request('haulboard.refresh', renewUnlessOtherTabDid) : renewUnlessOtherTabDid();
}

async function callRefresh(): Promise<RefreshOutcome> {
  const response = await fetch('/trpc/auth.refresh', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    credentials: 'same-origin',
    body: '{}',
    signal: AbortSignal.timeout(6_000),
  }).catch(() => null);
  if (!response || response.status >= 500 || response.status === 429) return 'unreachable';
  if (!response.ok) return refused();
  const body = (await response.json()) as { result?: { data?: { accessToken?: string } } };
  const token = body.result?.data?.accessToken;
  if (!token) return refused();
  lastBrought = token;
  startSession(token);
  return 'renewed';
}

function refused(): RefreshOutcome {
  lastRefused = accessToken();
  return 'refused';
}

/** Whether a token came straight from the server to this page: what is wrong is then not the token. */
export function isNewlyBrought(token: string): boolean {
  return token === lastBrought;
}

/** The token to send now, renewed first when it is about to end; null for a visitor. */
export async function freshToken(): Promise<string | null> {
  const token = accessToken();
  if (token && token !== lastBrought && isStale(token)) await refresh();
  return accessToken();
}
