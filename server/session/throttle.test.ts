import { expect, test } from 'vitest';
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

test('a delay is reported as text and in seconds', () => {
  expect(tooMany(0.2)).toMatchObject({ status: 429, retryAfter: 1, message: 'Too many attempts. Try again in 1 second.' });
  expect(tooMany(600)).toMatchObject({ retryAfter: 600, message: 'Too many attempts. Try again in 10 minutes.' });
});
