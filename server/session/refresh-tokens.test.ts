import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { newId } from '#drizzle/schema/columns.ts';
import { openKeys } from './keys.ts';
import { firstRefreshToken, hashOfRefreshToken, isAncestor, sessionIdOf, successorOf } from './refresh-tokens.ts';

const keys = openKeys('a key of a test, long enough for it', '/nowhere');
const otherKeys = openKeys('another key of a test, long enough for it', '/nowhere');

describe('refresh tokens', () => {
  const id = newId();
  const first = firstRefreshToken(id);

  test('name their session and nothing else', () => {
    expect(sessionIdOf(first)).toBe(id);
    expect(sessionIdOf(successorOf(keys, first))).toBe(id);
    expect(firstRefreshToken(id)).not.toBe(first);
  });

  test.each(['', 'x', 'a.b.c', first.slice(1), `${first}A`, `${first}=`, randomBytes(48).toString('base64')])(
    'are not mistaken: %j',
    (text) => {
      expect(text === first ? null : sessionIdOf(text)).toBeNull();
    },
  );

  test('have one successor under a key, and no other key makes it', () => {
    expect(successorOf(keys, first)).toBe(successorOf(keys, first));
    expect(successorOf(otherKeys, first)).not.toBe(successorOf(keys, first));
    expect(successorOf(keys, successorOf(keys, first))).not.toBe(successorOf(keys, first));
  });

  test('are recognised as spent however far back they stand, and strangers never', () => {
    let current = first;
    for (let step = 0; step < 50; step++) current = successorOf(keys, current);
    expect(isAncestor(keys, first, hashOfRefreshToken(current))).toBe(true);
    expect(isAncestor(keys, current, hashOfRefreshToken(first))).toBe(false);
    expect(isAncestor(keys, firstRefreshToken(id), hashOfRefreshToken(current))).toBe(false);
  });
});
