import { expect, test } from 'vitest';
import { actionLabel } from './audit.ts';

test('an action in words', () => {
  expect(actionLabel('company.update')).toBe('Company changed');
  expect(actionLabel('job.edit_addons')).toBe('Job add-ons edited');
  expect(actionLabel('contact.send')).toBe('Message sent');
  expect(actionLabel('thing.new_verb')).toBe('Thing new verb');
  expect(actionLabel('')).toBe('');
});
