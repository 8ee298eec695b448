import allNumbers from 'libphonenumber-js/min/metadata';
import { expect, test } from 'vitest';
import { accountFormSchema } from '#shared/accounts/account.ts';
import { en } from '#shared/texts/en.ts';
import { type SchemaIssue, textOfIssue } from '#shared/texts/texts.ts';
import { writeText } from '#shared/texts/write-text.ts';
import * as fields from './fields.ts';
import usNumbers from './us-phone-numbers.json' with { type: 'json' };

type FieldSchema = { safeParse: (value: unknown) => { success: boolean; error?: { issues: SchemaIssue[] } } };
const firstMessage = (field: FieldSchema, value: unknown) => {
  const [issue] = field.safeParse(value).error?.issues ?? [];
  return issue ? writeText(textOfIssue(issue), 'en') : 'fine';
};

test.each([
  [fields.emailField, '', en.errors.signupEmailRequired],
  [fields.emailField, undefined, en.errors.signupEmailRequired],
  [fields.emailField, 'a@b.c', 'Needs to be a valid email.'],
  [fields.emailField, 'dana@prairie', 'Needs to be a valid email.'],
  [fields.emailField, `${'a'.repeat(60)}@b.co`, 'Needs to be a valid email.'],
  [fields.loginEmailField, 'dana\u200b@prairie.example', 'fine'],
  [fields.signupEmailField, '', en.errors.signupEmailRequired],
  [fields.signupEmailField, 'a@b.c', 'Needs to be a valid email'],
  [fields.emailField, ' Dana.W+jobs@prairie-freight.co.us ', 'fine'],
  [fields.loginEmailField, 'john..doe@old.example', 'fine'],
  [fields.emailField, 'john..doe@old.example', 'Needs to be a valid email.'],
  [fields.loginEmailField, '', en.errors.loginEmailRequired],
  [fields.loginEmailField, 'nope', en.errors.emailInvalid],
  [fields.passwordField, 'Aa1@', en.errors.passwordShort],
  [fields.passwordField, `Aa1@${'x'.repeat(61)}`, en.errors.passwordLong],
  [fields.passwordField, 'alllower1@', en.errors.passwordWeak],
  [fields.passwordField, 'NoSymbol11', en.errors.passwordWeak],
  [fields.passwordField, 'Demo#2026', 'fine'],
  [fields.nameField, '', en.errors.nameRequired],
  [fields.nameField, 'x', en.errors.nameInvalid],
  [fields.nameField, 'José-María O’Neil', 'fine'],
  [fields.nameField, 'O', en.errors.nameInvalid],
  [fields.nameField, '李', 'fine'],
  [fields.nameField, '김', 'fine'],
  [fields.nameField, 'あ', 'fine'],
  [fields.nameField, '-', en.errors.nameInvalid],
  [fields.nameField, 'Jean‑Luc', 'fine'],
  [fields.nameField, 'Ana–María', 'fine'],
  [fields.nameField, 'O´Brien', 'fine'],
  [fields.nameField, '马丁·路德', 'fine'],
  [fields.phoneField, '(123)456-7890', 'fine'],
  [fields.phoneField, '+11234567890', 'fine'],
  [fields.phoneField, '12345', en.errors.phoneLength],
  [fields.optionalOfficePhoneField, '', 'fine'],
  [fields.optionalOfficePhoneField, '402.555.0143 x12', 'fine'],
  [fields.optionalOfficePhoneField, '402 555 014', en.errors.phoneLength],
  [fields.optionalOfficePhoneField, '+52 664 123 4567', en.errors.phoneNotUs],
  [accountFormSchema.shape.phone, '+52 664 123 4567', en.errors.phoneNotUs],
  [fields.phoneField, '40255501434', en.errors.phoneLength],
  [fields.phoneField, '52 664 123 4567', en.errors.phoneLength],
  [fields.phoneField, '402-555-0143 / 402-555-0144', en.errors.phoneLength],
  [fields.phoneField, '402-555-O143', en.errors.phoneInvalid],
  [fields.phoneField, 'Call 402 555 0143', en.errors.phoneInvalid],
  [fields.phoneField, '+52 664 123 4567', en.errors.phoneNotUs],
  [fields.phoneField, '0052 664 123 4567', en.errors.phoneNotUs],
  [fields.phoneField, '+44 20 7946 0958', en.errors.phoneNotUs],
  [fields.phoneField, '402-555-0143 x12', en.errors.phoneExtensionNotAllowed],
  [fields.phoneField, 'tel:+14025550143;ext=9', en.errors.phoneExtensionNotAllowed],
  [fields.phoneField, '(402) 555-0143 #9', en.errors.phoneExtensionNotAllowed],
  [fields.phoneField, '402-555-0143 ext. 12345678', en.errors.phoneExtensionNotAllowed],
  [fields.officePhoneField, '402-555-0143 x12', 'fine'],
  [fields.officePhoneField, '(123)456-7890', 'fine'],
  [fields.officePhoneField, '402-555-0143 ext. 12345678', en.errors.phoneExtensionLength],
  [fields.officePhoneField, '402-555-0143 / 402-555-0144', en.errors.phoneLength],
  [fields.phoneExtensionField, ' 0012345 ', 'fine'],
  [fields.phoneExtensionField, null, 'fine'],
  [fields.phoneExtensionField, '', 'fine'],
  [fields.phoneExtensionField, '12345678', en.errors.phoneExtensionLength],
  [fields.phoneExtensionField, 'x12', en.errors.phoneExtensionLength],
  [fields.calendarDateField, '2026-02-30', 'Enter a valid date'],
  [fields.calendarDateField, '2028-02-29', 'fine'],
  [fields.dollarsField, 12.345, 'Use at most 2 decimals'],
  [fields.dollarsField, 99_999_999.99, 'fine'],
  [fields.dollarsField, 100_000_000, 'Use at most 8 digits'],
  [fields.dollarsField, -1, 'Enter an amount of 0 or more'],
])('%# %s', (field, value, message) => {
  expect(firstMessage(field as FieldSchema, value)).toBe(message);
});

test.each([
  'http://a.com',
  'https://10.0.0.1/x',
  'https://user:pw@a.com',
  'https://localhost',
  'https://x.local',
  'javascript:alert(1)',
])('%s is no public web address', (address) => expect(fields.webAddressField.safeParse(address).success).toBe(false));

test('text that is no id reads as one that no row has', () => {
  expect(fields.idField.parse('42')).toBe('00000000-0000-0000-0000-000000000000');
  expect(fields.idField.parse('0198C2A4-5B2E-7CC0-8000-0123456789AB')).toBe('0198c2a4-5b2e-7cc0-8000-0123456789ab');
});

test.each([
  [fields.emailField, 'dana\u200b@prairie.example', 'dana@prairie.example'],
  [fields.emailField, '\u202edana@prairie.example', 'dana@prairie.example'],
  [fields.emailField, 'dana@prai\u00adrie.example', 'dana@prairie.example'],
  [fields.loginEmailField, 'dana\u3164@prairie.example', 'dana@prairie.example'],
  [fields.nameField, 'E\u202eva\u200b', 'Eva'],
  [fields.nameField, ' Mun\u0303oz\ufeff ', 'Muñoz'],
  [fields.lineField(1, 40), '\u2067Crew 👩🏽‍🚒\u200b 1️⃣\u2069', 'Crew 👩🏽‍🚒 1️⃣'],
  [fields.paragraphField(40), 'Jose\u0301\n\u200eNo\u00adtouch', 'José\nNotouch'],
])('%# %s is stored without invisible characters and composed', (field, text, stored) => {
  expect((field as { parse: (value: unknown) => unknown }).parse(text)).toBe(stored);
});

test.each([
  '+1 (402) 555-0142',
  'tel:+1-402-555-0142',
  '001 402 555 0142',
  '402  555  0142',
  '\u202a402-555-0142\u202c',
  '402\u2011555\u20110142',
  '\uff14\uff10\uff12 555 0142',
])('the phone number %s is kept as ten digits', (entered) => expect(fields.phoneDigitsField.parse(entered)).toBe('4025550142'));

test('the part of the phone library’s data that we ship is that of the installed version', () => {
  expect(usNumbers).toEqual(allNumbers.countries.US);
  expect(allNumbers.version).toBe(4);
});

test('a long name without spaces is refused in linear time', () => {
  const start = process.threadCpuUsage();
  expect(firstMessage(fields.nameField, 'x'.repeat(1_000_000))).toBe(en.errors.nameInvalid);
  expect(process.threadCpuUsage(start).user, 'microseconds of the processor').toBeLessThan(5_000_000);
});
