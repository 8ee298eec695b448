import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { seal, unseal } from './keys.ts';

const key = randomBytes(32);
/** Node's error if the authentication tag is wrong. */
const refusal = /unable to authenticate/i;
const secret = Buffer.from('a secret of twenty b');

test('a sealed secret opens with its key and owner only', () => {
  const sealed = seal(key, secret, 'dana');
  expect(unseal(key, sealed, 'dana')).toEqual(secret);
  expect(() => unseal(key, sealed, 'wanda')).toThrow(refusal);
  expect(() => unseal(randomBytes(32), sealed, 'dana')).toThrow(refusal);
});

test('no part of the secret shows, and sealing twice gives two texts', () => {
  const sealed = seal(key, secret, 'dana');
  expect(Buffer.from(sealed, 'base64url').includes(secret.subarray(0, 8))).toBe(false);
  expect(seal(key, secret, 'dana')).not.toBe(sealed);
});

test('a changed byte anywhere is noticed', () => {
  const bytes = Buffer.from(seal(key, secret, 'dana'), 'base64url');
  for (const position of bytes.keys()) {
    const changed = Buffer.from(bytes);
    changed[position] = (changed[position] ?? 0) ^ 1;
    expect(() => unseal(key, changed.toString('base64url'), 'dana')).toThrow(refusal);
  }
});
