import { expect, test } from 'vitest';
import { hashThreads, hashPassword, verifyPassword } from './passwords.ts';

test('a password is kept as argon2id with 19 MiB and two passes', async () => {
  expect(await hashPassword('Str0ng!Haul7x')).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
});

test('the same characters composed otherwise are the same password', async () => {
  const hash = await hashPassword('Caf\u00e9!7haul');
  expect(await verifyPassword(hash, 'Cafe\u0301!7haul')).toBe(true);
  expect(await verifyPassword(hash, 'Cafe!7haul')).toBe(false);
});

test('64 characters of four bytes each count to the last', async () => {
  const long = '🚚'.repeat(31) + 'a1';
  const hash = await hashPassword(long);
  expect(await verifyPassword(hash, long)).toBe(true);
  expect(await verifyPassword(hash, `${long.slice(0, -1)}2`)).toBe(false);
});

test('without an account the answer is no, whatever is tried', async () => {
  expect(await verifyPassword(null, 'Str0ng!Haul7x')).toBe(false);
  expect(await verifyPassword(undefined, '')).toBe(false);
});

test('more parallel requests than cores are all answered', async () => {
  const hash = await hashPassword('Str0ng!Haul7x');
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, n) => verifyPassword(hash, n % 2 ? 'Str0ng!Haul7x' : 'wrong')),
  );
  expect(answers.filter(Boolean)).toHaveLength(6);
});

test('requests are answered in order, except for those in parallel lanes', async () => {
  const ended: number[] = [];
  await Promise.all(
    Array.from({ length: 16 * hashThreads }, async (_, n) => ended.push((await hashPassword(`Str0ng!Haul${n}`), n))),
  );
  expect(Math.max(...ended.map((n, place) => Math.abs(n - place)))).toBeLessThanOrEqual(2 * hashThreads);
});
