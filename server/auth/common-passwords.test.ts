import { expect, test } from 'vitest';
import { isCommonPassword } from './common-passwords.ts';

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

test('a name or the address itself is no password', () => {
  const own = ['whitfield.d@prairie.example', 'Dana', 'Whitfield'];
  expect(isCommonPassword('Whitfield7!', own)).toBe(true);
  expect(isCommonPassword('Whitfield7!')).toBe(false);
  expect(isCommonPassword('Whitfieldd1!', own)).toBe(true);
});
