import { expect, test } from 'vitest';
import { writeText } from '#shared/texts/write-text.ts';
import { toAddressKey, toEmailKey, tooMany } from './throttle.ts';

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
])('the address %s counts as %s', (ip, key) => {
  expect(toAddressKey(ip)).toBe(key);
});

test('an e-mail address is a key without case, and not readable', () => {
  expect(toEmailKey(' Dana@Prairie.example')).toBe(toEmailKey('dana@prairie.example'));
  expect(toEmailKey('dana@prairie.example')).not.toContain('dana');
});

test.each([
  [0.2, 1, 'Too many attempts. Try again in 1 second.', 'Demasiados intentos. Inténtelo en 1 segundo.'],
  [119, 119, 'Too many attempts. Try again in 119 seconds.', 'Demasiados intentos. Inténtelo en 119 segundos.'],
  [600, 600, 'Too many attempts. Try again in 10 minutes.', 'Demasiados intentos. Inténtelo en 10 minutos.'],
  [86_400, 86_400, 'Too many attempts. Try again in 1440 minutes.', 'Demasiados intentos. Inténtelo en 1440 minutos.'],
])('a delay of %d seconds is reported in both languages and as a number', (seconds, retryAfter, english, spanish) => {
  const error = tooMany(seconds);
  expect(error).toMatchObject({ status: 429, retryAfter });
  expect([writeText(error.text, 'en'), writeText(error.text, 'es')]).toEqual([english, spanish]);
});
