/** When what was bought for a job runs out, and when its renewal is due (`product: Money`, `product: Job states`). */
import { daysAfter } from '#shared/days.ts';
import type { JobStatus } from '#shared/jobs/jobs.ts';
import { boostDays, postingDays } from './pricing.ts';

/** Days after the end of the paid period at which a failed renewal is tried again; after the last the job goes down. */
export const retryDays = [1, 3, 5] as const;
const graceDays = Math.max(...retryDays);
/** A posted job becomes renewable this many days before it expires. */
export const renewalWindowDays = 7;
/** A company is told of a coming renewal so many days before. */
export const noticeDays = 3;
/** The worker begins a little before the paid period ends, so that the job never leaves the public for the time it takes. */
export const leadMinutes = 10;

const minuteMs = 60_000;

export type Period = {
  status: JobStatus;
  /** Until when it is up. */
  expirationDate: Date | null;
  /** End of the paid period, while its renewal fails. */
  unpaidSince: Date | null;
};

type Posting = { status: JobStatus; postingDate: Date | null };

/** The job was posted and its paid days are over. */
export function isLapsed({ status, postingDate }: Posting): boolean {
  return status === 'INACTIVE' && postingDate !== null;
}

/** A renewal can be added at any time by a buyer who sees how long the job already runs. */
export function canRenewAhead(job: Posting): boolean {
  return job.status === 'POSTED' || isLapsed(job);
}

/** Lapsed, or in its last days: the only time at which a buyer who may be repeating an earlier request can renew. */
export function isRenewable(job: Posting & Pick<Period, 'expirationDate'>, now: Date): boolean {
  return isLapsed(job) || (job.status === 'POSTED' && !runsLong(job, now));
}

/** More than the last days of the paid period are left, or the period has not begun. */
export function runsLong({ status, expirationDate }: Pick<Period, 'status' | 'expirationDate'>, now: Date): boolean {
  if (status === 'SCHEDULED') return true;
  const isRunning = status === 'POSTED' || status === 'DISABLED';
  return isRunning && expirationDate !== null && expirationDate > daysAfter(now, renewalWindowDays);
}

/** The end of what is paid. */
export const paidUntil = ({ expirationDate, unpaidSince }: Period): Date | null => unpaidSince ?? expirationDate;

/**
 * Adds the days to a period that runs (also through the tries of its renewal, and while an administrator keeps the job
 * down), begins a new one now for a job that lapsed.
 */
export function renewedUntil(period: Period, now: Date): Date {
  const end = paidUntil(period);
  const isRunning = period.status === 'POSTED' || period.status === 'DISABLED';
  const from = isRunning && end && now <= daysAfter(end, graceDays) ? end : now;
  const until = daysAfter(from, postingDays);
  return period.expirationDate && period.expirationDate > until ? period.expirationDate : until;
}

/** A boost that comes with a renewal or from an administrator adds its days to one that runs. */
export function boostedUntil(boostUntil: Date | null, now: Date): Date {
  return daysAfter(boostUntil && boostUntil > now ? boostUntil : now, boostDays);
}

/** When a renewal that has now failed so many times is tried again; null: not any more. */
export function nextTry(unpaidSince: Date, failures: number, now: Date): Date | null {
  const next = retryDays
    .slice(Math.max(0, failures - 1))
    .map((days) => daysAfter(unpaidSince, days))
    .find((day) => day > now);
  return failures > retryDays.length ? null : (next ?? null);
}

/** Too late to charge for without asking: nothing renewed it in all the days that tries take. */
export function isForgotten(period: Period, now: Date): boolean {
  const end = paidUntil(period);
  return !end || now > daysAfter(end, graceDays);
}

/** The last try may come so many days late, such as after the product stood still. */
const lateDays = 1;
type Tried = Period & { renewalFailures: number };

/** The same of a renewal that may have failed before: its last try counts for another day. */
export function isTooLate(job: Tried, now: Date): boolean {
  return isForgotten(job, job.renewalFailures > 0 ? daysAfter(now, -lateDays) : now);
}

/** Up to when renewals are due now, and notices of them. */
export const dueUntil = (now: Date): Date => new Date(now.getTime() + leadMinutes * minuteMs);
export const noticeUntil = (now: Date): Date => daysAfter(now, noticeDays);
