import { expect, test } from 'vitest';
import { writerIn } from '#shared/texts/write-text.ts';
import { actionLabel, actionOptions } from './audit.ts';

const write = writerIn('en');
test('the text of an action', () => {
  expect(actionLabel('company.update', write)).toBe('Company changed');
  expect(actionLabel('job.edit_addons', write)).toBe('Job add-ons edited');
  expect(actionLabel('applicant.rate', write)).toBe('Applicant rated');
  expect(actionLabel('thing.new_verb', write)).toBe('Thing new verb');
  expect(actionLabel('', write)).toBe('');
});

test('the choices are sorted by label, without duplicates', () => {
  const labels = actionOptions(write).map(({ label }) => label);
  expect(labels).toEqual(labels.toSorted((one, other) => one.localeCompare(other)));
  expect(new Set(labels).size).toBe(labels.length);
});
