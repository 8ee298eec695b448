import { describe, expect, test } from 'vitest';
import { addCalendarDays, localDay, platformZone } from '#shared/time-zone.ts';
import {
  type AnswerStatistics,
  isAnswer,
  maxAnswerDays,
  nextAnswerReminder,
  usualAnswerDays,
  waitingNote,
} from './answer-time.ts';
import { stages } from './stages.ts';

test('every stage from Contacted on, and the decision against an applicant, is an answer', () => {
  const answers = stages.map(({ code }) => code).filter(isAnswer);
  expect(answers).toEqual(['contacted', 'interview', 'offer', 'hired', 'not_a_fit']);
});

describe('the usual answer time', () => {
  const usual = (changes: Partial<AnswerStatistics>) =>
    usualAnswerDays({ answers: 20, medianDays: 1.5, olderApplications: 10, olderAnswers: 5, ...changes });

  test.each([
    [0, 1],
    [0.2, 1],
    [1, 1],
    [1.01, 2],
    [13.5, 14],
    [14, 14],
    [14.01, null],
  ])('a median of %s days is shown as %s', (medianDays, days) => {
    expect(usual({ medianDays })).toBe(days);
  });

  test('needs 20 answers, and half of the older applications answered', () => {
    expect([usual({ answers: 19 }), usual({ answers: 0, medianDays: null })]).toEqual([null, null]);
    expect([usual({ olderAnswers: 4 }), usual({ olderApplications: 11 })]).toEqual([null, null]);
    expect(usual({ olderApplications: 0, olderAnswers: 0 })).toBe(2);
  });
});

test('reminders are in the morning after 5 and 10 days, also where an hour is missing on the way', () => {
  for (const sentAt of [new Date('2026-06-01T20:00:00Z'), new Date('2026-03-05T20:00:00Z'), new Date('2026-06-01T11:00:00Z')]) {
    const first = nextAnswerReminder(sentAt, sentAt, platformZone);
    const second = first && nextAnswerReminder(sentAt, first, platformZone);
    const days = [first, second].map(
      (time) => time && [localDay(platformZone, time), time >= addCalendarDays(sentAt, 5, platformZone)],
    );
    const isBeforeSeven = sentAt.getUTCHours() === 11;
    const dayAfter = (count: number) =>
      localDay(platformZone, addCalendarDays(sentAt, isBeforeSeven ? count : count + 1, platformZone));
    expect(days).toEqual([
      [dayAfter(5), true],
      [dayAfter(10), true],
    ]);
    expect(second && nextAnswerReminder(sentAt, second, platformZone)).toBeNull();
  }
});

test('a worker that was off for a week reminds once', () => {
  const sentAt = new Date('2026-06-01T20:00:00Z');
  expect(nextAnswerReminder(sentAt, new Date('2026-06-20T20:00:00Z'), platformZone)).toBeNull();
});

describe('what the driver reads while waiting', () => {
  const now = new Date();
  const sent = (days: number) => addCalendarDays(now, -days, platformZone);
  const remindedAt = sent(1);
  const note = (changes: Partial<Parameters<typeof waitingNote>[0]>) =>
    waitingNote(
      {
        status: 'viewed',
        hasHeard: false,
        applicationAt: sent(2),
        timeZone: platformZone,
        answersWithinDays: 3,
        remindedAt,
        ...changes,
      },
      now,
    );
  const nothing = { answersWithinDays: null, remindedAt: null };

  test('is first how fast the company answers, and later when it was reminded', () => {
    expect(note({})).toEqual({ answersWithinDays: 3, remindedAt: null });
    expect(note({ answersWithinDays: null })).toEqual(nothing);
    const applicationAt = sent(maxAnswerDays + 1);
    expect(note({ applicationAt })).toEqual({ answersWithinDays: null, remindedAt });
    expect(note({ applicationAt, remindedAt: null })).toEqual(nothing);
  });

  test.each(['contacted', 'interview', 'final_steps', 'hired', 'not_selected', 'closed', 'withdrawn'] as const)(
    'is nothing with the status %s',
    (status) => expect(note({ status })).toEqual(nothing),
  );

  test('is nothing after a message or a proposed interview', () => {
    expect(note({ hasHeard: true })).toEqual(nothing);
    expect(note({ hasHeard: true, applicationAt: sent(20) })).toEqual(nothing);
  });
});
