/**
 * The browser's session: access tokens live in local storage under the specified keys, refresh tokens in httpOnly cookies
 * that script cannot read (`product: Accounts and sessions`). While an admin impersonates, `accessToken` is the employer's
 * and `adminAccessToken` the admin's own.
 */
import { isRole, type Role } from '#shared/access/access.ts';
import { schemeStorageKey } from '#shared/brand.ts';
import { accessTokenKey } from '#shared/access/session-keys.ts';
import { roleAt } from './entrance-role.ts';

const adminKey = 'adminAccessToken';
const expiredFlag = 'unauthorized';
/** The person an admin acts as (`web/trip.ts`). */
export const tripKey = 'impersonation';

export function accessToken(): string | null {
  return localStorage.getItem(accessTokenKey);
}

export function isImpersonating(): boolean {
  return localStorage.getItem(adminKey) !== null;
}

/** The admin's own token: the one put aside while impersonating, else the one in use (`spec: access §6`). */
export function adminToken(): string | null {
  return localStorage.getItem(adminKey) ?? accessToken();
}

/** What the admin may see of the portals while acting as somebody else; shown by, not trusted. */
export function adminRoles(): readonly Role[] {
  return (claimsOf(adminToken() ?? '').roles ?? []).filter(isRole);
}

/** A newer token of the admin's own, while impersonating. */
export function keepAdminToken(token: string): void {
  localStorage.setItem(adminKey, token);
}

/** Makes an impersonation's token the active one; the admin's own is saved once (`spec: access §4 Impersonation`). */
export function startActing(token: string): void {
  const own = accessToken();
  if (!isImpersonating() && own) keepAdminToken(own);
  localStorage.setItem(accessTokenKey, token);
}

/** The admin's own token is the active one again. Written last: other tabs follow it. */
export function stopActing(): void {
  const own = localStorage.getItem(adminKey);
  localStorage.removeItem(tripKey);
  localStorage.removeItem(adminKey);
  if (own) localStorage.setItem(accessTokenKey, own);
}

/** Starts a session with the token of a log-in, a sign-up or a refresh. */
export function startSession(token: string): void {
  localStorage.setItem(accessTokenKey, token);
}

/** Logging out clears local storage (`spec: access §2 Logout`); light or dark, once chosen, is the screen's and stays. */
export function clearStorage(): void {
  for (const key of Object.keys(localStorage)) if (key !== schemeStorageKey) localStorage.removeItem(key);
}

/** This page is on its way out: what it still renders is seen by nobody. */
let isLeaving = false;

/** Ends a session that the server no longer knows and goes to the log-in, which says so once (`spec: access §4`). */
export function expireSession(): void {
  if (isLeaving) return;
  isLeaving = true;
  markExpired();
  const { pathname, search } = window.location;
  const role = roleAt(pathname);
  window.location.assign(`/login?next=${encodeURIComponent(pathname + search)}${role ? `&role=${role}` : ''}`);
}

/** The same without leaving the page: for a guard that redirects by itself. */
export function markExpired(): void {
  clearStorage();
  sessionStorage.setItem(expiredFlag, '1');
}

/** True once after a session ended by itself. */
export function takeExpiredNotice(): boolean {
  if (isLeaving) return false;
  const wasExpired = sessionStorage.getItem(expiredFlag) === '1';
  sessionStorage.removeItem(expiredFlag);
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

/** Seconds before its end at which a token is no longer worth sending. */
const margin = 10;

export function isStale(token: string): boolean {
  const { exp } = claimsOf(token);
  return exp !== undefined && exp - margin < Date.now() / 1000;
}

/** Calls back when another tab logged out or signed in as somebody else, so that no tab shows a stranger's data. */
export function onSessionChangedElsewhere(changed: () => void): () => void {
  const subjectOf = (token: string | null) => (token ? String(claimsOf(token).aud) : null);
  const listen = (event: StorageEvent) => {
    const isCleared = event.key === null;
    if (isCleared || (event.key === accessTokenKey && subjectOf(event.oldValue) !== subjectOf(event.newValue))) changed();
  };
  window.addEventListener('storage', listen);
  return () => window.removeEventListener('storage', listen);
}
