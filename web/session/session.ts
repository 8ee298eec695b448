/**
 * The browser's session (`docs/product/access.md#sessions`): access tokens in local storage, refresh tokens in httpOnly
 * cookies that scripts cannot read. While an administrator impersonates, `accessToken` is the employer's and
 * `adminAccessToken` the administrator's own.
 */
import { isRole, type Role } from '#shared/access/access.ts';
import { accessTokenKey } from '#shared/access/session-keys.ts';
import { seenJobsCache } from '#shared/offline.ts';
import { schemeStorageKey } from '#web/browser/color-scheme.ts';
import { clearStored, storedText } from '#web/browser/stored-text.ts';
import { roleAt } from './sign-in-role.ts';

const currentToken = storedText(accessTokenKey);
const ownAdminToken = storedText('adminAccessToken');
const expiredFlag = storedText('unauthorized', 'sessionStorage');
/** The storage key of the impersonated person (`web/session/impersonation-state.ts`). */
export const impersonationKey = 'impersonation';

export const accessToken = currentToken.read;

/** The account whose data this page shows. Undefined until the page listens to other tabs. */
let shownSubject: string | undefined;
/** The id of the account that a token belongs to, by default the current one. */
export const subjectOf = (token = accessToken()): string => String(claimsOf(token ?? '').aud);

/** Makes a token that this page received the current one. */
function keepToken(token: string): void {
  currentToken.write(token);
  shownSubject = subjectOf();
}

export function isImpersonating(): boolean {
  return ownAdminToken.read() !== null;
}

/** Returns the administrator's own token, which is stored separately while impersonating. */
export function adminToken(): string | null {
  return ownAdminToken.read() ?? accessToken();
}

const rolesOf = (token: string | null): readonly Role[] => (claimsOf(token ?? '').roles ?? []).filter(isRole);

/** Returns the administrator's own roles, also while impersonating. They only decide which portals to show. */
export const adminRoles = (): readonly Role[] => rolesOf(adminToken());

/** Returns the roles of the signed-in or the impersonated person. They only decide what to show. */
export const currentRoles = (): readonly Role[] => rolesOf(accessToken());

/** Stores the administrator's own token while impersonating. */
export function keepAdminToken(token: string): void {
  ownAdminToken.write(token);
}

/**
 * Makes an impersonation's token the current one. The administrator's own token is saved once
 * (`docs/product/access.md#impersonation`).
 */
export function startActing(token: string): void {
  const ownToken = accessToken();
  if (!isImpersonating() && ownToken) keepAdminToken(ownToken);
  keepToken(token);
}

/** Makes the administrator's own token the current one again. It is written last, because other tabs react to it. */
export function stopActing(): void {
  const ownToken = ownAdminToken.read();
  storedText(impersonationKey).clear();
  ownAdminToken.clear();
  if (ownToken) keepToken(ownToken);
}

/** Starts a session with the token of a sign-in, sign-up or refresh. */
export const startSession = keepToken;

/**
 * Signing out clears local storage, except the chosen color scheme, and the pages of jobs that the person looked at
 * (`docs/product/access.md#signing-out`).
 */
export function clearStorage(): void {
  clearStored(schemeStorageKey);
  void globalThis.caches?.delete(seenJobsCache);
  shownSubject = subjectOf();
}

/** True while the browser is leaving this page, so that nothing more has to be rendered. */
let isLeaving = false;

/** Clears a session that has ended and opens sign-in, which shows a notice once (`docs/product/access.md#sessions`). */
export function expireSession(): void {
  if (isLeaving) return;
  isLeaving = true;
  markExpired();
  const { pathname, search } = window.location;
  const role = roleAt(pathname);
  window.location.assign(`/login?next=${encodeURIComponent(pathname + search)}${role ? `&role=${role}` : ''}`);
}

/** Clears a session that the server has ended, but stays on the page, for a guard that redirects. */
export function markExpired(): void {
  clearStorage();
  expiredFlag.write('1');
}

/** Returns true the first time it is called after a session has expired. */
export function consumeExpiredNotice(): boolean {
  if (isLeaving) return false;
  const wasExpired = expiredFlag.read() === '1';
  expiredFlag.clear();
  return wasExpired;
}

type Claims = { aud?: string | string[]; exp?: number; roles?: string[] };

function claimsOf(token: string): Claims {
  const [, payload = ''] = token.split('.');
  try {
    return JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))) as Claims;
  } catch {
    return {};
  }
}

/** A token is no longer sent this many seconds before it expires. */
const margin = 10;

export function isStale(token: string): boolean {
  const { exp } = claimsOf(token);
  return exp !== undefined && exp - margin < Date.now() / 1000;
}

/**
 * Runs the callback when another tab signs out or signs in as someone else, so that no tab shows another person's data. A browser
 * can report late what the page before this one stored in the same tab, which changes nothing.
 */
export function onSessionChangedElsewhere(changed: () => void): () => void {
  shownSubject = subjectOf();
  const listen = ({ key }: StorageEvent) => {
    const subject = subjectOf();
    if ((key !== null && key !== accessTokenKey) || subject === shownSubject) return;
    shownSubject = subject;
    changed();
  };
  window.addEventListener('storage', listen);
  return () => window.removeEventListener('storage', listen);
}
