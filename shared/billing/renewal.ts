/**
 * When a paid period ends and when its renewal is due (`docs/product/money.md#renewals`,
 * `docs/product/jobs.md#renewing-a-job`).
 */
import { daysAfter } from '#shared/days.ts';
import type { JobStatus } from '#shared/jobs/jobs.ts';
import { boostDays, postingDays } from './pricing.ts';

/** A failed renewal is tried again this many days after the paid period ends. After the last try the job becomes inactive. */
export const retryDays = [1, 3, 5] as const;
const graceDays = Math.max(...retryDays);
/** A posted job becomes renewable this many days before it expires. */
export const renewalWindowDays = 7;
/** The company is told about a renewal this many days before it. */
export const noticeDays = 3;
/** The worker renews shortly before the paid period ends, so that the job stays public while the payment is in progress. */
export const leadMinutes = 10;

const minuteMs = 60_000;

export type Period = {
  status: JobStatus;
  /** When the job leaves the public pages. */
  expirationDate: Date | null;
  /** The end of the paid period while its renewal fails. */
  unpaidSince: Date | null;
};

type Posting = { status: JobStatus; postingDate: Date | null };

/** Whether the job was posted before and its paid period has ended. */
export function isLapsed({ status, postingDate }: Posting): boolean {
  return status === 'INACTIVE' && postingDate !== null;
}

/** Whether a buyer who sees how long the job still runs can renew it, at any time. */
export function canRenewAhead(job: Posting): boolean {
  return job.status === 'POSTED' || isLapsed(job);
}

/** Whether a request that may be a repeat can renew the job: only when the job has lapsed or is in its last days. */
export function isRenewable(job: Posting & Pick<Period, 'expirationDate'>, now: Date): boolean {
  return isLapsed(job) || (job.status === 'POSTED' && !hasLongRemainder(job, now));
}

/** Whether more than the renewal window is left of the paid period, or the period has not begun. */
export function hasLongRemainder({ status, expirationDate }: Pick<Period, 'status' | 'expirationDate'>, now: Date): boolean {
  if (status === 'SCHEDULED') return true;
  const isRunning = status === 'POSTED' || status === 'DISABLED';
  return isRunning && expirationDate !== null && expirationDate > daysAfter(now, renewalWindowDays);
}

/** The end of the paid period. */
export const paidUntil = ({ expirationDate, unpaidSince }: Period): Date | null => unpaidSince ?? expirationDate;

/**
 * The end of the period after a renewal. The days are added if the job still runs, also while its renewal is being retried
 * or an administrator has disabled it. A lapsed job starts a new period now.
 */
export function renewedUntil(period: Period, now: Date): Date {
  const end = paidUntil(period);
  const isRunning = period.status === 'POSTED' || period.status === 'DISABLED';
  const from = isRunning && end && now <= daysAfter(end, graceDays) ? end : now;
  const until = daysAfter(from, postingDays);
  return period.expirationDate && period.expirationDate > until ? period.expirationDate : until;
}

/** The end of the boost after another one. The days are added to a boost that is still active. */
export function boostedUntil(boostUntil: Date | null, now: Date): Date {
  return daysAfter(boostUntil && boostUntil > now ? boostUntil : now, boostDays);
}

/** When to try a failed renewal again after this many failures. Null after the last try. */
export function nextTry(unpaidSince: Date, failures: number, now: Date): Date | null {
  const next = retryDays
    .slice(Math.max(0, failures - 1))
    .map((days) => daysAfter(unpaidSince, days))
    .find((day) => day > now);
  return failures > retryDays.length ? null : (next ?? null);
}

/** Whether the renewal is too old to charge without asking: every retry day has passed. */
export function isForgotten(period: Period, now: Date): boolean {
  const end = paidUntil(period);
  return !end || now > daysAfter(end, graceDays);
}

/** The last try may be this many days late, such as after an outage. */
const lateDays = 1;
type RetriedPeriod = Period & { renewalFailures: number };

/** Whether a renewal that may have failed before is too old to charge. Its last try gets one more day. */
export function isTooLate(job: RetriedPeriod, now: Date): boolean {
  return isForgotten(job, job.renewalFailures > 0 ? daysAfter(now, -lateDays) : now);
}

/** Renewals, and notices of them, are due up to this time. */
export const renewalHorizon = (now: Date): Date => new Date(now.getTime() + leadMinutes * minuteMs);
export const noticeUntil = (now: Date): Date => daysAfter(now, noticeDays);
