import { expect, test } from 'vitest';
import { experienceFilter } from './use-job-source.ts';

test('a job for students hides no drivers', () => {
  expect(experienceFilter('CS')).toBeNull();
});

test('others ask for at least their lower end', () => {
  const field = 'years_of_experience';
  expect(experienceFilter('Y2')).toEqual({
    or: [
      { field, operator: 'equals', value: 2 },
      { field, operator: 'greater_than', value: 2 },
    ],
  });
});
