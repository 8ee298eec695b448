import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as format from './format.ts';
import { writeText } from '#shared/texts/write-text.ts';

const moment = '2026-03-09T05:05:00Z';

describe('dates', () => {
  test('are MM/DD/YYYY in the zone', () => {
    expect(format.date(moment, 'US/Eastern')).toBe('03/09/2026');
    expect(format.date(moment, 'US/Pacific')).toBe('03/08/2026');
    expect(format.dateTime(moment, 'US/Central')).toBe('03/09/2026, 12:05 AM');
    expect(format.deadline(moment, 'US/Central')).toBe('03/09/2026, 12:05 AM CDT');
  });

  test('without a zone of their own stay the day that they are', () => {
    expect(format.calendarDate('2026-12-31')).toBe('12/31/2026');
    expect(format.shortDate('2026-12-31')).toBe('12/31/26');
  });

  test('a month has its name in the language and its year, whatever the zone', () => {
    expect([format.monthName('2026-01', 'en'), format.monthName('2025-12', 'es')]).toEqual(['Jan 2026', 'dic 2025']);
  });

  test.each([null, undefined, ''])('that are not there (%j) are a dash', (none) => {
    const zone = 'US/Central';
    expect([format.date(none, zone), format.dateTime(none, zone), format.deadline(none, zone)]).toEqual(['-', '-', '-']);
  });
});

test('the locale is en-US', () => {
  expect(format.money(1234.5)).toBe('$1,234.50');
  expect(format.money(300, true)).toBe('$300');
  expect(format.number(2500)).toBe('2,500');
});

test('our own formatting matches Intl exactly', () => {
  const cents = fc.integer({ min: -1e14, max: 1e14 }).filter((amount) => amount !== 0);
  const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
  const short = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', minimumFractionDigits: 0 });
  const wholeNumber = new Intl.NumberFormat('en-US');
  const timeZone = 'US/Mountain';
  const day = { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' } as const;
  const date = new Intl.DateTimeFormat('en-US', day);
  const dateTime = new Intl.DateTimeFormat('en-US', { ...day, hour: 'numeric', minute: '2-digit' });
  const moments = fc.date({ min: new Date('1900-01-01'), max: new Date('2199-12-31'), noInvalidDate: true });
  fc.assert(
    fc.property(cents, moments, fc.double({ min: -1e9, max: 1e9, noNaN: true }), (sum, at, anyAmount) => {
      expect(format.money(sum / 100)).toBe(dollars.format(sum / 100));
      expect(format.money(sum, true)).toBe(short.format(sum));
      // Adding 0 turns -0 into 0, because Intl would write "-$0.00".
      expect(format.money(anyAmount)).toBe(dollars.format(anyAmount + 0));
      expect(format.number(sum)).toBe(wholeNumber.format(sum));
      expect(format.date(at, timeZone)).toBe(date.format(at));
      expect(format.dateTime(at.toISOString(), timeZone)).toBe(dateTime.format(at));
    }),
    { numRuns: 2000 },
  );
});

test('a phone is (xxx)xxx-xxxx', () => {
  expect([format.phone('4025550142'), format.phone('402'), format.phone(null)]).toEqual(['(402)555-0142', '402', '-']);
});

test('an extension is behind the phone', () => {
  expect(format.phone('4025550142', '12')).toBe('(402)555-0142 ext. 12');
  expect(format.phone(null, '12')).toBe('-');
});

test('Impersonation, the countdown is mm:ss', () => {
  expect([600, 598.2, 59, 0, -1].map(format.countdown)).toEqual(['10:00', '09:59', '00:59', '00:00', '00:00']);
});

test('distances', () => {
  expect([9.99, 10, 41.726, null].map((miles) => writeText(format.distance(miles), 'en'))).toEqual([
    'Less than 10 miles',
    '10.00 miles',
    '41.73 miles',
    'Not available',
  ]);
});

test('a total that counting stopped at says so', () => {
  expect(format.listTotal(9_999)).toBe('9,999');
  expect(format.listTotal(10_000)).toBe('10,000+');
});
