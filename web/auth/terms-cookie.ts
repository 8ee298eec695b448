import { termsVersion } from '#shared/terms.ts';

const name = 'termsAccepted';
const days = 365;
/** Beside the cookie: which words were answered to. */
const versionKey = 'termsVersion';

/** The visitor's answer to the terms dialog; null before there is one, or when it was to older words (`spec: access §4`). */
export function termsAnswer(): boolean | null {
  if ((localStorage.getItem(versionKey) ?? termsVersion) !== termsVersion) return null;
  const cookie = document.cookie.split('; ').find((entry) => entry.startsWith(`${name}=`));
  return cookie ? cookie === `${name}=true` : null;
}

export function keepTermsAnswer(isAccepted: boolean): void {
  localStorage.setItem(versionKey, termsVersion);
  document.cookie = `${name}=${isAccepted}; path=/; max-age=${days * 24 * 60 * 60}; samesite=lax`;
}
