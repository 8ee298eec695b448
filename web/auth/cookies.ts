import { keepCookie, readCookie } from '#web/cookies.ts';
import { termsVersion } from '#shared/accounts/sign-in.ts';

const termsCookie = 'termsAccepted';
/** Stores, next to the cookie, the version of the terms that was answered. */
const versionKey = 'termsVersion';

/**
 * The visitor's answer to the terms dialog. Null if there is none, or if it was about an older version
 * (`docs/product/access.md#terms-consent`).
 */
export function termsAnswer(): boolean | null {
  if ((localStorage.getItem(versionKey) ?? termsVersion) !== termsVersion) return null;
  const storedTerms = readCookie(termsCookie);
  return storedTerms === null ? null : storedTerms === 'true';
}

export function keepTermsAnswer(isAccepted: boolean): void {
  localStorage.setItem(versionKey, termsVersion);
  keepCookie(termsCookie, String(isAccepted));
}

const name = 'deviceId';
const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789';
const length = 8;

/**
 * Eight random characters that identify this browser to the server. They are in a cookie, because signing out clears local
 * storage and the browser must be recognized after that too (`docs/decisions/0016-guessing.md`).
 */
export function deviceId(): string {
  const storedValue = readCookie(name);
  if (storedValue) return storedValue;
  const code = Array.from(crypto.getRandomValues(new Uint8Array(length)), (byte) => alphabet[byte % alphabet.length]).join('');
  keepCookie(name, code);
  return code;
}
