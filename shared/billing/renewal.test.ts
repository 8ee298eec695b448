import { describe, expect, it } from 'vitest';
import type { JobStatus } from '#shared/jobs/jobs.ts';
import {
  calculateBoostEnd,
  canRenewAhead,
  isPastGrace,
  isRenewable,
  isTooLate,
  getNextRetryTime,
  calculateRenewalEnd,
} from './renewal.ts';

const at = (day: number, hour = 12) => new Date(Date.UTC(2026, 4, day, hour));
const running = (expirationDate: Date, unpaidSince: Date | null = null) => ({
  status: 'POSTED' as const,
  expirationDate,
  unpaidSince,
});

describe('a renewal', () => {
  it('adds thirty days to the running period', () => {
    expect(calculateRenewalEnd(running(at(20)), at(10))).toEqual(at(50));
    expect(calculateRenewalEnd(running(at(20)), at(20))).toEqual(at(50));
    expect(calculateRenewalEnd({ ...running(at(20)), status: 'DISABLED' }, at(10))).toEqual(at(50));
  });

  it('counts from the end of what was paid while it is tried again, not from the days of grace', () => {
    expect(calculateRenewalEnd(running(at(23), at(20)), at(23))).toEqual(at(50));
  });

  it('starts from now for a lapsed job', () => {
    expect(calculateRenewalEnd({ status: 'INACTIVE', expirationDate: at(1), unpaidSince: null }, at(20))).toEqual(at(50));
    expect(calculateRenewalEnd({ status: 'PROCESSING_PAYMENT', expirationDate: at(1), unpaidSince: null }, at(20))).toEqual(
      at(50),
    );
    expect(calculateRenewalEnd(running(at(10)), at(20))).toEqual(at(50));
  });

  it('never shortens', () => {
    expect(calculateRenewalEnd({ status: 'INACTIVE', expirationDate: at(90), unpaidSince: null }, at(20))).toEqual(at(90));
    expect(calculateRenewalEnd(running(at(90), at(20)), at(20))).toEqual(at(90));
  });

  it('can be bought ahead for jobs that are up, and for those that lapsed', () => {
    expect(canRenewAhead({ status: 'POSTED', postingDate: at(1) })).toBe(true);
    expect(canRenewAhead({ status: 'INACTIVE', postingDate: at(1) })).toBe(true);
    expect(canRenewAhead({ status: 'INACTIVE', postingDate: null })).toBe(false);
    for (const status of ['CLOSED', 'DISABLED', 'SCHEDULED', 'DECLINED', 'PROCESSING_PAYMENT'] as const)
      expect(canRenewAhead({ status, postingDate: at(1) })).toBe(false);
  });

  it('is possible from the seventh day before the end, and once the job lapsed', () => {
    const job = (status: JobStatus) => ({ status, postingDate: at(1), expirationDate: at(20) });
    expect([at(12), at(13), at(19), at(25)].map((now) => isRenewable(job('POSTED'), now))).toEqual([false, true, true, true]);
    expect(isRenewable(job('INACTIVE'), at(2))).toBe(true);
    expect(isRenewable({ ...job('INACTIVE'), postingDate: null }, at(21))).toBe(false);
    for (const status of ['CLOSED', 'DISABLED', 'SCHEDULED', 'DECLINED', 'PROCESSING_PAYMENT'] as const)
      expect(isRenewable(job(status), at(19))).toBe(false);
  });
});

describe('a renewal that fails', () => {
  it('is tried again after one, three and five days, then no more', () => {
    expect(getNextRetryTime(at(10), 1, at(10))).toEqual(at(11));
    expect(getNextRetryTime(at(10), 2, at(11))).toEqual(at(13));
    expect(getNextRetryTime(at(10), 3, at(13))).toEqual(at(15));
    expect(getNextRetryTime(at(10), 4, at(15))).toBeNull();
  });

  it('is never tried in the past, however late the last try was', () => {
    expect(getNextRetryTime(at(10), 1, at(12))).toEqual(at(13));
    expect(getNextRetryTime(at(10), 1, at(16))).toBeNull();
  });

  it('is given up once all retry days have passed', () => {
    expect(isPastGrace(running(at(10)), at(15))).toBe(false);
    expect(isPastGrace(running(at(10)), at(16))).toBe(true);
    expect(isPastGrace(running(at(16), at(10)), at(16))).toBe(true);
  });

  it('is made at its last try up to a day late', () => {
    const tried = (renewalFailures: number) => ({ ...running(at(15), at(10)), renewalFailures });
    expect([isTooLate(tried(0), at(15, 13)), isTooLate(tried(3), at(15, 13))]).toEqual([true, false]);
    expect([isTooLate(tried(3), at(16)), isTooLate(tried(3), at(16, 13))]).toEqual([false, true]);
  });
});

describe('a boost', () => {
  it('lasts seven days and adds them to one that runs', () => {
    expect(calculateBoostEnd(null, at(10))).toEqual(at(17));
    expect(calculateBoostEnd(at(9), at(10))).toEqual(at(17));
    expect(calculateBoostEnd(at(12), at(10))).toEqual(at(19));
  });
});
