import { expect, test } from 'vitest';
import { emptyContent } from './content-form.ts';
import { toContentChanges } from './edit-content.ts';

const content = { ...emptyContent, title: 'Regional Driver', expectedPay: 1650, benefits: ['healthCoverage'] };

test('only what was changed is sent', () => {
  expect(toContentChanges(content, { ...content, benefits: ['healthCoverage'] })).toEqual({});
  expect(
    toContentChanges(content, { ...content, title: 'Local Driver', expectedPay: '', additionalExperience: ' Ice ' }),
  ).toEqual({
    title: 'Local Driver',
    expectedPay: null,
    additionalExperience: 'Ice',
  });
});

test('renewal and posting day are not the content’s', () => {
  expect(toContentChanges(content, { ...content, autoRenew: true, postingDay: '2027-01-01' })).toEqual({});
});
