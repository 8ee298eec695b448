/** Codes that sign in or sign up, by email or text message (`docs/product/access.md#codes-by-email`). */
import * as z from 'zod/mini';
import { nameField, phoneDigitsField, signupEmailField } from '#shared/fields.ts';
import { fullNameRule } from '#shared/names.ts';
import { phoneDigits } from '#shared/phone.ts';
import { deviceIdField, timezoneOfBrowser, tokenField } from './auth.ts';
import { isSignInCode, normalizeSignInCode } from './sign-in.ts';

/** Where a code is sent: an email address, or the ten digits of a mobile number. */
export type CodeAddress = { email: string } | { phone: string };
type CodeAddressFields = { email?: string | undefined; phone?: string | undefined };

/** Area codes and the three digits after them begin with 2 to 9. A text to another number would be lost, and cost money. */
const isPossibleNumber = (digits: string) => /^[2-9]\d\d[2-9]\d{6}$/.test(digits);

const codeAddressFields = {
  email: z.optional(signupEmailField),
  phone: z.optional(phoneDigitsField.check(z.refine(isPossibleNumber, 'errors.phoneLength'))),
};
const oneCodeAddress = z.refine<CodeAddressFields>(({ email, phone }) => (email === undefined) !== (phone === undefined), {
  error: 'errors.emailOrPhoneRequired',
  path: ['email'],
});

export const toCodeAddress = ({ email = '', phone }: CodeAddressFields): CodeAddress =>
  phone === undefined ? { email } : { phone };

/** Requests and answers of emailed and texted codes (`docs/product/access.md#codes-by-email`). */
export const requestCodeSchema = z.object({ ...codeAddressFields, deviceId: deviceIdField }).check(oneCodeAddress);
export type RequestCodeInput = z.infer<typeof requestCodeSchema>;

/** Reads what a person typed into the one input for both. */
export const readCodeAddress = (typed: string): CodeAddress | null =>
  typed.includes('@') ? { email: typed.trim() } : isPossibleNumber(phoneDigits(typed)) ? { phone: phoneDigits(typed) } : null;

export const codeAddressFormSchema = z.object({
  address: z.string().check(
    z.refine((typed) => {
      const address = readCodeAddress(typed);
      return address !== null && (!('email' in address) || z.safeParse(signupEmailField, address.email).success);
    }, 'errors.emailOrPhoneRequired'),
  ),
});
/** The same form where no texts are sent. */
export const emailAddressFormSchema = z.object({ address: signupEmailField });
/** Only the client that requested the code has the ticket. */
export const codeTicketSchema = z.object({ ticket: z.string() });
const codeField = z.pipe(
  z
    .string('errors.signInCodeRequired')
    .check(z.minLength(1, 'errors.signInCodeRequired'), z.maxLength(64, 'errors.signInCodeWrong')),
  z.transform(normalizeSignInCode),
);
/** The address is the one that the code was sent to. An email address names the account in the security events. */
export const checkCodeSchema = z
  .object({ ...codeAddressFields, ticket: tokenField, code: codeField, deviceId: z.optional(deviceIdField) })
  .check(oneCodeAddress);
export type CheckCodeRequest = z.infer<typeof checkCodeSchema>;
export const checkCodeAnswerSchema = z.object({
  hasAccount: z.boolean(),
  /** Whether the account's owner has not signed in on this device, where a texted code is not enough. */
  needsEmail: z.boolean(),
});
export type CheckCodeAnswer = z.infer<typeof checkCodeAnswerSchema>;
export const codeFormSchema = z.object({
  code: z.string().check(z.refine((input) => isSignInCode(input), 'errors.signInCodeRequired')),
});
export const codeLoginSchema = z.object({
  ticket: tokenField,
  deviceId: deviceIdField,
  tnTermsAccepted: z._default(z.boolean(), false),
});
export type CodeLoginRequest = z.infer<typeof codeLoginSchema>;
/** Creates a driver's account without a password. */
export const codeSignupSchema = z
  .extend(codeLoginSchema, {
    firstName: nameField,
    lastName: nameField,
    /** The one that the code was not sent to. */
    ...codeAddressFields,
    timezone: timezoneOfBrowser,
  })
  .check(fullNameRule);
export type CodeSignupRequest = z.infer<typeof codeSignupSchema>;
