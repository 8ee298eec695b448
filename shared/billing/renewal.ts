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
/** The company is notified this many days before a renewal. */
export const noticeDays = 3;
/** The worker renews shortly before the paid period ends, so that the job stays public while the payment is in progress. */
export const renewalLeadMinutes = 10;

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

/** Whether a buyer can renew the job at any time. The buyer sees how long the job still runs. */
export function canRenewAhead(job: Posting): boolean {
  return job.status === 'POSTED' || isLapsed(job);
}

/** Whether a request that may be a repeat can renew the job: only when the job has lapsed or is in its last days. */
export function isRenewable(job: Posting & Pick<Period, 'expirationDate'>, now: Date): boolean {
  return isLapsed(job) || (job.status === 'POSTED' && !hasLongRemainder(job, now));
}

/** Whether the paid period has more time left than the renewal window, or has not started yet. */
export function hasLongRemainder({ status, expirationDate }: Pick<Period, 'status' | 'expirationDate'>, now: Date): boolean {
  if (status === 'SCHEDULED') return true;
  const isRunning = status === 'POSTED' || status === 'DISABLED';
  return isRunning && expirationDate !== null && expirationDate > daysAfter(now, renewalWindowDays);
}

/** The end of the paid period. */
export const getPaidPeriodEnd = ({ expirationDate, unpaidSince }: Period): Date | null => unpaidSince ?? expirationDate;

/**
 * The end of the period after a renewal. The days are added to the current period if the job is still running, even while its
 * renewal is being retried or an administrator has disabled it. A lapsed job starts a new period now.
 */
export function calculateRenewalEnd(period: Period, now: Date): Date {
  const end = getPaidPeriodEnd(period);
  const isRunning = period.status === 'POSTED' || period.status === 'DISABLED';
  const from = isRunning && end && now <= daysAfter(end, graceDays) ? end : now;
  const newEnd = daysAfter(from, postingDays);
  return period.expirationDate && period.expirationDate > newEnd ? period.expirationDate : newEnd;
}

/** The end of the boost after another one. The days are added to a boost that is still active. */
export function calculateBoostEnd(boostUntil: Date | null, now: Date): Date {
  return daysAfter(boostUntil && boostUntil > now ? boostUntil : now, boostDays);
}

/** When to try a failed renewal again after this many failures. Null after the last try. */
export function getNextRetryTime(unpaidSince: Date, failures: number, now: Date): Date | null {
  const next = retryDays
    .slice(Math.max(0, failures - 1))
    .map((days) => daysAfter(unpaidSince, days))
    .find((day) => day > now);
  return failures > retryDays.length ? null : (next ?? null);
}

/** Whether it is too late to charge the renewal without asking, because every retry day has passed. */
export function isPastGrace(period: Period, now: Date): boolean {
  const end = getPaidPeriodEnd(period);
  return !end || now > daysAfter(end, graceDays);
}

/** The last try may be this many days late, such as after an outage. */
const maxLateDays = 1;
type RetriedPeriod = Period & { renewalFailures: number };

/** Whether it is too late to charge a renewal that may have failed before. Its last try gets one more day. */
export function isTooLate(job: RetriedPeriod, now: Date): boolean {
  return isPastGrace(job, job.renewalFailures > 0 ? daysAfter(now, -maxLateDays) : now);
}

/** Renewals are due up to this time. */
export const renewalHorizon = (now: Date): Date => new Date(now.getTime() + renewalLeadMinutes * minuteMs);
/** Notices of renewals are due up to this time. */
export const noticeHorizon = (now: Date): Date => daysAfter(now, noticeDays);
