import { describe, expect, test } from 'vitest';
import { type JobStatus, jobStatuses } from '#shared/jobs/jobs.ts';
import {
  canRenewAhead,
  isClosable,
  isEditable,
  isLapsed,
  isPayable,
  isRenewalCancelable,
  isRenewalResumable,
  isSchedulable,
} from './job-actions.ts';

const job = (status: JobStatus, overrides = {}) => ({
  status,
  renewable: false,
  orderId: 'order',
  renewalCanceledAt: null,
  autoRenew: true,
  ...overrides,
});

describe('what can be done with a job', () => {
  test('a declined or never paid one is paid again', () => {
    expect(isPayable(job('DECLINED'))).toBe(true);
    expect(isPayable(job('INACTIVE'))).toBe(true);
  });

  test('a lapsed one, one without an order and a running one are not', () => {
    expect(isPayable(job('INACTIVE', { renewable: true }))).toBe(false);
    expect(isPayable(job('INACTIVE', { orderId: null }))).toBe(false);
    expect(isPayable(job('POSTED'))).toBe(false);
  });

  test('a running one can be renewed ahead, and has not lapsed in its last days', () => {
    expect([canRenewAhead(job('POSTED')), canRenewAhead(job('INACTIVE', { renewable: true }))]).toEqual([true, true]);
    expect([canRenewAhead(job('INACTIVE')), canRenewAhead(job('SCHEDULED'))]).toEqual([false, false]);
    expect([isLapsed(job('POSTED', { renewable: true })), isLapsed(job('INACTIVE', { renewable: true }))]).toEqual([false, true]);
  });

  test('a posted or scheduled one is closed', () => {
    expect((['POSTED', 'SCHEDULED'] as const).every((status) => isClosable(job(status)))).toBe(true);
    expect((['INACTIVE', 'DECLINED', 'CLOSED', 'DISABLED'] as const).some((status) => isClosable(job(status)))).toBe(false);
  });

  test('any but a closed one is edited', () => {
    expect(jobStatuses.filter((status) => !isEditable(job(status)))).toEqual(['CLOSED']);
  });

  test('a renewal is cancelled once', () => {
    expect(isRenewalCancelable(job('POSTED'))).toBe(true);
    expect(isRenewalCancelable(job('POSTED', { renewalCanceledAt: new Date() }))).toBe(false);
    expect(isRenewalCancelable(job('POSTED', { autoRenew: false }))).toBe(false);
    expect(isRenewalCancelable(job('CLOSED'))).toBe(false);
  });

  test('a renewal that is off can be resumed while the job is posted or scheduled', () => {
    const autoRenewOff = { autoRenew: false };
    const resumable = jobStatuses.filter((status) => isRenewalResumable(job(status, autoRenewOff)));
    expect(resumable).toEqual(['POSTED', 'SCHEDULED']);
    expect(isRenewalResumable(job('POSTED'))).toBe(false);
  });

  test('a scheduled job can be moved to another date', () => {
    const canReschedule = (status: JobStatus, postingDate: string | null) => isSchedulable({ status, postingDate });
    const postedAt = '2026-10-01T00:00:00.000Z';
    expect([canReschedule('SCHEDULED', postedAt), canReschedule('INACTIVE', null), canReschedule('DECLINED', null)]).toEqual([
      true,
      true,
      true,
    ]);
    expect([
      canReschedule('POSTED', postedAt),
      canReschedule('INACTIVE', postedAt),
      canReschedule('CLOSED', null),
      canReschedule('PROCESSING_PAYMENT', null),
    ]).not.toContain(true);
  });
});
