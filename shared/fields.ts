/**
 * Field validators with their messages, written once; request schemas compose them and forms pick from those
 * (`spec: access §5`, `spec: work §5`). zod/mini, because the log-in and sign-up screens load them first.
 */
import * as z from 'zod/mini';
import { messages } from './messages.ts';

const emailPattern = /^[^\s\p{Cc}@<>"(),:;\\[\]]+@[^\s\p{Cc}@<>"(),:;\\[\]]+\.[A-Za-z0-9-]{2,}$/u;
/** No signs that nobody sees: two addresses that look the same would be two accounts. */
const seenPattern = /^[^\p{Cf}\p{Default_Ignorable_Code_Point}]*$/u;

const newEmail = (invalid: string) =>
  z
    .string(messages.signupEmailRequired)
    .check(
      z.trim(),
      z.minLength(1, messages.signupEmailRequired),
      z.minLength(6, invalid),
      z.maxLength(64, invalid),
      z.regex(emailPattern, invalid),
      z.regex(seenPattern, invalid),
    );

/** An e-mail address, 6 to 64 characters; trimmed, case kept (addresses are compared without case; `spec: work §5`). */
export const emailField = newEmail(messages.emailInvalid);

/** The same in the sign-up screen's words, which end without a full stop (`spec: access §5`). */
export const signupEmailField = newEmail(messages.signupEmailInvalid);

/** The log-in screen's reading of an address: the same shape, other words. */
export const loginEmailField = z
  .string(messages.loginEmailRequired)
  .check(
    z.trim(),
    z.minLength(1, messages.loginEmailRequired),
    z.maxLength(254, messages.emailInvalid),
    z.regex(emailPattern, messages.emailInvalid),
  );

/** A password given to sign in: never judged by composition, only by presence and a bound on work. */
export const presentedPasswordField = z
  .string(messages.passwordRequired)
  .check(z.minLength(1, messages.passwordRequired), z.maxLength(256, messages.wrongLogin));

/**
 * A new password: 8 to 64 characters with a digit, a lower-case and an upper-case letter and one of the symbols that the
 * message names (`spec: access §5`).
 */
export const passwordField = z
  .string(messages.passwordRequired)
  .check(
    z.minLength(8, messages.passwordShort),
    z.maxLength(64, messages.passwordLong),
    z.regex(/[0-9]/, messages.passwordWeak),
    z.regex(/[a-z]/, messages.passwordWeak),
    z.regex(/[A-Z]/, messages.passwordWeak),
    z.regex(/[@$!#%*?&]/, messages.passwordWeak),
  );

/** Letters of any alphabet with marks, and the signs that names carry. No control or direction-changing characters. */
const namePattern = /^[\p{L}\p{M}][\p{L}\p{M}\p{Zs}'’.,-]*$/u;

export const nameField = z
  .string(messages.nameRequired)
  .check(
    z.trim(),
    z.minLength(1, messages.nameRequired),
    z.minLength(2, messages.nameInvalid),
    z.maxLength(100, messages.nameInvalid),
    z.regex(namePattern, messages.nameInvalid),
  );

/** One of `(123)456-7890` as the input mask writes it, ten digits, or either with +1. */
export const phonePattern = /^(?:\+?1[\s.-]?)?\(?\d{3}\)?[\s.-]?\d{3}[\s.-]?\d{4}$/;

/** Nothing but what phones are written with. */
const phoneSigns = /^[\d\s().+-]*$/;

export const phoneField = z
  .string(messages.phoneRequired)
  .check(
    z.trim(),
    z.minLength(1, messages.phoneRequired),
    z.regex(phoneSigns, messages.phoneInvalid),
    z.regex(phonePattern, messages.phoneLength),
  );

/** One line of plain text between `min` and `max` characters, without control characters. */
export function lineField(min: number, max: number, required: string) {
  return z
    .string(required)
    .check(
      z.trim(),
      z.minLength(min, required),
      z.maxLength(max, `Use at most ${max} characters`),
      z.regex(/^[^\p{Cc}\u202a-\u202e\u2066-\u2069]*$/u, 'Remove the control characters'),
    );
}

const nilId = '00000000-0000-0000-0000-000000000000';
const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** A UUID of any version, in either case. */
export const isUuid = (text: string): boolean => uuidPattern.test(text);

/**
 * An id out of a path or body. Text that no id of ours can be becomes the nil id, which no row has: asking for it is
 * 404 like any other row that is not there (`rest: Conventions`).
 */
export const idField = z.pipe(
  z.string(),
  z.transform((text: string) => (isUuid(text) ? text.toLowerCase() : nilId)),
);

/** US postal code, five digits or ZIP+4. */
export const postalCodeField = z.string().check(z.trim(), z.regex(/^\d{5}(?:-\d{4})?$/, 'Enter a five-digit ZIP code'));

/** Dollars: up to 8 digits with up to 2 decimals (`spec: work §5`). */
export const dollarsField = z.number('Enter an amount').check(
  z.gte(0, 'Enter an amount of 0 or more'),
  z.lt(100_000_000, 'Use at most 8 digits'),
  z.refine((value) => Number.isInteger(Math.round(value * 1e6) / 1e4), 'Use at most 2 decimals'),
);

/** Of `YYYY-MM-DD`: the 30th of February is the 2nd of March to `Date`. */
export function isCalendarDay(text: string): boolean {
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

/** `YYYY-MM-DD`, a day that exists. */
export const calendarDateField = z
  .string()
  .check(z.regex(/^\d{4}-\d{2}-\d{2}$/, 'Use the format YYYY-MM-DD'), z.refine(isCalendarDay, 'Enter a date that exists'));

/** A public web address that a person may be sent to: https, a host name with a dot, no user info. Never fetched by us. */
export const webAddressField = z
  .string()
  .check(
    z.trim(),
    z.maxLength(2048, 'Use at most 2048 characters'),
    z.refine(isPublicWebAddress, 'Enter a full URL that starts with https://'),
  );

function isPublicWebAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  const isAddressLiteral = /^[\d.]+$/.test(url.hostname) || url.hostname.includes(':');
  const isInternal = /\.(local|internal|localhost|lan|home|corp)$/.test(url.hostname);
  return (
    url.protocol === 'https:' && url.hostname.includes('.') && !url.username && !url.password && !isAddressLiteral && !isInternal
  );
}

/** Our times: a date in ISO 8601, with or without the time of the day. */
const isoText = z
  .string('Enter a date')
  .check(z.refine((text) => /^(?:19|20)\d{2}-\d{2}-\d{2}/.test(text) && !Number.isNaN(Date.parse(text)), 'Enter a date'));

/** An instant of our times in ISO 8601, read as a Date. */
export const instantField = z.pipe(
  isoText,
  z.transform((text: string) => new Date(text)),
);

/** An instant as a Date, or a calendar date as it is (`YYYY-MM-DD`), whose instant depends on the place. */
export const dayOrInstantField = z.pipe(
  isoText,
  z.transform((text: string): Date | string => (/^\d{4}-\d{2}-\d{2}$/.test(text) ? text : new Date(text))),
);
