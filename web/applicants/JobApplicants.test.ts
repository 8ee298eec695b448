import { expect, test } from 'vitest';
import { type JobStatus, jobStatuses } from '#shared/jobs/jobs.ts';
import type { JobDetail } from '#web/jobs/queries.ts';
import { noApplicantsText } from './JobApplicants.tsx';

const hyperlink = {
  id: '1',
  addonType: 'hyperlink',
  cost: 100,
  subscribed: true,
  isPaid: true,
  jobHyperlink: 'https://own.example',
} as const;
const job = (status: JobStatus, overrides: Partial<JobDetail> = {}) => ({ status, renewable: false, addons: [], ...overrides });

test('only the empty state of a posted job says that applicants will come', () => {
  const actionable = jobStatuses.filter((status) => noApplicantsText(job(status)).includes('appear here automatically'));
  expect(actionable).toEqual(['POSTED']);
});

test('a job with an external application page does not promise applicants until that option ends', () => {
  expect(noApplicantsText(job('POSTED', { addons: [hyperlink] }))).toContain('don’t appear here');
  expect(noApplicantsText(job('POSTED', { addons: [{ ...hyperlink, isPaid: false }] }))).toContain('automatically');
});

test('one that has run out is renewed, one that never was up is paid', () => {
  expect(noApplicantsText(job('INACTIVE', { renewable: true }))).toContain('Renew it');
  expect(noApplicantsText(job('INACTIVE'))).toContain('after you pay');
});
