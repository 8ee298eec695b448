import { describe, expect, test } from 'vitest';
import { suggestTime } from './suggested-time.ts';

/** A Friday, 4 PM in Chicago. */
const now = new Date('2026-12-04T22:00:00Z');
const input = { busyTimes: [], proposed: [], minutes: 30, timeZone: 'US/Central', now };

describe('the suggested time of an interview', () => {
  test('is at nine on the next working day without a proposed time, in the given time zone', () => {
    expect(suggestTime(input)).toBe('2026-12-07T09:00');
    expect(suggestTime({ ...input, proposed: ['2026-12-07T15:30', '2026-12-09T09:00'] })).toBe('2026-12-08T09:00');
    expect(suggestTime({ ...input, timeZone: 'Pacific/Auckland' })).toBe('2026-12-07T09:00');
  });

  test('overlaps no other interview of the person', () => {
    const nine = { startsAt: '2026-12-07T15:00:00Z', minutes: 30 };
    const noon = { startsAt: new Date('2026-12-07T18:00:00Z'), minutes: 60 };
    expect(suggestTime({ ...input, busyTimes: [nine] })).toBe('2026-12-07T10:00');
    expect(suggestTime({ ...input, busyTimes: [nine, noon], minutes: 240 })).toBe('2026-12-07T13:00');
  });

  test('is on a later day if the whole day is busy, and exists even if all days are', () => {
    expect(suggestTime({ ...input, busyTimes: [{ startsAt: '2026-12-07T14:00:00Z', minutes: 600 }] })).toBe('2026-12-08T09:00');
    expect(suggestTime({ ...input, busyTimes: [{ startsAt: now, minutes: 365 * 24 * 60 }] })).toMatch(/T09:00$/);
  });
});
