import { expect, test } from 'vitest';
import { placeSponsored } from './find-jobs.ts';

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => `job ${from + n}`);
const page = (number: number, lists: Parameters<typeof placeSponsored>[0]) =>
  placeSponsored(lists, { offset: (number - 1) * 20, limit: 20 });

test('each page begins with up to three sponsored jobs, and the others keep their order', () => {
  const lists = { sorted: range(1, 50), sponsored: range(41, 45) };
  expect(page(1, lists)).toEqual({ ids: [...range(41, 43), ...range(1, 17)], sponsoredIds: range(41, 43) });
  expect(page(2, lists)).toEqual({ ids: [...range(44, 45), ...range(18, 35)], sponsoredIds: range(44, 45) });
  expect(page(3, lists)).toEqual({ ids: [...range(36, 40), ...range(46, 50)], sponsoredIds: [] });
});

test('a sponsored job without a place on top is not below its own place', () => {
  const lists = { sorted: range(1, 25), sponsored: [...range(20, 22), 'job 5', 'job 23'] };
  expect(page(1, lists)).toEqual({ ids: [...range(20, 22), ...range(1, 17)], sponsoredIds: range(20, 22) });
  expect(page(2, lists)).toEqual({ ids: ['job 23', 'job 18', 'job 19', 'job 24', 'job 25'], sponsoredIds: ['job 23'] });
});

test('a page may begin anywhere, and is the same part of the whole order', () => {
  const lists = { sorted: range(1, 50), sponsored: range(41, 45) };
  const all = placeSponsored(lists, { offset: 0, limit: 50 }).ids;
  expect(new Set(all).size).toBe(50);
  expect(placeSponsored(lists, { offset: 7, limit: 7 }).ids).toEqual(all.slice(7, 14));
});
