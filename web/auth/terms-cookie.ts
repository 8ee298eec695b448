import { termsVersion } from '#shared/accounts/terms.ts';
import { keepCookie, readCookie } from './cookies.ts';

const name = 'termsAccepted';
/** Beside the cookie: which words were answered to. */
const versionKey = 'termsVersion';

/** The visitor's answer to the terms dialog; null before there is one, or when it was to older words (`spec: access §4`). */
export function termsAnswer(): boolean | null {
  if ((localStorage.getItem(versionKey) ?? termsVersion) !== termsVersion) return null;
  const kept = readCookie(name);
  return kept === null ? null : kept === 'true';
}

export function keepTermsAnswer(isAccepted: boolean): void {
  localStorage.setItem(versionKey, termsVersion);
  keepCookie(name, String(isAccepted));
}
