import { expect, test } from 'vitest';
import { experienceFilter, hasRequiredExperience } from './experience.ts';

test('a job for students hides no drivers', () => {
  expect(hasRequiredExperience(null, 'CS')).toBe(true);
  expect(experienceFilter('CS')).toBeNull();
});

test('others ask for at least their lower end', () => {
  expect([null, 1.9, 2, 3].map((years) => hasRequiredExperience(years, 'Y2'))).toEqual([false, false, true, true]);
  const field = 'years_of_experience';
  expect(experienceFilter('Y2')).toEqual({
    or: [
      { field, operator: 'equals', value: 2 },
      { field, operator: 'greater_than', value: 2 },
    ],
  });
});
