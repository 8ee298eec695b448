import { termsVersion } from '#shared/accounts/sign-in.ts';
import { keepCookie, readCookie } from '#web/browser/cookies.ts';
import { storedText } from '#web/browser/stored-text.ts';

const termsCookie = 'termsAccepted';
/** The version of the terms that the visitor answered. */
const answeredVersion = storedText('termsVersion');

/**
 * Returns the visitor's answer to the terms dialog, or null if there is none for the current version
 * (`docs/product/access.md#terms-consent`).
 */
export function getTermsAnswer(): boolean | null {
  if ((answeredVersion.read() ?? termsVersion) !== termsVersion) return null;
  const storedTerms = readCookie(termsCookie);
  return storedTerms === null ? null : storedTerms === 'true';
}

export function saveTermsAnswer(isAccepted: boolean): void {
  answeredVersion.write(termsVersion);
  keepCookie(termsCookie, String(isAccepted));
}

const deviceIdCookie = 'deviceId';
const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789';
const deviceIdLength = 8;

/**
 * Returns eight random characters that identify this browser to the server. They are in a cookie, because the server must
 * recognize the browser after signing out, which clears local storage (`docs/decisions/0016-guessing.md`).
 */
export function getDeviceId(): string {
  const storedValue = readCookie(deviceIdCookie);
  if (storedValue) return storedValue;
  const newDeviceId = Array.from(
    crypto.getRandomValues(new Uint8Array(deviceIdLength)),
    (byte) => alphabet[byte % alphabet.length],
  ).join('');
  keepCookie(deviceIdCookie, newDeviceId);
  return newDeviceId;
}
