import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { newId } from '#drizzle/schema/columns.ts';
import { openKeys } from './keys.ts';
import { firstRefreshToken, hashRefreshToken, isAncestor, isOwnToken, readSessionId, deriveNextToken } from './refresh-tokens.ts';

const keys = openKeys({ current: 'a key of a test, long enough for it' }, '/nowhere');
const otherKeys = openKeys({ current: 'another key of a test, long enough for it' }, '/nowhere');

describe('refresh tokens', () => {
  const id = newId();
  const first = firstRefreshToken(keys, id);

  test('name their session and nothing else', () => {
    expect(readSessionId(first)).toBe(id);
    expect(readSessionId(deriveNextToken(keys, first))).toBe(id);
    expect(firstRefreshToken(keys, id)).not.toBe(first);
  });

  test.each(['', 'x', 'a.b.c', first.slice(1), `${first}A`, `${first}=`, randomBytes(48).toString('base64')])(
    'are not mistaken: %j',
    (text) => {
      expect(text === first ? null : readSessionId(text)).toBeNull();
    },
  );

  test('are distinguished from guesses without reading the family', () => {
    expect(isOwnToken(keys, first)).toBe(true);
    expect(isOwnToken(keys, deriveNextToken(keys, first))).toBe(true);
    expect(isOwnToken(otherKeys, first)).toBe(false);
    for (let position = 0; position < 64; position++) {
      const bytes = Buffer.from(first, 'base64url');
      bytes[position] = (bytes[position] ?? 0) ^ 1;
      expect(isOwnToken(keys, bytes.toString('base64url'))).toBe(false);
    }
    for (const text of ['', 'x', `${first}A`, first.slice(1)]) expect(isOwnToken(keys, text)).toBe(false);
  });

  test('have one successor under a key, and no other key makes it', () => {
    expect(deriveNextToken(keys, first)).toBe(deriveNextToken(keys, first));
    expect(deriveNextToken(otherKeys, first)).not.toBe(deriveNextToken(keys, first));
    expect(deriveNextToken(keys, deriveNextToken(keys, first))).not.toBe(deriveNextToken(keys, first));
  });

  test('are recognized as used however old they are; unknown tokens never are', () => {
    let currentToken = first;
    for (let step = 0; step < 50; step++) currentToken = deriveNextToken(keys, currentToken);
    expect(isAncestor(keys, first, hashRefreshToken(currentToken))).toBe(true);
    expect(isAncestor(keys, currentToken, hashRefreshToken(first))).toBe(false);
    expect(isAncestor(keys, firstRefreshToken(keys, id), hashRefreshToken(currentToken))).toBe(false);
  });
});
