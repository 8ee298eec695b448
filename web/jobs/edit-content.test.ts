import { expect, test } from 'vitest';
import { contentFormSchema, emptyContent, toContentChanges } from './content-form.ts';

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

test('tags, a video link and the nationwide choice are sent as they are', () => {
  const change = { tags: ['Night shift'], videoUrl: 'https://video.example/1', isGlobal: true };
  expect(toContentChanges(content, { ...content, ...change })).toEqual(change);
  expect(toContentChanges({ ...content, ...change }, content)).toEqual({ tags: [], videoUrl: null, isGlobal: false });
});

test('renewal and posting day are not the content’s', () => {
  expect(toContentChanges(content, { ...content, autoRenew: true, postingDay: '2027-01-01' })).toEqual({});
});

test.each([
  ['', 'Choose a posting date'],
  ['20266-12-15', 'Choose a posting date'],
  ['2020-01-01', 'Choose a date after today'],
])('a posting day of %j is refused in words', (postingDay, message) => {
  const { error } = contentFormSchema.safeParse({ ...content, postingDay });
  expect(error?.issues.filter(({ path }) => path[0] === 'postingDay').map((issue) => issue.message)).toEqual([message]);
});
