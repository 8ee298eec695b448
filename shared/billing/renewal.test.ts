import { describe, expect, it } from 'vitest';
import type { JobStatus } from '#shared/jobs/jobs.ts';
import { instantOf, localTimeIn } from '#shared/time-zone.ts';
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
const inUtc = { postingDate: null, timeZone: 'UTC' };
const running = (expirationDate: Date, unpaidSince: Date | null = null) => ({
  status: 'POSTED' as const,
  expirationDate,
  unpaidSince,
  ...inUtc,
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
    expect(calculateRenewalEnd({ status: 'INACTIVE', expirationDate: at(1), unpaidSince: null, ...inUtc }, at(20))).toEqual(
      at(50),
    );
    expect(
      calculateRenewalEnd({ status: 'PROCESSING_PAYMENT', expirationDate: at(1), unpaidSince: null, ...inUtc }, at(20)),
    ).toEqual(at(50));
    expect(calculateRenewalEnd(running(at(10)), at(20))).toEqual(at(50));
  });

  it('never shortens', () => {
    expect(calculateRenewalEnd({ status: 'INACTIVE', expirationDate: at(90), unpaidSince: null, ...inUtc }, at(20))).toEqual(
      at(90),
    );
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
    const job = (status: JobStatus) => ({ status, postingDate: at(1), expirationDate: at(20), timeZone: 'UTC' });
    expect([at(12), at(13), at(19), at(25)].map((now) => isRenewable(job('POSTED'), now))).toEqual([false, true, true, true]);
    expect(isRenewable(job('INACTIVE'), at(2))).toBe(true);
    expect(isRenewable({ ...job('INACTIVE'), postingDate: null }, at(21))).toBe(false);
    for (const status of ['CLOSED', 'DISABLED', 'SCHEDULED', 'DECLINED', 'PROCESSING_PAYMENT'] as const)
      expect(isRenewable(job(status), at(19))).toBe(false);
  });
});

describe('a renewal that fails', () => {
  it('is tried again after one, three and five days, then no more', () => {
    expect(getNextRetryTime(at(10), 1, 'UTC', at(10))).toEqual(at(11));
    expect(getNextRetryTime(at(10), 2, 'UTC', at(11))).toEqual(at(13));
    expect(getNextRetryTime(at(10), 3, 'UTC', at(13))).toEqual(at(15));
    expect(getNextRetryTime(at(10), 4, 'UTC', at(15))).toBeNull();
  });

  it('is never tried in the past, however late the last try was', () => {
    expect(getNextRetryTime(at(10), 1, 'UTC', at(12))).toEqual(at(13));
    expect(getNextRetryTime(at(10), 1, 'UTC', at(16))).toBeNull();
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
    expect(calculateBoostEnd({ boostUntil: null, timeZone: 'UTC' }, at(10))).toEqual(at(17));
    expect(calculateBoostEnd({ boostUntil: at(9), timeZone: 'UTC' }, at(10))).toEqual(at(17));
    expect(calculateBoostEnd({ boostUntil: at(12), timeZone: 'UTC' }, at(10))).toEqual(at(19));
  });
});

describe('days at a time change', () => {
  const central = (local: string) => instantOf(local, 'US/Central');
  const job = (expirationDate: Date, postingDate: Date | null = null) => ({
    ...running(expirationDate),
    postingDate,
    timeZone: 'US/Central',
  });

  it.each([
    ['2027-10-20T00:00', '2027-11-19T00:00'],
    ['2027-02-20T00:00', '2027-03-22T00:00'],
    ['2027-10-31T17:45', '2027-11-30T17:45'],
    ['2028-02-29T23:59', '2028-03-30T23:59'],
  ])('thirty days from %s end on %s', (start, end) => {
    expect(calculateRenewalEnd(job(central(start)), central(start))).toEqual(central(end));
  });

  it('do not move the end of later periods, even if the clock skips it once', () => {
    const postingDate = central('2027-02-12T02:30');
    const ends: Date[] = [];
    for (let end = postingDate; ends.length < 24; ends.push(end)) end = calculateRenewalEnd(job(end, postingDate), end);
    expect(localTimeIn('US/Central', ends[0] ?? 0)).toBe('2027-03-14T03:30');
    expect(new Set(ends.slice(1).map((end) => localTimeIn('US/Central', end).slice(11)))).toEqual(new Set(['02:30']));
  });

  it('keep retries, grace, boosts and the renewal window at the same time of day', () => {
    const end = central('2027-11-06T12:00');
    expect(getNextRetryTime(end, 1, 'US/Central', end)).toEqual(central('2027-11-07T12:00'));
    expect(isPastGrace(job(end), central('2027-11-11T12:00'))).toBe(false);
    expect(isPastGrace(job(end), central('2027-11-11T12:01'))).toBe(true);
    expect(calculateBoostEnd({ boostUntil: null, timeZone: 'US/Central' }, end)).toEqual(central('2027-11-13T12:00'));
    const posted = job(central('2027-11-10T12:00'), central('2027-10-11T12:00'));
    expect(isRenewable(posted, central('2027-11-03T11:59'))).toBe(false);
    expect(isRenewable(posted, central('2027-11-03T12:00'))).toBe(true);
  });
});
