/** The form of email addresses (`docs/product/access.md#account-fields`): one mailbox has one spelling apart from case. */

/** Parts of letters, digits and signs, between single dots. */
const localPart = /^[^\s\p{Cc}@<>"(),:;\\[\].]+(?:\.[^\s\p{Cc}@<>"(),:;\\[\].]+)*$/u;
/** Labels that neither begin nor end with a hyphen. The last one is no number. */
const domainPattern = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?:[a-z][a-z0-9-]{0,61}[a-z0-9])$/i;

/** Whether mail can have this address. The address must be in the form of {@link toOneSpelling}. */
export function isEmailAddress(address: string): boolean {
  const at = address.lastIndexOf('@');
  return localPart.test(address.slice(0, Math.max(at, 0))) && domainPattern.test(address.slice(at + 1));
}

const isAscii = (text: string) => !/[^\u0020-\u007e]/.test(text);

/** A domain in the form for programs: `пример.рф` → `xn--e1afmkfd.xn--p1ai`. Unchanged if it is no domain. */
export function toAsciiDomain(domain: string): string {
  if (isAscii(domain) || domain.length > 253) return domain;
  const url = `http://${domain}`;
  return URL.canParse(url) && !/[/?#:\\]/.test(domain) ? new URL(url).hostname : domain;
}

/** The address with letters of ordinary width and the form of its domain for programs. It keeps its case. */
export function toOneSpelling(address: string): string {
  if (isAscii(address)) return address;
  const text = address.normalize('NFKC');
  const at = text.lastIndexOf('@');
  return text.slice(0, at + 1) + toAsciiDomain(text.slice(at + 1));
}
