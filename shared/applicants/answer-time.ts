/** When companies answer applications (`docs/product/applicants-and-matching.md#answer-times`). */
import { nextDigestTime } from '#shared/notifications.ts';
import { addCalendarDays, type TimeZone } from '#shared/time-zone.ts';
import type { DriverStatus, Stage } from './stages.ts';

const answerStages: readonly Stage[] = ['contacted', 'interview', 'offer', 'hired', 'not_a_fit'];
/** Whether a move to the stage answers the application. */
export const isAnswer = (stage: Stage): boolean => answerStages.includes(stage);

/** The answer time is calculated from the applications of this period. */
export const answerPeriodDays = 180;
/** A longer answer time is not shown, and an application that waits longer is silent. */
export const maxAnswerDays = 14;
const minAnswers = 20;

export type AnswerStatistics = {
  answers: number;
  /** Null without answers. */
  medianDays: number | null;
  /** The applications older than {@link maxAnswerDays}, and how many of them were answered. */
  olderApplications: number;
  olderAnswers: number;
};

/** In how many days a company usually answers. Null if there are too few answers, or if it takes too long. */
export function usualAnswerDays({ answers, medianDays, olderApplications, olderAnswers }: AnswerStatistics): number | null {
  if (medianDays === null || answers < minAnswers || olderAnswers * 2 < olderApplications) return null;
  const days = Math.max(1, Math.ceil(medianDays));
  return days > maxAnswerDays ? null : days;
}

const reminderDays = [5, 10] as const;

/** When the company is next reminded of an application, or null. Reminders are at the time of the daily emails. */
export function nextAnswerReminder(sentAt: Date, after: Date, timeZone: TimeZone): Date | null {
  const times = reminderDays.map((days) => nextDigestTime(timeZone, addCalendarDays(sentAt, days, timeZone)));
  return times.find((time) => time > after) ?? null;
}

const waitingStatuses: readonly DriverStatus[] = ['sent', 'viewed', 'in_review'];

type WaitingApplication = {
  status: DriverStatus;
  /** Whether the company has written to the driver or proposed an interview since. */
  hasHeard: boolean;
  applicationAt: Date;
  timeZone: TimeZone;
  answersWithinDays: number | null;
  remindedAt: Date | null;
};

/**
 * What a driver reads about an application without an answer: how fast the company usually answers, and later when it was reminded.
 * Whether there is an answer depends only on what the driver knows, because a move to `not_a_fit` may not be told yet.
 */
export function waitingNote(
  { status, hasHeard, applicationAt, timeZone, answersWithinDays, remindedAt }: WaitingApplication,
  now: Date,
): Pick<WaitingApplication, 'answersWithinDays' | 'remindedAt'> {
  const isWaiting = waitingStatuses.includes(status) && !hasHeard;
  const isSilent = addCalendarDays(applicationAt, maxAnswerDays, timeZone) < now;
  return {
    answersWithinDays: isWaiting && !isSilent ? answersWithinDays : null,
    remindedAt: isWaiting && isSilent ? remindedAt : null,
  };
}
