import { keepCookie, readCookie } from './cookies.ts';

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
