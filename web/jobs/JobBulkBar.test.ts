import { describe, expect, test } from 'vitest';
import type { JobStatus } from '#shared/jobs/jobs.ts';
import { bulkActionTexts } from './JobBulkBar.tsx';
import type { Job } from './queries.ts';

const job = (status: JobStatus, overrides: Partial<Job> = {}) =>
  ({ status, autoRenew: true, renewalCanceledAt: null, ...overrides }) as Job;
const statusTexts = (texts: ReturnType<typeof bulkActionTexts>) => texts.skippedJobs.map(({ statusText }) => statusText);

describe('what is asked before many jobs are', () => {
  test('closed counts those that can be, and names the others by their states', () => {
    const jobs = (['POSTED', 'SCHEDULED', 'INACTIVE', 'CLOSED', 'PROCESSING_PAYMENT'] as const).map((status) => job(status));
    const texts = bulkActionTexts('close', jobs);
    expect(texts).toMatchObject({ title: 'Close 2 jobs?', confirm: 'Close 2 jobs', eligibleJobs: jobs.slice(0, 2) });
    expect(statusTexts(texts)).toEqual(['Inactive', 'Closed', 'Processing payment']);
    expect(texts.getDoneText(1)).toBe('1 job closed');
  });

  test('closed is not asked where none can be', () => {
    expect(bulkActionTexts('close', [job('INACTIVE'), job('CLOSED')])).toMatchObject({
      title: 'You can’t close any of these jobs',
      eligibleJobs: [],
    });
  });

  test('jobs whose renewal is already off are listed as not renewed', () => {
    const canceled = job('POSTED', { autoRenew: false, renewalCanceledAt: '2026-01-02T00:00:00.000Z' });
    const texts = bulkActionTexts('cancelRenewal', [
      job('POSTED'),
      canceled,
      job('SCHEDULED', { autoRenew: false }),
      job('DECLINED'),
    ]);
    expect(texts).toMatchObject({ title: 'Cancel renewal for 1 job?', confirm: 'Cancel 1 renewal' });
    expect(statusTexts(texts)).toEqual(['Canceled', 'Scheduled, auto-renew off', 'Declined']);
  });

  test('tagged leaves none out', () => {
    expect(bulkActionTexts('tag', [job('CLOSED'), job('POSTED')])).toMatchObject({ title: 'Tag 2 jobs', skippedJobs: [] });
  });
});
