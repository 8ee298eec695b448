import { describe, expect, test } from 'vitest';
import { writeText } from '#shared/texts/write-text.ts';
import {
  type JobStatus,
  type JobTransition,
  jobStatuses,
  listedStatuses,
  listedStatusesOf,
  canTransition,
  statusLabel,
  storedStatus,
  targetOf,
} from './jobs.ts';

const transitions: JobTransition[] = [
  'startPayment',
  'post',
  'schedule',
  'decline',
  'releasePayment',
  'close',
  'expire',
  'disable',
  'enable',
];

/** A second copy of the state diagram in `docs/product/jobs.md#job-states`, independent of the code. */
const diagram: Record<JobStatus, Partial<Record<JobTransition, JobStatus>>> = {
  INACTIVE: { startPayment: 'PROCESSING_PAYMENT' },
  DECLINED: { startPayment: 'PROCESSING_PAYMENT' },
  PROCESSING_PAYMENT: { post: 'POSTED', schedule: 'SCHEDULED', decline: 'DECLINED', releasePayment: 'INACTIVE' },
  SCHEDULED: { post: 'POSTED', close: 'CLOSED' },
  POSTED: { close: 'CLOSED', expire: 'INACTIVE', disable: 'DISABLED' },
  DISABLED: { enable: 'POSTED' },
  CLOSED: {},
};

test.each(jobStatuses.flatMap((from) => transitions.map((transition) => ({ from, transition }))))(
  'a job that is $from answers $transition as drawn',
  ({ from, transition }) => {
    const target = diagram[from][transition];
    expect(canTransition(from, transition)).toBe(target !== undefined);
    if (target) expect(targetOf(transition)).toBe(target);
  },
);

test('a posted job whose renewal was cancelled reads Canceled', () => {
  expect(writeText(statusLabel({ status: 'POSTED', renewalCanceledAt: null }), 'en')).toBe('Active');
  expect(writeText(statusLabel({ status: 'POSTED', renewalCanceledAt: '2026-01-01T00:00:00Z' }), 'en')).toBe('Canceled');
});

describe('a value of a status filter', () => {
  test.each([
    ['Cancelled', ['CANCELED']],
    ['CANCELED', ['CANCELED']],
    ['APPROVED', ['ACTIVE']],
    ['Active', ['ACTIVE']],
    ['POSTED', ['ACTIVE', 'CANCELED']],
    ['Inactive', ['INACTIVE']],
    ['Processing payment', ['PROCESSING_PAYMENT']],
    ['posted', []],
    ['constructor', []],
    ['', []],
  ])('%s means %j', (value, listed) => {
    expect(listedStatusesOf(value)).toEqual(listed);
  });

  test('names every status that a job can have', () => {
    expect(new Set(listedStatuses.map(storedStatus))).toEqual(new Set(jobStatuses));
    expect(jobStatuses.every((status) => listedStatusesOf(status).length > 0)).toBe(true);
  });
});
