import { createHmac, timingSafeEqual } from 'node:crypto';

/** Twilio's signature of a webhook: the URL followed by the sorted names and values of the form, as an HMAC-SHA1 in base64. */
export function signForm(url: string, form: URLSearchParams, token: string): string {
  const fields = [...form].map(([name, value]) => name + value).toSorted((a, b) => (a < b ? -1 : 1));
  return createHmac('sha1', token)
    .update(url + fields.join(''))
    .digest('base64');
}

/** While the token is rotated, the previous one is accepted too. A name that appears twice is refused. */
export function isFormSigned(
  url: string,
  form: URLSearchParams,
  signature: string,
  tokens: readonly (string | undefined)[],
): boolean {
  if (new Set(form.keys()).size !== [...form].length) return false;
  const actual = Buffer.from(signature);
  return tokens.some((token) => {
    if (!token) return false;
    const expected = Buffer.from(signForm(url, form, token));
    return actual.length === expected.length && timingSafeEqual(actual, expected);
  });
}
