import { expect, test } from 'vitest';
import { writeCalendar } from './calendar.ts';

const entry = {
  id: '0199f0a0-0000-7000-8000-000000000001',
  sequence: 2,
  startsAt: '2026-12-01T15:00:00.000Z',
  minutes: 45,
  title: 'Interview: Heron Freight',
  place: '12 Main St; Omaha, NE',
  description: 'About the job “Flatbed driver”',
  url: 'https://haulboard.example/members/home',
  isCanceled: false,
};
const addresses = { organizer: 'Haulboard <jobs@haulboard.example>', attendee: 'ana@example.com' };
/** Long lines are folded in the file (RFC 5545, section 3.1). */
const linesOf = (file: string) => file.replaceAll(/\r\n[ \t]/g, '').split('\r\n');

test('a calendar entry has its time in UTC, its length, place and number of changes', () => {
  expect(linesOf(writeCalendar(entry, addresses))).toEqual(
    expect.arrayContaining([
      'METHOD:REQUEST',
      `UID:${entry.id}@haulboard`,
      'SEQUENCE:2',
      'DTSTART:20261201T150000Z',
      'DTEND:20261201T154500Z',
      String.raw`LOCATION:12 Main St\; Omaha\, NE`,
      'STATUS:CONFIRMED',
      expect.stringMatching(/^ORGANIZER;.*mailto:jobs@haulboard\.example$/i),
      expect.stringMatching(/^ATTENDEE;.*mailto:ana@example\.com$/i),
    ]),
  );
});

test('a canceled entry removes the earlier one', () => {
  const lines = linesOf(writeCalendar({ ...entry, sequence: 3, isCanceled: true }, addresses));
  expect(lines).toEqual(expect.arrayContaining(['METHOD:CANCEL', `UID:${entry.id}@haulboard`, 'SEQUENCE:3', 'STATUS:CANCELLED']));
});

test('text cannot add lines to the file', () => {
  const lines = linesOf(writeCalendar({ ...entry, title: 'Interview\r\nATTENDEE:mailto:eve@example.com' }, addresses));
  expect(lines.some((line) => line.includes('eve@example.com') && !line.startsWith('SUMMARY'))).toBe(false);
});
