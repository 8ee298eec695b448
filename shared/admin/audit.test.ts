import { expect, test } from 'vitest';
import { actionLabel, actionOptions } from './audit.ts';

test('an action in words', () => {
  expect(actionLabel('company.update')).toBe('Company changed');
  expect(actionLabel('job.edit_addons')).toBe('Job add-ons edited');
  expect(actionLabel('applicant.rate')).toBe('Applicant rated');
  expect(actionLabel('thing.new_verb')).toBe('Thing new verb');
  expect(actionLabel('')).toBe('');
});

test('the choices stand in the order of their words, each word once', () => {
  const labels = actionOptions.map(({ label }) => label);
  expect(labels).toEqual(labels.toSorted((one, other) => one.localeCompare(other)));
  expect(new Set(labels).size).toBe(labels.length);
});
