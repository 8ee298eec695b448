import { expect, test } from 'vitest';
import { isJobPage } from './seen-jobs.ts';

const id = '0190b5a4-77aa-7b3c-9d2e-0f1a2b3c4d5e';
const isJob = (path: string) => isJobPage(new URL(path, 'https://haulboard.example'));

test('the public page of a job is stored, in every language and with any query', () => {
  for (const path of [`/jobs/${id}`, `/es/jobs/${id}`, `/jobs/${id}?source=feed`, `/jobs/${id}#about`])
    expect(isJob(path), path).toBe(true);
});

test('no other page is stored', () => {
  const paths = [
    '/',
    '/jobs',
    '/jobs?location=Omaha',
    '/jobs/count',
    `/jobs/${id}/apply`,
    `/jobs/${id}/go`,
    `/apply/${id}`,
    `/company/jobs/${id}`,
    `/company/jobs/${id}/detail`,
    `/members/saved?save=${id}`,
    `/api/1.0/jobs/${id}`,
    `/x/jobs/${id}`,
  ];
  for (const path of paths) expect(isJob(path), path).toBe(false);
});
