import { termsVersion } from '#shared/accounts/terms.ts';

const termsCookie = 'termsAccepted';
/** Beside the cookie: which words were answered to. */
const versionKey = 'termsVersion';

/** The visitor's answer to the terms dialog; null before there is one, or when it was to older words (`spec: access §4`). */
export function termsAnswer(): boolean | null {
  if ((localStorage.getItem(versionKey) ?? termsVersion) !== termsVersion) return null;
  const kept = readCookie(termsCookie);
  return kept === null ? null : kept === 'true';
}

export function keepTermsAnswer(isAccepted: boolean): void {
  localStorage.setItem(versionKey, termsVersion);
  keepCookie(termsCookie, String(isAccepted));
}

const name = 'deviceId';
const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789';
const length = 8;

/**
 * Eight random characters that name this browser to the server (`spec: access §9`). In a cookie, because a log-out clears
 * local storage and a browser is known by it after that too (`docs/decisions/0016-guessing.md`).
 */
export function deviceId(): string {
  const kept = readCookie(name);
  if (kept) return kept;
  const made = Array.from(crypto.getRandomValues(new Uint8Array(length)), (byte) => alphabet[byte % alphabet.length]).join('');
  keepCookie(name, made);
  return made;
}

const days = 365;

/** What this browser keeps under the name; null when there is nothing. */
export function readCookie(name: string): string | null {
  const entry = document.cookie.split('; ').find((one) => one.startsWith(`${name}=`));
  return entry?.slice(name.length + 1) ?? null;
}

/** For a year (`spec: access §4`, Terms consent); read by this site's pages only. */
export function keepCookie(name: string, value: string): void {
  document.cookie = `${name}=${value}; path=/; max-age=${days * 24 * 60 * 60}; samesite=lax`;
}
