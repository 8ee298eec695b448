import { expect, test } from 'vitest';
import type { JobStatus } from '#shared/jobs.ts';
import { bulkWords } from './bulk-acts.ts';
import type { Job } from './queries.ts';

const job = (status: JobStatus) => ({ status, autoRenew: true, renewalCanceledAt: null }) as Job;

test('the question counts what is ticked, and how many of them cannot', () => {
  const { title, unable, doneText } = bulkWords('close', [job('POSTED'), job('CLOSED'), job('INACTIVE')]);
  expect(title).toBe('Close 3 jobs?');
  expect(unable).toBe('The state of 2 of them does not allow it: they stay as they are.');
  expect(doneText(1)).toBe('1 job closed');
});

test('one job is one, and nothing is said where all can', () => {
  expect(bulkWords('cancelRenewal', [job('POSTED')])).toMatchObject({ title: 'Cancel the renewal of 1 job?', unable: null });
  expect(bulkWords('tag', [job('CLOSED'), job('POSTED')])).toMatchObject({ title: 'Tag 2 jobs', unable: null });
});
