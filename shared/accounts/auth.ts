/** Request and answer schemas of accounts and sessions (`docs/product/access.md`). */
import * as z from 'zod/mini';
import { allRoles, type Role } from '#shared/access/access.ts';
import { codes, companyStatuses, timezones } from '#shared/catalogues.ts';
import {
  emailField,
  loginEmailField,
  nameField,
  officePhonePartsField,
  passwordField,
  phoneDigitsField,
  phoneExtensionField,
  phoneField,
  submittedPasswordField,
  signupEmailField,
  storedEmail,
} from '#shared/fields.ts';
import { fullNameRule } from '#shared/names.ts';
import { languages, text } from '#shared/texts/texts.ts';
import { normalizeResetCode, resetCodeLength, socialSources } from './sign-in.ts';

/** The sign-in pages that a request can come from (`docs/product/access.md#sign-in`). */
export const signInRoles = ['employer', 'admin', 'member', 'NewsAdmin'] as const;
export type SignInRole = (typeof signInRoles)[number];

/** The label of the marketing checkbox. It is stored with the consent, in the language in which the person agreed. */
export const newslettersConsent = text('signUp.newslettersConsent');

/** Eight random characters that the client chooses. Any printable text is accepted. */
export const deviceIdField = z._default(
  z.string().check(z.maxLength(64), z.regex(/^[\x20-\x7e]*$/, 'errors.usePlainCharacters')),
  '',
);
export const tokenField = z.string().check(z.minLength(1, 'errors.tokenRequired'), z.maxLength(4096));
const roleField = z.enum(allRoles as [Role, ...Role[]]);

export const loginSchema = z.object({
  email: loginEmailField,
  password: submittedPasswordField,
  deviceId: deviceIdField,
  role: z._default(z.enum(signInRoles), 'employer'),
  /** Adds the employer role to a driver's account. The driver's password proves that the account is theirs. */
  createRole: z._default(z.boolean(), false),
  tnTermsAccepted: z._default(z.boolean(), false),
});
export type LoginRequest = z.infer<typeof loginSchema>;
/** The fields that a person fills in. The app adds the rest of the request. */
export const loginFormSchema = z.pick(loginSchema, { email: true, password: true });
export const fastLoginFormSchema = z.pick(loginSchema, { password: true });

export const loginAnswerSchema = z.object({
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  phone: z.nullable(z.string()),
  phoneExtension: z.nullable(z.string()),
  accessToken: z.string(),
  /** Null for the web, which keeps the refresh token in a cookie. */
  refreshToken: z.nullable(z.string()),
  termsAcceptedAt: z.nullable(z.date()),
  userRoles: z.array(roleField),
  profileComplete: z.boolean(),
  timezone: z.string(),
  mustChangePassword: z.boolean(),
  redirect: z.string(),
});
export type LoginAnswer = z.infer<typeof loginAnswerSchema>;

/** The browser's time zone. One that a profile cannot have is ignored. */
export const timezoneOfBrowser = z.catch(z.optional(z.string().check(z.maxLength(64))), undefined);

export const signupSchema = z
  .object({
    email: signupEmailField,
    password: passwordField,
    firstName: nameField,
    lastName: nameField,
    phone: phoneDigitsField,
    role: z._default(z.enum(['employer', 'driver']), 'employer'),
    tnNewsletters: z._default(z.boolean(), false),
    timezone: timezoneOfBrowser,
  })
  .check(fullNameRule);
export type SignupRequest = z.infer<typeof signupSchema>;

/** The rule of a form that asks for a new password twice. */
export const passwordsMatch = z.refine<{ password: string; confirmPassword: string }>(
  ({ password, confirmPassword }) => password === confirmPassword,
  { path: ['confirmPassword'], error: 'errors.passwordsDiffer', when: () => true },
);

/** The sign-up form: the request's fields, with the email and password typed twice because a typo would lock the person out. */
export const signupFormSchema = z
  .object({
    email: signupEmailField,
    confirmEmail: z.string(),
    firstName: nameField,
    lastName: nameField,
    phone: phoneField.check(z.length(13, 'errors.phoneLength')),
    password: passwordField,
    confirmPassword: z.string(),
    acceptEmails: z.boolean(),
  })
  .check(
    z.refine(({ email, confirmEmail }) => storedEmail(email).toLowerCase() === storedEmail(confirmEmail).toLowerCase(), {
      path: ['confirmEmail'],
      error: 'errors.emailsDiffer',
      when: () => true,
    }),
    passwordsMatch,
    fullNameRule,
  );

export type SignupForm = z.infer<typeof signupFormSchema>;
export const signupEmailFormSchema = z.object({ email: signupEmailField });

export const refreshSchema = z.object({
  /** Text that cannot be a refresh token is answered 401, like an expired token, instead of 422. */
  refreshToken: z.catch(z.optional(z.string().check(z.maxLength(256))), ''),
  /** Sent by the web while impersonating: refreshes the administrator's own session. */
  admin: z.optional(z.boolean()),
});
export const tokensSchema = z.object({ accessToken: z.string(), refreshToken: z.nullable(z.string()) });
export type Tokens = z.infer<typeof tokensSchema>;

/** A ticket that can only open one live stream, and only within a few seconds. */
export const streamTicketSchema = z.object({ ticket: z.string() });

/** `token` is the five-second token. REST clients send it as the bearer token. */
export const emailCheckSchema = z.object({ email: signupEmailField, token: z.optional(tokenField) });
export const emailCheckAnswerSchema = z.object({ emailExists: z.boolean(), roles: z.array(roleField), missingRole: z.boolean() });
export type EmailCheckAnswer = z.infer<typeof emailCheckAnswerSchema>;
export const emailCheckTokenSchema = z.object({ token: z.string() });

export const verifyEmailSchema = z.object({ token: tokenField });

export const changePasswordSchema = z.object({ oldPassword: submittedPasswordField, newPassword: passwordField });
type NewPasswordPair = { newPassword: string; confirmPassword: string };
const newPasswordsMatch = z.refine<NewPasswordPair>(({ newPassword, confirmPassword }) => newPassword === confirmPassword, {
  path: ['confirmPassword'],
  error: 'errors.passwordsDiffer',
  when: () => true,
});
export const changePasswordFormSchema = z
  .object({ oldPassword: submittedPasswordField, newPassword: passwordField, confirmPassword: z.string() })
  .check(newPasswordsMatch);
/** The web continues with a new session. REST clients sign in again. */
export const changePasswordAnswerSchema = z.object({ accessToken: z.optional(z.string()) });

/**
 * Accepts every spelling and length. A code of the wrong length gets the same answer as other wrong codes. The form checks the
 * length before sending.
 */
const resetCodeField = z.pipe(
  z
    .string('errors.resetCodeRequired')
    .check(z.minLength(1, 'errors.resetCodeRequired'), z.maxLength(64, 'errors.resetCodeWrong')),
  z.transform(normalizeResetCode),
);
export const tokenPasswordSchema = z.object({ email: loginEmailField });
/** The web sends the address that received the code. Legacy clients send the code alone. */
export const verifyTokenPasswordSchema = z.object({ code: resetCodeField, email: z.optional(loginEmailField) });
export const validCodeSchema = z.object({ valid: z.literal(true) });
export const resetPasswordSchema = z.object({
  code: resetCodeField,
  newPassword: passwordField,
  email: z.optional(loginEmailField),
});
export const resetCodeFormSchema = z.object({
  email: loginEmailField,
  code: z.string().check(z.refine((input) => normalizeResetCode(input).length === resetCodeLength, 'errors.resetCodeRequired')),
});
export const resetPasswordFormSchema = z
  .object({ newPassword: passwordField, confirmPassword: z.string() })
  .check(newPasswordsMatch);

export const termsAnswerSchema = z.object({ termsAcceptedAt: z.date() });
export const nothingSchema = z.object({});

const timezoneField = z.enum(codes(timezones));
const languageField = z.enum(languages);

/** The signed-in person, which the web uses to decide what to show. */
export const meSchema = z.object({
  id: z.string(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  phone: z.nullable(z.string()),
  phoneExtension: z.nullable(z.string()),
  profilePicture: z.nullable(z.string()),
  roles: z.array(roleField),
  companyId: z.nullable(z.string()),
  companyName: z.nullable(z.string()),
  companyLogo: z.nullable(z.string()),
  companyStatus: z.nullable(z.enum(codes(companyStatuses))),
  companyColor: z.nullable(z.string()),
  emailVerified: z.boolean(),
  /** The address that the person wants to change to, until it is verified. */
  emailToVerify: z.nullable(z.string()),
  termsAcceptedAt: z.nullable(z.date()),
  mustChangePassword: z.boolean(),
  /** The account has to set up a second factor before anything else. */
  mustSetUpFactor: z.boolean(),
  impersonatorId: z.nullable(z.string()),
  timezone: timezoneField,
  /** The language that the person chose. Null until then. */
  language: z.nullable(languageField),
});
export type MeAnswer = z.infer<typeof meSchema>;

export const profileSchema = z.object({
  id: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  timezone: timezoneField,
  profilePicture: z.nullable(z.string()),
  roles: z.array(roleField),
});
export type Profile = z.infer<typeof profileSchema>;

/** The path of a picture in our media store. */
const pictureField = z.string().check(z.regex(/^\/media\/[\w-]{8,64}\.[a-z0-9]{2,5}$/, 'errors.pictureNotUploaded'));

export const updateProfileSchema = z.object({
  firstName: z.optional(nameField),
  lastName: z.optional(nameField),
  timezone: z.optional(timezoneField),
  language: z.optional(languageField),
  profilePicture: z.optional(z.nullable(pictureField)),
  /** Takes effect once the new address is verified. */
  email: z.optional(emailField),
});
export type UpdateProfile = z.infer<typeof updateProfileSchema>;

export const employerSchema = z.object({
  id: z.string(),
  companyId: z.nullable(z.string()),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  phone: z.nullable(z.string()),
  phoneExtension: z.nullable(z.string()),
  emailToVerify: z.nullable(z.string()),
  emailVerified: z.boolean(),
});
export type Employer = z.infer<typeof employerSchema>;

export const changeEmailFormSchema = z.object({ email: emailField });

export const updateEmployerSchema = z.object({
  firstName: z.optional(nameField),
  lastName: z.optional(nameField),
  phone: z.optional(officePhonePartsField),
  phoneExtension: phoneExtensionField,
  /** Takes effect once the new address is verified. */
  email: z.optional(emailField),
});
export type UpdateEmployer = z.infer<typeof updateEmployerSchema>;

/** Request and answer schemas of social sign-in (`docs/product/access.md#social-sign-in`). */
const sourceField = z.enum(socialSources);
const namePartField = z.optional(z.string().check(z.maxLength(300)));

export const socialLoginSchema = z.object({
  /** The provider's ID token. Facebook's access token works too. */
  token: z
    .string('errors.tokenRequired')
    .check(z.minLength(1, 'errors.tokenRequired'), z.maxLength(16_384, 'errors.tokenTooLong')),
  source: sourceField,
  deviceId: z._default(z.string().check(z.maxLength(64), z.regex(/^[\x20-\x7e]*$/, 'errors.usePlainCharacters')), ''),
  /** A push notification address that legacy clients send. Nothing is sent to it. */
  deviceToken: z.optional(z.nullable(z.string().check(z.maxLength(4096)))),
  /** The ticket from `socialStart`, which proves that this browser requested this token. Required from the web. */
  ticket: z.optional(z.string().check(z.maxLength(2048))),
  /** Apple sends the name next to its token, and only once. It is used for a new account and never changes an existing one. */
  firstName: namePartField,
  lastName: namePartField,
  tnTermsAccepted: z._default(z.boolean(), false),
});
export type SocialLoginRequest = z.infer<typeof socialLoginSchema>;

export const socialStartSchema = z.object({ source: sourceField });
/** The provider's URL, and the values that the browser stores until it returns from there. */
export const socialStartAnswerSchema = z.object({ address: z.string(), ticket: z.string(), state: z.string() });
