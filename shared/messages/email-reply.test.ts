import { expect, test } from 'vitest';
import { extractAddress, isAutomatic, maxEmailLength, extractReplyText } from './email-reply.ts';

const quoted = '> Can you start on Monday?\n> Dana\n';

test.each([
  ['Gmail', `Yes, I can.\n\nOn Wed, Nov 25, 2026 at 9:00 AM Prairie Freight <no-reply@x.example> wrote:\n\n${quoted}`],
  [
    'a wrapped header',
    `Yes, I can.\n\nOn Wed, Nov 25, 2026 at 9:00 AM Prairie Freight\n<no-reply@x.example> wrote:\n\n${quoted}`,
  ],
  ['Spanish', `Yes, I can.\r\n\r\nEl mié, 25 nov 2026 a las 9:00, Prairie (<no-reply@x.example>) escribió:\r\n\r\n${quoted}`],
  ['Outlook', 'Yes, I can.\n\nFrom: Prairie <a@x.example>\nSent: Wednesday\nTo: Marcus\nSubject: A message\n\nCan you start?'],
  ['bold Outlook', 'Yes, I can.\n\n*From:* Prairie <a@x.example>\n*Sent:* Wednesday\n*To:* Marcus\n\nCan you start?'],
  ['an old program', 'Yes, I can.\n\n-----Original Message-----\nFrom: Prairie\n\nCan you start?'],
  ['a phone', `Yes, I can.\n\nSent from my iPhone\n\n> On Nov 25, 2026, at 9:00 AM, Prairie <a@x.example> wrote:\n>\n${quoted}`],
  ['an answer below', `On Wed, Nov 25, 2026 at 9:00 AM Prairie <a@x.example> wrote:\n${quoted}\nYes, I can.\n`],
  ['a signature', 'Yes, I can.\n\n-- \nMarcus Oyelaran\n402-555-0177'],
  ['control characters', 'Yes,\u0000 I\u0007 can.'],
  ['invisible characters', 'Yes,\u200b I \u202ecan.\ufeff'],
])('the answer without the quoted message: %s', (_, email) => {
  expect(extractReplyText(email, 2000)).toBe('Yes, I can.');
});

test('words that look like a quote stay', () => {
  for (const text of [
    'On Monday I can start.\nThanks',
    'From: Omaha, I can drive anywhere',
    'I wrote: yes',
    'De: nada',
    'To: go',
  ])
    expect(extractReplyText(text, 2000)).toBe(text);
});

test('an answer has no words if only the quote is there, and is cut at the limit', () => {
  expect(extractReplyText(quoted, 2000)).toBe('');
  expect(extractReplyText(' \n\n', 2000)).toBe('');
  expect(extractReplyText('a'.repeat(5000), 2000)).toHaveLength(2000);
});

test.each(['\n', ' ', '> ', '>', 'On 1 ', 'On 1\n', 'From: ', 'From: a\n', '-', '<', 'wrote:', '-----Original Message-----\n'])(
  'a large email of %j is read in linear time',
  (part) => {
    const start = process.threadCpuUsage();
    extractReplyText(part.repeat(maxEmailLength), 2000);
    expect(process.threadCpuUsage(start).user, 'microseconds of the processor').toBeLessThan(5_000_000);
  },
);

test('the address of a sender', () => {
  expect(extractAddress('Marcus <Marcus@Test.example>')).toBe('marcus@test.example');
  expect(extractAddress(' marcus@test.example ')).toBe('marcus@test.example');
  expect(extractAddress('"evil <driver@test.example>" <other@test.example>')).toBe('other@test.example');
});

const email = { from: 'marcus@test.example', subject: 'Re: A message', headers: {} };
test.each([
  [{ headers: { 'Auto-Submitted': 'auto-replied' } }, true],
  [{ headers: { 'auto-submitted': 'no' } }, false],
  [{ headers: { Precedence: 'bulk' } }, true],
  [{ headers: { 'X-Autoreply': 'yes' } }, true],
  [{ headers: { 'Return-Path': '<>' } }, true],
  [{ subject: 'Automatic reply: A message' }, true],
  [{ subject: 'Out of office' }, true],
  [{ subject: 'Respuesta automática: hola' }, true],
  [{ subject: 'Re: Automatic transmission' }, false],
  [{ from: 'Mail <MAILER-DAEMON@x.example>' }, true],
  [{ from: 'no-reply@x.example' }, true],
  [{}, false],
])('an email that a program wrote: %j', (part, expected) => {
  expect(isAutomatic({ ...email, ...part })).toBe(expected);
});
