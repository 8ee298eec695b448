/**
 * When a paid period ends and when its renewal is due (`docs/product/money.md#renewals`,
 * `docs/product/jobs.md#renewing-a-job`). Days are calendar days in the time zone of the job's address.
 */
import type { JobStatus } from '#shared/jobs/jobs.ts';
import { addCalendarDays, isFurtherAhead, platformZone, type TimeZone } from '#shared/time-zone.ts';
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
  /** When the job was first posted. Its periods end at this time of day. */
  postingDate: Date | null;
  timeZone: TimeZone;
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
export function isRenewable(job: Posting & Pick<Period, 'expirationDate' | 'timeZone'>, now: Date): boolean {
  return isLapsed(job) || (job.status === 'POSTED' && !hasLongRemainder(job, now));
}

/** Whether the paid period has more time left than the renewal window, or has not started yet. */
export function hasLongRemainder(
  { status, expirationDate, timeZone }: Pick<Period, 'status' | 'expirationDate' | 'timeZone'>,
  now: Date,
): boolean {
  if (status === 'SCHEDULED') return true;
  const isRunning = status === 'POSTED' || status === 'DISABLED';
  return isRunning && expirationDate !== null && isFurtherAhead(expirationDate, renewalWindowDays, now, timeZone);
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
  const from = isRunning && end && !isPastGrace(period, now) ? end : now;
  const newEnd = addCalendarDays(from, postingDays, period.timeZone, period.postingDate ?? from);
  return period.expirationDate && period.expirationDate > newEnd ? period.expirationDate : newEnd;
}

/** When the boost ends if another one is bought now. The new days are added to a boost that is still active. */
export function calculateBoostEnd({ boostUntil, timeZone }: { boostUntil: Date | null; timeZone: TimeZone }, now: Date): Date {
  return addCalendarDays(boostUntil && boostUntil > now ? boostUntil : now, boostDays, timeZone);
}

/** When to try a failed renewal again after this many failures. Null after the last try. */
export function getNextRetryTime(unpaidSince: Date, failures: number, timeZone: TimeZone, now: Date): Date | null {
  const next = retryDays
    .slice(Math.max(0, failures - 1))
    .map((days) => addCalendarDays(unpaidSince, days, timeZone))
    .find((day) => day > now);
  return failures > retryDays.length ? null : (next ?? null);
}

/** Whether it is too late to charge the renewal without asking, because every retry day has passed. */
export function isPastGrace(period: Period, now: Date, lateDays = 0): boolean {
  const end = getPaidPeriodEnd(period);
  return !end || now > addCalendarDays(end, graceDays + lateDays, period.timeZone);
}

/** The last try may be this many days late, such as after an outage. */
const maxLateDays = 1;
type RetriedPeriod = Period & { renewalFailures: number };

/** Whether it is too late to charge a renewal that may have failed before. Its last try gets one more day. */
export function isTooLate(job: RetriedPeriod, now: Date): boolean {
  return isPastGrace(job, now, job.renewalFailures > 0 ? maxLateDays : 0);
}

/** Renewals are due up to this time. */
export const renewalHorizon = (now: Date): Date => new Date(now.getTime() + renewalLeadMinutes * minuteMs);
/**
 * Notices of renewals are due up to this time. One query finds the jobs of all zones, so the days are those of the platform's
 * zone. Elsewhere a notice in the week of a time change can be an hour off.
 */
export const noticeHorizon = (now: Date): Date => addCalendarDays(now, noticeDays, platformZone);
