import { expect, test } from 'vitest';
import { actionLabel } from './audit.ts';

test('an action in words', () => {
  expect(actionLabel('company.update')).toBe('Company update');
  expect(actionLabel('job.edit_addons')).toBe('Job edit addons');
  expect(actionLabel('')).toBe('');
});
