import { expect, test } from 'vitest';
import { nextDigestTime } from './notifications.ts';

test.each([
  ['before seven', 'US/Central', '2026-11-25T12:59:59Z', '2026-11-25T13:00:00.000Z'],
  ['at seven', 'US/Central', '2026-11-25T13:00:00Z', '2026-11-26T13:00:00.000Z'],
  ['in the evening, when it is another day in UTC', 'US/Pacific', '2026-11-26T03:00:00Z', '2026-11-26T15:00:00.000Z'],
  ['before the clock changes', 'US/Eastern', '2026-10-31T12:00:00Z', '2026-11-01T12:00:00.000Z'],
])('the daily email is at seven in the company’s time zone: %s', (_, timeZone, after, expected) => {
  expect(nextDigestTime(timeZone, new Date(after)).toISOString()).toBe(expected);
});
