const name = 'termsAccepted';
const days = 365;

/** The visitor's answer to the terms dialog; null before there is one (`spec: access §4`). */
export function termsAnswer(): boolean | null {
  const cookie = document.cookie.split('; ').find((entry) => entry.startsWith(`${name}=`));
  return cookie ? cookie === `${name}=true` : null;
}

export function keepTermsAnswer(isAccepted: boolean): void {
  document.cookie = `${name}=${isAccepted}; path=/; max-age=${days * 24 * 60 * 60}; samesite=lax`;
}
