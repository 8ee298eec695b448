import { expect, test } from 'vitest';
import { renewalAnswer, renewalLine, renewalNote, resumeLabel } from './job-acts.ts';

const renewable = {
  status: 'INACTIVE' as const,
  autoRenew: true,
  renewable: true,
  renewalCanceledAt: null,
  renewalCancellationReason: null,
};
const endingJob = { ...renewable, autoRenew: false };
const canceled = { ...endingJob, renewalCanceledAt: new Date('2026-11-02T10:00:00Z') };

test('the list and the page of a job give the same answer', () => {
  for (const job of [renewable, endingJob, canceled]) expect(renewalLine(job).split(',')[0]).toBe(renewalAnswer(job));
  expect([renewable, endingJob, canceled].map(renewalAnswer)).toEqual(['Yes', 'No', 'No']);
});

test('the page says how often, and why no more', () => {
  expect([renewable, endingJob, canceled].map(renewalLine)).toEqual(['Yes, every 30 days', 'No', 'No, canceled']);
  expect(renewalLine({ ...canceled, renewalCancellationReason: 'Filled' })).toBe('No, canceled: Filled');
});

test('the list notes why it ended, or that it can be taken up again', () => {
  expect(renewalNote({ ...endingJob, renewable: false })).toBeNull();
  expect(renewalNote(endingJob)).toBe('Can be renewed');
  expect(renewalNote({ ...endingJob, status: 'POSTED' })).toBe('Can be renewed');
  expect(renewalNote({ ...renewable, status: 'POSTED' })).toBeNull();
  expect(renewalNote(canceled)).toBe('Canceled');
  expect(renewalNote({ ...canceled, renewalCancellationReason: 'Filled' })).toBe('Filled');
});

test('only a renewal that was canceled is resumed', () => {
  expect(resumeLabel(canceled)).toBe('Resume renewal');
  expect(resumeLabel(endingJob)).toBe('Turn on auto-renew');
});
