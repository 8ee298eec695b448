import { readFileSync } from 'node:fs';
import { dictionary } from '@zxcvbn-ts/language-common';
import { expect, test } from 'vitest';
import { en } from '#shared/texts/en.ts';
import { assertUncommon, breachedPasswordsFile, isBreached } from './common-passwords.ts';

function isCommonPassword(password: string, accountWords: readonly string[] = []): boolean {
  try {
    assertUncommon(password, accountWords, 'password');
    return false;
  } catch {
    return true;
  }
}

test.each([
  'Password1!',
  'P@ssw0rd123',
  'Passw0rd!',
  'Welcome2026!',
  'Qwerty123$',
  '!!Trucker99',
  'Summer#2026',
  'Haulboard1!',
  'Abc12345!',
  'PassPass1!',
  'Aa1!1111',
])('%s is a common word in disguise', (password) => {
  expect(isCommonPassword(password)).toBe(true);
});

test.each(['Str0ng!Haul7x', 'Demo#2026', 'correctHorse7!battery', 'xK9$mQ2vLp', 'Marigold-41-Tin', 'Rig4Nebraska!Cold'])(
  '%s is not',
  (password) => {
    expect(isCommonPassword(password)).toBe(false);
  },
);

// These come from lists of leaked passwords. All of them satisfy the composition rule.
test.each(
  `P@ssw0rd P@ssw0rd1 Passw0rd! Pa$$w0rd P@$$w0rd1 P4ssw0rd! Passw@rd1 Admin@123 Pass@123 Welcome@123 Welcome1! Abcd@1234
  Abc@12345 Test@123 Test1234! Google@123 Krishna@123 Nokia@123 Changeme1! Change@123 Letmein1! Letmein! Monkey1! Dragon1!
  Aa@123456 Aa123456! Asdf@1234 Asdf1234! Qwer!234 Zaq1@wsx !QAZ2wsx 1qaz!QAZ 1qaz@WSX Q1w2e3r4! A1b2c3d4! Master@123
  System@123 Root@1234 Temp1234! User@123 Guest@123 Hello@123 Iloveyou1! Football1! Baseball1! Michael1! Jordan23!
  Liverpool1! Summer2024! Winter2024! Spring2024! Autumn2024! January2024! Monday1! Company1! Sunshine1! Princess1!
  Charlie1! Superman1! Batman123! Trustno1! Starwars1! Computer1! Freedom1! Whatever1! Qwerty123! Qwerty@123 Zxcvbnm1!
  W3lc0me! We1come! S3cret!1 L3tm31n! M0nkey!1 Dr@g0n123 F00tball! B@seball1 Trucker#1 Truck3r! Driver@123 Haulb0ard!`.split(
    /\s+/,
  ),
)('%s is among the leaked', (password) => {
  expect(isCommonPassword(password)).toBe(true);
});

test('capitals, signs and digits around any of the 3,000 commonest do not help', () => {
  const missed = dictionary['passwords-common'].slice(0, 3000).filter((word) => {
    const letters = word
      .toLowerCase()
      .replace(/^[^a-z]+/, '')
      .replace(/[^a-z]+$/, '');
    return letters.length >= 4 && !isCommonPassword(`${word.charAt(0).toUpperCase()}${word.slice(1)}2026!`);
  });
  expect(missed).toEqual([]);
});

const accountValues = ['whitfield.d@prairie.example', 'Dana', 'Whitfield'];
test.each([
  'Whitfield7!',
  'Whitfieldd1!',
  'Wh1tf1eld7!',
  'Dana#48213',
  'DanaWhitfield1!',
  'Whitfield.Dana9',
  'Whitfield-Dana#9',
  'Prairie#48213',
  'Whitfield.D@Prairie.example1',
])('%s is her own name or address', (password) => {
  expect(isCommonPassword(password, accountValues)).toBe(true);
  expect(isCommonPassword(password, ['x@y.example', 'Kofi', 'Oyelaran'])).toBe(password === 'Dana#48213');
});

test('names of three letters and of other alphabets', () => {
  expect(isCommonPassword('Kim#48213!', ['k@x.example', 'Kim', 'Ødegård'])).toBe(true);
  expect(isCommonPassword('Ødegård1!', ['k@x.example', 'Kim', 'Ødegård'])).toBe(true);
  expect(isCommonPassword('Str0ng!Haul7x', ['k@x.example', 'Ян', '李'])).toBe(false);
});

test('a text of nothing but signs is checked quickly', () => {
  const start = process.threadCpuUsage();
  for (const sign of ['!', '@', 'a', '1', 'a1!']) isCommonPassword(sign.repeat(64), accountValues);
  expect(process.threadCpuUsage(start).user, 'microseconds of the processor').toBeLessThan(5_000_000);
});

test('says which of the two it is', () => {
  const accountValues = ['dana@prairie.example', 'Dana', 'Whitfield'];
  const checkPassword = (password: string) => () => assertUncommon(password, accountValues, 'password');
  expect(checkPassword('Whitfield#1')).toThrow(expect.objectContaining({ message: en.errors.passwordOwnName }));
  expect(checkPassword('Password1!')).toThrow(expect.objectContaining({ message: en.errors.passwordCommon }));
  expect(checkPassword('Str0ng!Haul7x')).not.toThrow();
});

// These leaked passwords satisfy the composition rule and are not common words.
test.each(['L58jkdjP!', 'Jhon@ta2011', 'l58JKDJp!'])('%s was leaked', (password) => {
  expect(() => assertUncommon(password, [], 'password')).toThrow(
    expect.objectContaining({ message: en.errors.passwordBreached, field: 'password' }),
  );
});

test('the list has the 100,000 most common leaked passwords, and few others match', () => {
  const fingerprintCount = readFileSync(breachedPasswordsFile).length / 4;
  expect(fingerprintCount).toBeGreaterThan(100_000);
  for (const leaked of ['123456', 'password', 'trustno1', 'liverpool', 'ncc1701']) expect(isBreached(leaked), leaked).toBe(true);
  const matches = Array.from({ length: 20_000 }, (_, n) => `Unused-${n}-Password`).filter(isBreached);
  expect(matches.length).toBeLessThan(5);
});
