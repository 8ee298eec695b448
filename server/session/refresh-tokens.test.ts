import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { newId } from '#drizzle/schema/columns.ts';
import { openKeys } from './keys.ts';
import { firstRefreshToken, hashOfRefreshToken, isAncestor, isOurs, sessionIdOf, successorOf } from './refresh-tokens.ts';

const keys = openKeys({ current: 'a key of a test, long enough for it' }, '/nowhere');
const otherKeys = openKeys({ current: 'another key of a test, long enough for it' }, '/nowhere');

describe('refresh tokens', () => {
  const id = newId();
  const first = firstRefreshToken(keys, id);

  test('name their session and nothing else', () => {
    expect(sessionIdOf(first)).toBe(id);
    expect(sessionIdOf(successorOf(keys, first))).toBe(id);
    expect(firstRefreshToken(keys, id)).not.toBe(first);
  });

  test.each(['', 'x', 'a.b.c', first.slice(1), `${first}A`, `${first}=`, randomBytes(48).toString('base64')])(
    'are not mistaken: %j',
    (text) => {
      expect(text === first ? null : sessionIdOf(text)).toBeNull();
    },
  );

  test('are told from guesses without a look at the family', () => {
    expect(isOurs(keys, first)).toBe(true);
    expect(isOurs(keys, successorOf(keys, first))).toBe(true);
    expect(isOurs(otherKeys, first)).toBe(false);
    for (let at = 0; at < 64; at++) {
      const bytes = Buffer.from(first, 'base64url');
      bytes[at] = (bytes[at] ?? 0) ^ 1;
      expect(isOurs(keys, bytes.toString('base64url'))).toBe(false);
    }
    for (const text of ['', 'x', `${first}A`, first.slice(1)]) expect(isOurs(keys, text)).toBe(false);
  });

  test('have one successor under a key, and no other key makes it', () => {
    expect(successorOf(keys, first)).toBe(successorOf(keys, first));
    expect(successorOf(otherKeys, first)).not.toBe(successorOf(keys, first));
    expect(successorOf(keys, successorOf(keys, first))).not.toBe(successorOf(keys, first));
  });

  test('are recognized as used however old they are; unknown tokens never are', () => {
    let current = first;
    for (let step = 0; step < 50; step++) current = successorOf(keys, current);
    expect(isAncestor(keys, first, hashOfRefreshToken(current))).toBe(true);
    expect(isAncestor(keys, current, hashOfRefreshToken(first))).toBe(false);
    expect(isAncestor(keys, firstRefreshToken(keys, id), hashOfRefreshToken(current))).toBe(false);
  });
});
