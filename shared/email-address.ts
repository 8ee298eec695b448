/** The form of email addresses (`docs/product/access.md#account-fields`): one mailbox has one spelling apart from case. */

/** A letter, digit or symbol. Curly quotes come from a word processor and are part of no address. */
const localCharacter = String.raw`[^\s\p{Cc}\p{Pi}\p{Pf}\u201a\u201e@<>"(),:;\\[\].]`;
/** Parts with single dots between them. */
const localPart = new RegExp(`^${localCharacter}+(?:\\.${localCharacter}+)*$`, 'u');
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

/** The address with the form of its domain for programs. */
export function withAsciiDomain(address: string): string {
  const at = address.lastIndexOf('@');
  return address.slice(0, at + 1) + toAsciiDomain(address.slice(at + 1));
}

const toOrdinaryWidth = (text: string): string =>
  text.replaceAll(/[\uff01-\uff5e]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0));

/**
 * The address with letters of ordinary width and the form of its domain for programs. It keeps its case, and letters that only look like
 * others: they are another mailbox.
 */
export const toOneSpelling = (address: string): string =>
  isAscii(address) ? address : withAsciiDomain(toOrdinaryWidth(address));

/**
 * Whether an address that a sign-in provider has verified is the mailbox that we would store. If cleaning changed the part before the `@`,
 * the provider verified another one.
 */
export function isStoredMailbox(verified: string, stored: string): boolean {
  const [address, at] = [withAsciiDomain(verified.trim()), stored.lastIndexOf('@')];
  return address.slice(0, at) === stored.slice(0, at) && address.slice(at).toLowerCase() === stored.slice(at).toLowerCase();
}

/** Lowercases ASCII only. The database lowercases `İ` to i, but that is another mailbox. */
const lowercaseAscii = (address: string) => address.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

/**
 * Whether two stored addresses are of the same mailbox. The database finds accounts without regard to case in every alphabet, so
 * whoever has proved an address checks this before opening the account that was found.
 */
export const isSameMailbox = (one: string, other: string): boolean => lowercaseAscii(one) === lowercaseAscii(other);
