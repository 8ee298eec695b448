import { describe, expect, test } from 'vitest';
import { type SchemaIssue, textOfIssue } from '#shared/texts/texts.ts';
import { writeText } from '#shared/texts/write-text.ts';
import {
  fastLoginFormSchema,
  loginFormSchema,
  loginSchema,
  newslettersConsent,
  profileSchema,
  resetCodeFormSchema,
  resetPasswordFormSchema,
  resetPasswordSchema,
  signupEmailFormSchema,
  signupFormSchema,
  signupSchema,
  updateProfileSchema,
  verifyTokenPasswordSchema,
} from './auth.ts';
import { normalizeResetCode } from './sign-in.ts';

type FieldSchema = {
  safeParse: (value: unknown) => { success: boolean; error?: { issues: SchemaIssue[] } };
};

/** The first message about a field, as the form shows it. */
function messageOf(schema: FieldSchema, values: object, field: string): string | null {
  const issues = schema.safeParse(values).error?.issues ?? [];
  const issue = issues.find(({ path }) => path?.[0] === field);
  return issue ? writeText(textOfIssue(issue), 'en') : null;
}

describe('Login', () => {
  const validLogin = { email: 'dana@prairie.example', password: 'x' };
  test.each([
    ['email', '', 'No email provided'],
    ['email', '   ', 'No email provided'],
    ['email', undefined, 'No email provided'],
    ['email', 'dana', 'Needs to be a valid email.'],
    ['email', 'dana@prairie', 'Needs to be a valid email.'],
    ['email', 'da na@prairie.example', 'Needs to be a valid email.'],
    ['password', '', 'No password provided'],
    ['password', undefined, 'No password provided'],
  ])('%s %j: %s', (field, value, message) => {
    expect(messageOf(loginFormSchema, { ...validLogin, [field]: value }, field)).toBe(message);
  });
  test('takes any password that was set once, and an address in any case', () => {
    expect(loginFormSchema.safeParse({ email: ' Dana@Prairie.Example ', password: 'x' }).success).toBe(true);
  });
  test('the fast log-in asks for the password like any', () => {
    expect(messageOf(fastLoginFormSchema, { password: '' }, 'password')).toBe('No password provided');
  });
  test('the defaults are an employer who has not accepted the terms', () => {
    expect(loginSchema.parse(validLogin)).toMatchObject({ role: 'employer', createRole: false, tnTermsAccepted: false });
  });
});

const person = {
  email: 'dana@prairie.example',
  confirmEmail: 'dana@prairie.example',
  firstName: 'Dana',
  lastName: 'Whitfield',
  phone: '(402)555-0142',
  password: 'Str0ng!Haul7x',
  confirmPassword: 'Str0ng!Haul7x',
  acceptEmails: false,
};

describe('Sign-up', () => {
  const required = 'This is required — you’ll need to enter an email.';
  const weakMessage = 'At least 1 number,1 symbol (@$!#%*?&) and 1 uppercase letter';
  test.each([
    ['email', '', required],
    ['email', 'a@b.c', 'Needs to be a valid email'],
    ['email', 'a@b.co', null],
    ['email', `${'a'.repeat(59)}@b.co`, null],
    ['email', `${'a'.repeat(60)}@b.co`, 'Needs to be a valid email'],
    ['email', 'dana.prairie.example', 'Needs to be a valid email'],
    ['confirmEmail', '', 'Emails must match'],
    ['confirmEmail', 'diana@prairie.example', 'Emails must match'],
    ['confirmEmail', 'Dana@Prairie.example ', null],
    ['firstName', '', 'You must enter your name'],
    ['firstName', '  ', 'You must enter your name'],
    ['firstName', 'D', 'Needs to be a valid name'],
    ['firstName', 'Jo', null],
    ['firstName', 'D4na', 'Needs to be a valid name'],
    ['firstName', 'José-María', null],
    ['firstName', 'x'.repeat(100), null],
    ['firstName', 'x'.repeat(101), 'Needs to be a valid name'],
    ['lastName', '', 'You must enter your name'],
    ['lastName', 'W', 'Needs to be a valid name'],
    ['lastName', 'x'.repeat(101), 'Needs to be a valid name'],
    ['password', '', 'Password is too short - It should be at least 8 characters.'],
    ['password', 'Sh0rt!a', 'Password is too short - It should be at least 8 characters.'],
    ['password', 'Sh0rt!ab', null],
    ['password', `Aa1!${'x'.repeat(60)}`, null],
    ['password', `Aa1!${'x'.repeat(61)}`, 'Password is too long - should be up to 64 chars.'],
    ['password', 'NoDigits!!', weakMessage],
    ['password', 'NOLOWER11!', weakMessage],
    ['password', 'noupper11!', weakMessage],
    ['password', 'NoSymbol11', weakMessage],
    ['password', 'NoSymbol-11', weakMessage],
    ...Array.from('@$!#%*?&').map((symbol) => ['password', `Symb0lsOK${symbol}`, null] as const),
    ['confirmPassword', '', 'Passwords must match'],
    ['confirmPassword', 'Str0ng!Haul7X', 'Passwords must match'],
    ['phone', '', 'No phone provided'],
    ['phone', undefined, 'No phone provided'],
    ['phone', '(402)555-014', 'Phone numbers should have 10 digits'],
    ['phone', '402', 'Phone numbers should have 10 digits'],
    ['phone', '(402)555-01423', 'Phone numbers should have 10 digits'],
    ['phone', 'call me', 'Should contain a valid number'],
    ['phone', '(402)555-O142', 'Should contain a valid number'],
    ['phone', '(402)555-0142', null],
  ] as [string, unknown, string | null][])('%s %j: %s', (field, value, message) => {
    const values = { ...person, [field]: value };
    if (field === 'password') values.confirmPassword = String(value);
    if (field === 'email') values.confirmEmail = String(value);
    expect(messageOf(signupFormSchema, values, field)).toBe(message);
  });

  test('reports all errors together, mismatched repetitions too', () => {
    const values = { ...person, email: '', confirmEmail: 'x', password: '', confirmPassword: 'x' };
    const wrongFields = signupFormSchema.safeParse(values).error?.issues.map(({ path }) => path[0]);
    expect(new Set(wrongFields)).toEqual(new Set(['email', 'confirmEmail', 'password', 'confirmPassword']));
  });

  test('the first step asks for the address by the same rule', () => {
    expect(messageOf(signupEmailFormSchema, { email: '' }, 'email')).toBe(required);
    expect(messageOf(signupEmailFormSchema, {}, 'email')).toBe(required);
    expect(messageOf(signupEmailFormSchema, { email: 'a@b.c' }, 'email')).toBe('Needs to be a valid email');
  });
});

describe('Sign-up request', () => {
  test('carries neither repetition; consent is not presumed; the phone is ten digits', () => {
    const parsedRequest = signupSchema.parse(person);
    expect(parsedRequest).toEqual({
      email: person.email,
      password: person.password,
      firstName: 'Dana',
      lastName: 'Whitfield',
      phone: '4025550142',
      role: 'employer',
      tnNewsletters: false,
    });
    expect(writeText(newslettersConsent, 'en')).toBe("It's ok to send me emails and SMS/MMS about the product");
  });
});

describe('reset code and new password', () => {
  test('a code is read however it was typed', () => {
    expect(normalizeResetCode(' acde-fh 34 ')).toBe('ACDEFH34');
    expect(verifyTokenPasswordSchema.parse({ code: 'acde fh34' })).toEqual({ code: 'ACDEFH34' });
  });
  test.each([
    ['', 'Enter the 8-character code'],
    ['ACDEFH3', 'Enter the 8-character code'],
    ['ACDEFH345', 'Enter the 8-character code'],
    ['acde-fh34', null],
  ])('the form says of %j: %s', (code, message) => {
    expect(messageOf(resetCodeFormSchema, { email: 'dana@prairie.example', code }, 'code')).toBe(message);
  });
  test('the new password obeys the rules of the sign-up, and is typed twice', () => {
    const wrongPasswords = { newPassword: 'short', confirmPassword: 'shor' };
    expect(messageOf(resetPasswordFormSchema, wrongPasswords, 'newPassword')).toMatch(/^Password is too short/);
    expect(messageOf(resetPasswordFormSchema, wrongPasswords, 'confirmPassword')).toBe('Passwords must match');
    expect(messageOf(resetPasswordSchema, { code: 'ACDEFH34', newPassword: 'short' }, 'newPassword')).toMatch(/too short/);
  });
});

describe('Profile', () => {
  const profile = {
    id: 'x',
    firstName: 'Dana',
    lastName: 'Whitfield',
    email: 'dana@prairie.example',
    timezone: 'US/Central',
    profilePicture: null,
    roles: ['Employer'],
  };
  test.each(['firstName', 'lastName', 'email', 'timezone', 'profilePicture', 'roles'])('%s must be there', (field) => {
    expect(profileSchema.safeParse(profile).success).toBe(true);
    expect(profileSchema.safeParse({ ...profile, [field]: undefined }).success).toBe(false);
  });
  test.each(['US/Eastern', 'US/Central', 'US/Mountain', 'US/Pacific'])('%s is a timezone', (timezone) => {
    expect(profileSchema.safeParse({ ...profile, timezone }).success).toBe(true);
    expect(updateProfileSchema.safeParse({ timezone }).success).toBe(true);
  });
  test.each(['US/Alaska', 'America/Chicago', ''])('%j is none', (timezone) => {
    expect(profileSchema.safeParse({ ...profile, timezone }).success).toBe(false);
    expect(updateProfileSchema.safeParse({ timezone }).success).toBe(false);
  });
  test('every role must be known', () => {
    expect(profileSchema.safeParse({ ...profile, roles: ['Employer', 'Owner'] }).success).toBe(false);
  });
});

test.each(['dana@bücher.example', ' dana@example.com\u200b', '\uff44ana@example.com', 'Dana@Example.com'])(
  'the sign-up form takes %j in both fields',
  (email) => {
    const { error } = signupFormSchema.safeParse({ email, confirmEmail: email });
    expect(error?.issues.map(({ path }) => path[0])).not.toEqual(expect.arrayContaining(['confirmEmail']));
    expect(error?.issues.map(({ path }) => path[0])).not.toEqual(expect.arrayContaining(['email']));
  },
);
