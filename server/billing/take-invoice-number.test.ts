import { expect, test } from 'vitest';
import { invoiceNumberAt } from './take-invoice-number.ts';

const year = { year: 2026, shuffleKey: 'a key of the test' };

const numbersOf = (first: number, count: number, shuffleKey = year.shuffleKey) =>
  Array.from({ length: count }, (_, index) => invoiceNumberAt({ ...year, shuffleKey }, first + index));

test('every position of a year has its own number of six digits', () => {
  const numbers = numbersOf(1, 20_000);
  expect(new Set(numbers).size).toBe(20_000);
  expect(numbers.filter((number) => !/^INV-2026-\d{6}$/.test(number))).toEqual([]);
});

test('the distance of two numbers does not tell how many invoices are between them', () => {
  const digits = numbersOf(1, 1_000).map((number) => Number(number.slice(-6)));
  const increasing = digits.filter((value, index) => value > (digits[index - 1] ?? Infinity)).length;
  expect(increasing).toBeGreaterThan(400);
  expect(increasing).toBeLessThan(600);
  expect(Math.max(...digits)).toBeGreaterThan(900_000);
});

test('another key gives other numbers', () => {
  expect(numbersOf(1, 10)).not.toEqual(numbersOf(1, 10, 'another key'));
});

test('numbers after the first million of a year are longer and do not repeat earlier ones', () => {
  expect(numbersOf(1_000_001, 100).filter((number) => !/^INV-2026-1\d{6}$/.test(number))).toEqual([]);
});
