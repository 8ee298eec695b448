import { expect, test } from 'vitest';
import { renewalAnswer, renewalLine, renewalNote, resumeLabel } from './job-actions.ts';

const renewingJob = {
  status: 'INACTIVE' as const,
  autoRenew: true,
  renewable: true,
  renewalCanceledAt: null,
  renewalCancellationReason: null,
  renewalFailing: false,
};
const endingJob = { ...renewingJob, autoRenew: false };
const canceledJob = { ...endingJob, renewalCanceledAt: new Date('2026-11-02T10:00:00Z') };

test('the list and the page of a job give the same answer', () => {
  for (const job of [renewingJob, endingJob, canceledJob]) expect(renewalLine(job).split(',')[0]).toBe(renewalAnswer(job));
  expect([renewingJob, endingJob, canceledJob].map(renewalAnswer)).toEqual(['Yes', 'No', 'No']);
});

test('the page says how often, and why no more', () => {
  expect([renewingJob, endingJob, canceledJob].map(renewalLine)).toEqual(['Yes, every 30 days', 'No', 'No, canceled']);
  expect(renewalLine({ ...canceledJob, renewalCancellationReason: 'Filled' })).toBe('No, canceled: Filled');
});

test('the list shows why it ended, or that it can be resumed', () => {
  expect(renewalNote({ ...endingJob, renewable: false })).toBeNull();
  expect(renewalNote(endingJob)).toBe('Can be renewed');
  expect(renewalNote({ ...endingJob, status: 'POSTED' })).toBe('Can be renewed');
  expect(renewalNote({ ...renewingJob, status: 'POSTED' })).toBeNull();
  expect(renewalNote({ ...renewingJob, status: 'POSTED', renewalFailing: true })).toBe('Payment failed');
  expect(renewalNote(canceledJob)).toBe('Canceled');
  expect(renewalNote({ ...canceledJob, renewalCancellationReason: 'Filled' })).toBe('Filled');
});

test('only a renewal that was canceled is resumed', () => {
  expect(resumeLabel(canceledJob)).toBe('Resume renewal');
  expect(resumeLabel(endingJob)).toBe('Turn on auto-renew');
});
