import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { text } from '#shared/texts/texts.ts';
import { writeText } from '#shared/texts/write-text.ts';
import { localTimeIn } from '#shared/time-zone.ts';
import { textCommand, textConsentVersion, textingTime, textSize } from './text-message.ts';

test.each([
  ['', 'GSM-7', 1, 0],
  ['a'.repeat(160), 'GSM-7', 1, 160],
  ['a'.repeat(161), 'GSM-7', 2, 8],
  ['a'.repeat(306), 'GSM-7', 2, 153],
  ['a'.repeat(307), 'GSM-7', 3, 1],
  ['€'.repeat(80), 'GSM-7', 1, 160],
  // A character that counts as two is not split, so the first part has 152.
  ['€'.repeat(81), 'GSM-7', 2, 10],
  ['ñ'.repeat(160), 'GSM-7', 1, 160],
  ['á', 'UCS-2', 1, 1],
  ['’'.repeat(70), 'UCS-2', 1, 70],
  ['’'.repeat(71), 'UCS-2', 2, 4],
  ['🚚'.repeat(35), 'UCS-2', 1, 70],
  // A character of two units is not split, so the first part has 66.
  ['🚚'.repeat(36), 'UCS-2', 2, 6],
] as const)('the size of %s', (body, encoding, segments, used) => {
  expect(textSize(body)).toMatchObject({ encoding, segments, used });
});

test.each([
  ['STOP', 'stop'],
  [' stop. ', 'stop'],
  ['Stop all', 'stop'],
  ['STOPALL', 'stop'],
  ['unsubscribe', 'stop'],
  ['Cancel', 'stop'],
  ['END', 'stop'],
  ['quit!', 'stop'],
  ['START', 'start'],
  ['unstop', 'start'],
  ['help', 'help'],
  ['¡Alto!', 'stop'],
  ['cancelar', 'stop'],
  ['Empezar', 'start'],
  ['ayuda', 'help'],
  ['Alto, llego tarde', null],
  ['I can’t stop today', null],
  ['Yes', null],
  ['', null],
])('the command of %s', (body, command) => {
  expect(textCommand(body)).toBe(command);
});

test.each([
  ['US/Central', '2026-11-25T13:59:00Z', '2026-11-25T14:00:00Z'],
  ['US/Central', '2026-11-25T14:00:00Z', '2026-11-25T14:00:00Z'],
  ['US/Central', '2026-11-26T02:59:00Z', '2026-11-26T02:59:00Z'],
  ['US/Central', '2026-11-26T03:00:00Z', '2026-11-26T14:00:00Z'],
  // The night in which daylight saving time ends is an hour longer.
  ['US/Eastern', '2026-11-01T03:00:00Z', '2026-11-01T13:00:00Z'],
  ['US/Hawaii', '2026-11-25T14:00:00Z', '2026-11-25T18:00:00Z'],
])('a text in %s at %s is sent at %s', (zone, now, sendAt) => {
  expect(textingTime(zone, new Date(now))).toEqual(new Date(sendAt));
});

test('a text is never sent at night and never waits longer than the night', () => {
  const zones = fc.constantFrom('US/Eastern', 'US/Central', 'US/Mountain', 'US/Arizona', 'US/Pacific', 'US/Alaska', 'US/Hawaii');
  const instants = fc.date({ min: new Date('2026-01-01'), max: new Date('2028-01-01'), noInvalidDate: true });
  fc.assert(
    fc.property(zones, instants, (zone, now) => {
      const sendAt = textingTime(zone, now);
      const time = localTimeIn(zone, sendAt).slice(11);
      expect(time >= '08:00' && time < '21:00').toBe(true);
      expect(sendAt.getTime() - now.getTime()).toBeGreaterThanOrEqual(0);
      expect(sendAt.getTime() - now.getTime()).toBeLessThanOrEqual(12 * 60 * 60 * 1000);
    }),
  );
});

test('the wording of the consent has not changed without a new version', () => {
  const wording = (['en', 'es'] as const).map((language) => writeText(text('messages.textConsent', { phone: '' }), language));
  const hash = createHash('sha256').update(wording.join('\n')).digest('hex').slice(0, 12);
  expect({ version: textConsentVersion, hash }).toEqual({ version: '2026-11-25-2', hash: 'be80dfc39f4c' });
});
