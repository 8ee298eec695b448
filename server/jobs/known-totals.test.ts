import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Database } from '#server/db/open.ts';
import { knownTotals } from './known-totals.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const totals = () => knownTotals({} as Database);

test('a search is counted once for all who ask within a minute, and then again', async () => {
  const known = totals();
  const count = vi.fn<() => Promise<number>>(() => Promise.resolve(4018));
  expect(known.has('a')).toBe(false);
  expect(await Promise.all([known.get('a', count), known.get('a', count)])).toEqual([4018, 4018]);
  vi.advanceTimersByTime(59_999);
  expect(known.has('a')).toBe(true);
  expect(await known.get('a', count)).toBe(4018);
  expect(count).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1);
  expect(known.has('a')).toBe(false);
  expect(await known.get('a', () => Promise.resolve(4020))).toBe(4020);
});

test('a count that failed is not kept', async () => {
  const known = totals();
  await expect(known.get('a', () => Promise.reject(new Error('gone')))).rejects.toThrow('gone');
  expect(known.has('a')).toBe(false);
});

test('what is to be forgotten is counted again', async () => {
  const known = totals();
  await known.get('a', () => Promise.resolve(7));
  known.forget('a');
  expect(known.has('a')).toBe(false);
  expect(await known.get('a', () => Promise.resolve(6))).toBe(6);
});

test('of more than a thousand searches the eldest is forgotten', async () => {
  const known = totals();
  for (let n = 0; n <= 1000; n += 1) await known.get(`search ${n}`, () => Promise.resolve(n));
  expect(known.has('search 0')).toBe(false);
  expect(known.has('search 1')).toBe(true);
  expect(known.has('search 1000')).toBe(true);
});
