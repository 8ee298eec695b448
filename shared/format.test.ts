import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { languages, localeOf } from '#shared/texts/texts.ts';
import { writeText } from '#shared/texts/write-text.ts';
import * as format from './format.ts';

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
    expect([format.formatsIn('en').monthName('2026-01'), format.formatsIn('es').monthName('2025-12')]).toEqual([
      'Jan 2026',
      'dic 2025',
    ]);
  });

  test.each([null, undefined, ''])('that are not there (%j) are a dash', (none) => {
    const zone = 'US/Central';
    expect([format.date(none, zone), format.dateTime(none, zone), format.deadline(none, zone)]).toEqual(['-', '-', '-']);
  });
});

describe.each(languages)('numbers in %s', (language) => {
  const formats = format.formatsIn(language);
  const locale = localeOf(language);

  test('are written as in the United States', () => {
    expect([formats.money(1234.5), formats.money(300, true), formats.money(300.5, true)]).toEqual([
      '$1,234.50',
      '$300',
      '$300.50',
    ]);
    expect([formats.money(-20), formats.money(-0), formats.money(-0.001)]).toEqual(['-$20.00', '$0.00', '$0.00']);
    expect([formats.number(2500), formats.decimal(2500, 1), formats.listTotal(9_999)]).toEqual(['2,500', '2,500.0', '9,999']);
    expect([formats.fileSize(1), formats.fileSize(84_210), formats.fileSize(2_500_000)]).toEqual(['1 kB', '83 kB', '2.4 MB']);
    expect([formats.percent(0.125), formats.percent(0.0417, 1), formats.percent(1)]).toEqual(['13%', '4.2%', '100%']);
  });

  test('are those of Intl', () => {
    const dollars = new Intl.NumberFormat(locale, { style: 'currency', currency: 'USD' });
    fc.assert(
      fc.property(fc.integer({ min: -1e14, max: 1e14 }), (cents) => {
        expect(formats.money(cents / 100)).toBe(dollars.format(cents / 100 + 0));
        expect(formats.number(cents)).toBe(new Intl.NumberFormat(locale).format(cents + 0));
      }),
    );
  });

  test('say when counting stopped', () => {
    expect(formats.listTotal(10_000)).toBe('10,000+');
  });
});

test('lists and months are in the language', () => {
  expect(format.formatsIn('en').list(['Pay', 'Home time', 'Bonus'])).toBe('pay, home time, and bonus');
  expect(format.formatsIn('es').list(['Pago', 'Tiempo en casa', 'Bono'])).toBe('pago, tiempo en casa y bono');
});

test('our own dates match Intl exactly', () => {
  const timeZone = 'US/Mountain';
  const day = { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' } as const;
  const date = new Intl.DateTimeFormat(localeOf('en'), day);
  const dateTime = new Intl.DateTimeFormat(localeOf('en'), { ...day, hour: 'numeric', minute: '2-digit' });
  const moments = fc.date({ min: new Date('1900-01-01'), max: new Date('2199-12-31'), noInvalidDate: true });
  fc.assert(
    fc.property(moments, (at) => {
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
  expect([9.99, 10, 1041.726, null].map((miles) => writeText(format.shortDistance(miles), 'en'))).toEqual([
    'Under 10 mi',
    '10 mi',
    '1042 mi',
    'Not available',
  ]);
});
