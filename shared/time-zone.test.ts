import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { writeText } from '#shared/texts/write-text.ts';
import { timezones } from './catalogues.ts';
import {
  addCalendarDays,
  addDays,
  calendarDaysUntil,
  addWorkingDays,
  localDay,
  daysBetween,
  endOfDay,
  isFurtherAhead,
  instantOf,
  localIso,
  localTimeIn,
  sameProfileZone,
  startOfDay,
  zoneAbbreviation,
  zoneName,
} from './time-zone.ts';

const zones = [...timezones.map(({ code }) => code), 'US/Arizona', 'US/Alaska', 'US/Hawaii', 'UTC'];
/** Zones whose clocks change at midnight, or whose offset is not a whole number of hours. */
const unusualZones = ['Asia/Beirut', 'America/Havana', 'Australia/Adelaide', 'Asia/Kathmandu'];
const hourMs = 60 * 60 * 1000;

describe('the calendar day of a zone', () => {
  test('ends in Dallas six hours after it does in London', () => {
    expect(localDay('US/Central', '2026-11-24T05:59:59.999Z')).toBe('2026-11-23');
    expect(localDay('US/Central', '2026-11-24T06:00:00Z')).toBe('2026-11-24');
    expect(localDay('UTC', '2026-11-24T05:59:59.999Z')).toBe('2026-11-24');
  });

  test.each([
    ['2026-03-07', 24],
    ['2026-03-08', 23],
    ['2026-11-01', 25],
  ])('%s has %i hours where clocks change, and 24 in Arizona', (day, hours) => {
    const length = (zone: string) => (endOfDay(day, zone).getTime() - startOfDay(day, zone).getTime()) / hourMs;
    expect(timezones.map(({ code }) => length(code))).toEqual(timezones.map(() => hours));
    expect(length('US/Arizona')).toBe(24);
  });

  test('is the day of every instant from its start to its end', () => {
    const instant = fc.date({ min: new Date('2000-01-01'), max: new Date('2040-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(instant, fc.constantFrom(...zones, ...unusualZones), (at, zone) => {
        const day = localDay(zone, at);
        expect(at >= startOfDay(day, zone) && at < endOfDay(day, zone)).toBe(true);
        expect(localDay(zone, startOfDay(day, zone))).toBe(day);
        expect(localDay(zone, endOfDay(day, zone).getTime() - 1)).toBe(day);
        expect(localIso(zone, at).slice(0, 10)).toBe(day);
        expect(new Date(localIso(zone, at))).toEqual(at);
      }),
      { numRuns: 300 },
    );
  });

  test('moves by whole days, whatever their length', () => {
    expect(addDays('2026-03-07', 2)).toBe('2026-03-09');
    expect(addDays('2026-03-01', -1)).toBe('2026-02-28');
    expect(daysBetween('2026-03-07', '2026-03-09')).toBe(2);
    expect(daysBetween('2026-11-02', '2026-10-31')).toBe(-2);
  });
});

describe('calendar days after an instant', () => {
  const instant = fc.date({ min: new Date('2020-01-01'), max: new Date('2040-01-01'), noInvalidDate: true });
  const days = fc.integer({ min: -400, max: 400 });
  const zone = fc.constantFrom(...zones, 'US/Aleutian', ...unusualZones);
  const timeOf = (timeZone: string, at: Date) => localIso(timeZone, at).slice(11, 23);
  /** Whether the clock shows every time of the day once, so that nothing has to be chosen. */
  const isOrdinary = (timeZone: string, day: string) =>
    endOfDay(day, timeZone).getTime() - startOfDay(day, timeZone).getTime() === 24 * hourMs;

  test('are at the same time of day, on the right day', () => {
    fc.assert(
      fc.property(instant, days, zone, (at, count, timeZone) => {
        const day = addDays(localDay(timeZone, at), count);
        const result = addCalendarDays(at, count, timeZone);
        if (!isOrdinary(timeZone, day)) return;
        expect([localDay(timeZone, result), timeOf(timeZone, result)]).toEqual([day, timeOf(timeZone, at)]);
      }),
      { numRuns: 1000 },
    );
  });

  test('add up, whatever the steps', () => {
    fc.assert(
      fc.property(instant, days, days, zone, (at, first, second, timeZone) => {
        const start = localDay(timeZone, at);
        const touched = [start, addDays(start, first), addDays(start, first + second)];
        if (!touched.every((day) => isOrdinary(timeZone, day))) return;
        const inSteps = addCalendarDays(addCalendarDays(at, first, timeZone), second, timeZone);
        expect(inSteps).toEqual(addCalendarDays(at, first + second, timeZone));
      }),
      { numRuns: 1000 },
    );
  });

  test('are counted as they are added', () => {
    fc.assert(
      fc.property(instant, fc.integer({ min: 0, max: 400 }), zone, (at, count, timeZone) => {
        if (!isOrdinary(timeZone, localDay(timeZone, at))) return;
        expect(calendarDaysUntil(at, addCalendarDays(at, count, timeZone), timeZone)).toBe(count);
      }),
    );
    const boost = addCalendarDays(instantOf('2027-11-03T12:00', 'US/Central'), 7, 'US/Central');
    expect(calendarDaysUntil(instantOf('2027-11-03T12:01', 'US/Central'), boost, 'US/Central')).toBe(7);
    expect(calendarDaysUntil(instantOf('2027-11-10T11:59', 'US/Central'), boost, 'US/Central')).toBe(1);
  });

  test('are still to come or not, to the millisecond, even where clocks change', () => {
    const aroundSpringChange = fc.date({ min: new Date('2026-03-05'), max: new Date('2026-03-20'), noInvalidDate: true });
    const aroundFallChange = fc.date({ min: new Date('2026-10-30'), max: new Date('2026-11-13'), noInvalidDate: true });
    const fewDays = fc.integer({ min: 1, max: 10 });
    const hours = fc.constantFrom(-49, -25, -24, -23, -1, 1, 23, 24, 25, 49);
    fc.assert(
      fc.property(
        fc.oneof(instant, aroundSpringChange, aroundFallChange),
        fewDays,
        hours,
        zone,
        (at, count, hoursLater, timeZone) => {
          const limit = addCalendarDays(at, -count, timeZone);
          expect(isFurtherAhead(at, count, limit, timeZone)).toBe(false);
          expect(isFurtherAhead(at, count, new Date(limit.getTime() - 1), timeZone)).toBe(true);
          expect(isFurtherAhead(at, count, new Date(limit.getTime() + hoursLater * hourMs), timeZone)).toBe(hoursLater < 0);
        },
      ),
      { numRuns: 500 },
    );
  });

  test('land on the time that the clock shows instead of a skipped one', () => {
    const start = instantOf('2027-02-12T02:30', 'US/Central');
    const skipped = addCalendarDays(start, 30, 'US/Central');
    expect(localTimeIn('US/Central', skipped)).toBe('2027-03-14T03:30');
    expect(localTimeIn('US/Central', addCalendarDays(skipped, 30, 'US/Central', start))).toBe('2027-04-13T02:30');
    expect(localTimeIn('US/Central', addCalendarDays(skipped, 30, 'US/Central'))).toBe('2027-04-13T03:30');
  });
});

describe('a time on the clock of a zone', () => {
  test('is read as it is shown', () => {
    expect(instantOf('2026-11-23T09:00', 'US/Central').toISOString()).toBe('2026-11-23T15:00:00.000Z');
    expect(instantOf('2026-07-01T09:00', 'US/Central').toISOString()).toBe('2026-07-01T14:00:00.000Z');
    const time = fc.date({ min: new Date('2020-01-01'), max: new Date('2030-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(time, fc.constantFrom(...zones), (at, zone) => {
        const local = localTimeIn(zone, at);
        expect(localTimeIn(zone, instantOf(local, zone))).toBe(local);
      }),
    );
  });

  test('that comes twice is the first, and one that is skipped is the hour after', () => {
    expect(instantOf('2026-11-01T01:30', 'US/Central').toISOString()).toBe('2026-11-01T06:30:00.000Z');
    expect(localTimeIn('US/Central', instantOf('2026-03-08T02:30', 'US/Central'))).toBe('2026-03-08T03:30');
  });

  test('has a name', () => {
    const names = (day: string) => zones.map((zone) => zoneAbbreviation(zone, day));
    expect(names('2026-01-15T12:00:00Z')).toEqual(['EST', 'CST', 'MST', 'PST', 'MST', 'AKST', 'HST', 'UTC']);
    expect(names('2026-07-15T12:00:00Z')).toEqual(['EDT', 'CDT', 'MDT', 'PDT', 'MST', 'AKDT', 'HST', 'UTC']);
    expect(writeText(zoneName('US/Central'), 'en')).toBe('Central time');
  });
});

test.each([
  ['America/Detroit', 'US/Eastern'],
  ['America/Chicago', 'US/Central'],
  ['America/Boise', 'US/Mountain'],
  ['America/Tijuana', 'US/Pacific'],
  ['America/Phoenix', null],
  ['Europe/Berlin', null],
  ['Not/AZone', null],
  ['', null],
])('a browser in %s has the profile zone %s', (browser, zone) => {
  expect(sameProfileZone(browser)).toBe(zone);
});

test.each([
  ['2026-11-26', 1, '2026-11-27'],
  ['2026-11-27', 1, '2026-11-30'],
  ['2026-11-28', 1, '2026-11-30'],
  ['2026-11-27', 6, '2026-12-07'],
  ['2028-02-28', 1, '2028-02-29'],
])('%s plus %i working days is %s', (day, workingDays, expected) => {
  expect(addWorkingDays(day, workingDays)).toBe(expected);
});
