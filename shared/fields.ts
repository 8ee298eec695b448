/**
 * Field validators with their messages (`docs/product/access.md#account-fields`). Request schemas combine them, and forms
 * pick from the request schemas. This file uses zod/mini because the sign-in and sign-up screens load it first.
 */
import * as z from 'zod/mini';
import { cleanText } from './clean-text.ts';
import { isEmailAddress, toOneSpelling } from './email-address.ts';
import { nameRules } from './names.ts';
import { maxExtensionDigits, phoneDigits, type PhoneNumber, readPhone } from './phone.ts';
import type { TextKey } from './texts/texts.ts';

/** Refuses invisible characters, with which two different addresses could look the same. */
const visiblePattern = /^[^\p{Cf}\p{Default_Ignorable_Code_Point}]*$/u;

/** The text as the server stores it, so that a form accepts the same texts. */
const toStoredText = z.overwrite<string>((text) => cleanText(text).trim());

/** An email address as the server stores it. */
export const storedEmail = (text: string): string => toOneSpelling(cleanText(text).trim());

const toStoredEmail = z.overwrite<string>(storedEmail);

const createEmailField = (invalidMessage: string) =>
  z
    .string('errors.signupEmailRequired')
    .check(
      toStoredEmail,
      z.minLength(1, 'errors.signupEmailRequired'),
      z.minLength(6, invalidMessage),
      z.maxLength(64, invalidMessage),
      z.refine(isEmailAddress, invalidMessage),
      z.regex(visiblePattern, invalidMessage),
    );

/** An email address of 6 to 64 characters in one spelling. It keeps its case, and is compared without regard to case. */
export const emailField = createEmailField('errors.emailInvalid');

/** The same field with the message of the sign-up screen, which has no period at the end. */
export const signupEmailField = createEmailField('errors.signupEmailInvalid');

/** Addresses of accounts from before the rules of {@link emailField}. */
const oldEmailPattern = /^[^\s\p{Cc}@<>"(),:;\\[\]]+@[^\s\p{Cc}@<>"(),:;\\[\]]+\.[A-Za-z0-9-]{2,}$/u;

/** The email field of the sign-in screen, which accepts shorter, longer and old addresses and has its own messages. */
export const loginEmailField = z
  .string('errors.loginEmailRequired')
  .check(
    toStoredEmail,
    z.minLength(1, 'errors.loginEmailRequired'),
    z.maxLength(254, 'errors.emailInvalid'),
    z.regex(oldEmailPattern, 'errors.emailInvalid'),
  );

/**
 * The password on a sign-in form. It is checked only for presence and a maximum length, because old passwords may not
 * follow today's rules.
 */
export const submittedPasswordField = z
  .string('errors.passwordRequired')
  .check(z.minLength(1, 'errors.passwordRequired'), z.maxLength(256, 'errors.wrongLogin'));

/** A new password (`docs/product/access.md#passwords`). */
export const passwordField = z
  .string('errors.passwordRequired')
  .check(
    z.minLength(8, 'errors.passwordShort'),
    z.maxLength(64, 'errors.passwordLong'),
    z.regex(/[0-9]/, 'errors.passwordWeak'),
    z.regex(/[a-z]/, 'errors.passwordWeak'),
    z.regex(/[A-Z]/, 'errors.passwordWeak'),
    z.regex(/[@$!#%*?&]/, 'errors.passwordWeak'),
  );

/** Letters of any alphabet with accents, and the punctuation of names. No control or text direction characters. */
const namePattern = /^['’‘`´′]?[\p{L}\p{M}][\p{L}\p{M}\p{Zs}\p{Pd}'’‘`´′.,·・]*$/u;
/** A character of a script in which a name can be one character. */
const oneSignName = /^[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\p{Script=Yi}]$/u;

/** Whether a text has the two characters of a name (`docs/product/departures.md#names-of-one-character`). */
export const isLongEnoughName = (text: string): boolean => text.length > 1 || oneSignName.test(text);

export const nameField = z
  .string('errors.nameRequired')
  .check(
    toStoredText,
    z.minLength(1, 'errors.nameRequired'),
    z.refine(isLongEnoughName, 'errors.nameInvalid'),
    z.maxLength(100, 'errors.nameInvalid'),
    z.regex(namePattern, 'errors.nameInvalid'),
    ...nameRules,
  );

/** What numbers are written with. If a text has nothing else, only its length can be wrong. */
const phoneCharacters = /^[\p{N}\s\p{P}\p{Cf}+]*$/u;
const foreignPrefix = /^(?:\+|00|011)(?!\s*1)/;

const extensionPattern = new RegExp(`^\\d{1,${maxExtensionDigits}}$`);

function findPhoneProblem(entered: string, allowsExtension: boolean): TextKey | null {
  const number = readPhone(entered);
  if (number) {
    if (number.extension === null) return null;
    if (!allowsExtension) return 'errors.phoneExtensionNotAllowed';
    return extensionPattern.test(number.extension) ? null : 'errors.phoneExtensionLength';
  }
  if (foreignPrefix.test(entered)) return 'errors.phoneNotUs';
  return phoneCharacters.test(entered) ? 'errors.phoneLength' : 'errors.phoneInvalid';
}

/** A US phone number in any common form (`shared/phone.ts`). A number that we cannot keep whole is refused. */
const createPhoneField = ({ allowsExtension, isRequired = true }: { allowsExtension: boolean; isRequired?: boolean }) =>
  z.string('errors.phoneRequired').check(
    toStoredText,
    z.check<string>(({ value, issues }) => {
      const emptyProblem = isRequired ? 'errors.phoneRequired' : null;
      const problem = value === '' ? emptyProblem : findPhoneProblem(value, allowsExtension);
      if (problem) issues.push({ code: 'custom', input: value, message: problem });
    }),
  );

/** The number of a person whom we may text. An extension is refused, because a text message cannot reach it. */
export const phoneField = createPhoneField({ allowsExtension: false });

/** Ten digits, whichever form the phone number came in. */
export const phoneDigitsField = z.pipe(phoneField, z.transform(phoneDigits));

/** The number of an office, which may have an extension (`docs/product/access.md#extensions`). */
export const officePhoneField = createPhoneField({ allowsExtension: true });
export const optionalOfficePhoneField = createPhoneField({ allowsExtension: true, isRequired: false });

/** The same number in its parts, of which `changePhone` makes what is stored. */
export const officePhonePartsField = z.pipe(
  officePhoneField,
  z.transform((entered: string): PhoneNumber => readPhone(entered) ?? { digits: '', extension: null }),
);

/** The extension in an input of its own, which may be empty. */
export const phoneExtensionInputField = z.string().check(
  toStoredText,
  z.refine((entered) => entered === '' || extensionPattern.test(entered), 'errors.phoneExtensionLength'),
);

/** The extension in a request. Null and empty text remove it. */
export const phoneExtensionField = z.optional(
  z.nullable(
    z.pipe(
      phoneExtensionInputField,
      z.transform((extension: string) => extension || null),
    ),
  ),
);

/** A message without parameters, unlike the one for the maximum length. */
type PlainMessage = Exclude<TextKey, 'errors.tooLong'> | '';

/**
 * One line of plain text between `min` and `max` characters, without control characters. `required` is shown for a missing
 * text.
 */
export function lineField(min: number, max: number, required: PlainMessage = 'errors.mustBeText') {
  return z
    .string(required)
    .check(
      toStoredText,
      z.minLength(min, required),
      z.maxLength(max, 'errors.tooLong'),
      z.regex(/^[^\p{Cc}\u202a-\u202e\u2066-\u2069]*$/u, 'errors.hasControlCharacters'),
    );
}

/** An id that no row has. */
export const nilId = '00000000-0000-0000-0000-000000000000';
const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** A UUID of any version, in either case. */
export const isUuid = (text: string): boolean => uuidPattern.test(text);

/**
 * An id in a path or body. Text that is not an id becomes the nil UUID, which no row has, so the answer is 404 as for any
 * unknown id (`docs/product/rest.md#requests`).
 */
export const idField = z.pipe(
  z.string(),
  z.transform((text: string) => (isUuid(text) ? text.toLowerCase() : nilId)),
);

/** US postal code, five digits or ZIP+4. */
export const postalCodeField = z.string().check(toStoredText, z.regex(/^\d{5}(?:-\d{4})?$/, 'errors.invalidZipCode'));

/** Dollars, with up to 8 digits and up to 2 decimals. */
export const dollarsField = z.number('errors.amountRequired').check(
  z.gte(0, 'errors.amountNegative'),
  z.lt(100_000_000, 'errors.amountTooLarge'),
  z.refine((value) => Number.isInteger(Math.round(value * 1e6) / 1e4), 'errors.tooManyDecimals'),
);

/** Whether a `YYYY-MM-DD` text is a real day. `Date` alone would read February 30 as March 2. */
export function isCalendarDay(text: string): boolean {
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

/** `YYYY-MM-DD`, a day that exists. */
export const calendarDateField = z
  .string()
  .check(z.regex(/^\d{4}-\d{2}-\d{2}$/, 'errors.dateFormatInvalid'), z.refine(isCalendarDay, 'errors.dateInvalid'));

/** A public URL that a person may be sent to: https, a host name with a dot, no credentials. The server never fetches it. */
export const webAddressField = z
  .string()
  .check(toStoredText, z.maxLength(2048, 'errors.tooLong'), z.refine(isPublicWebAddress, 'errors.mustBeHttpsUrl'));

function isPublicWebAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  const isAddressLiteral = /^[\d.]+$/.test(url.hostname) || url.hostname.includes(':');
  const isInternal = /\.(local|internal|localhost|lan|home|corp)$/.test(url.hostname);
  return (
    url.protocol === 'https:' && url.hostname.includes('.') && !url.username && !url.password && !isAddressLiteral && !isInternal
  );
}

/** A date in ISO 8601 between 1900 and 2099, with or without the time. */
const isoDateField = z
  .string('errors.dateRequired')
  .check(z.refine((text) => /^(?:19|20)\d{2}-\d{2}-\d{2}/.test(text) && !Number.isNaN(Date.parse(text)), 'errors.dateRequired'));

/** A date in ISO 8601, converted to a Date. */
export const instantField = z.pipe(
  isoDateField,
  z.transform((text: string) => new Date(text)),
);

/** An instant as a Date, or a calendar date as text, because its instant depends on the place. */
export const dayOrInstantField = z.pipe(
  isoDateField,
  z.transform((text: string): Date | string => (/^\d{4}-\d{2}-\d{2}$/.test(text) ? text : new Date(text))),
);

/** Text of several lines without other control characters, up to `max` characters. It can be empty. */
export const paragraphField = (max: number) =>
  z
    .string()
    .check(
      toStoredText,
      z.maxLength(max, 'errors.tooLong'),
      z.regex(/^[^\p{Cc}]*(?:[\r\n\t][^\p{Cc}]*)*$/u, 'errors.hasControlCharacters'),
    );

/** Text of several lines with at least one character. */
export const requiredParagraphField = (max: number) => paragraphField(max).check(z.minLength(1, 'errors.writeSomething'));
