import { describe, expect, test } from 'vitest';
import type { AdValues } from '#shared/ads.ts';
import { textOfIssue } from '#shared/texts/texts.ts';
import { writeText } from '#shared/texts/write-text.ts';
import { createAdFormSchema, getDifferences, newAdValues, toChanges, toAdRequest, toFormValues } from './ad-form.ts';
import type { Ad } from './queries.ts';

const timeZone = 'US/Central';
const completeAd: AdValues = {
  ...newAdValues,
  title: 'Winter tires',
  advertiser: 'Summit Tire',
  linkUrl: 'https://summit-tire.example',
  imageUrl: '/media/abcdefgh.webp',
};
const getErrors = (values: AdValues) =>
  (createAdFormSchema(timeZone).safeParse(values).error?.issues ?? []).map((issue) => [
    issue.path.join('.'),
    writeText(textOfIssue(issue), 'en'),
  ]);

describe('the form', () => {
  test('takes an ad without a schedule', () => expect(getErrors(completeAd)).toEqual([]));

  test('reports all missing fields together', () => {
    expect(getErrors(newAdValues)).toEqual([
      ['title', 'Enter a title'],
      ['advertiser', 'Enter the advertiser'],
      ['linkUrl', 'Enter a destination URL'],
      ['imageUrl', 'Upload an image or a video'],
    ]);
  });

  test('an end comes after the start, or after now', () => {
    const endDateErrors = [['endsAt', 'Choose an end date after the start date']];
    expect(getErrors({ ...completeAd, startsAt: '2090-05-02T08:00', endsAt: '2090-05-02T08:00' })).toEqual(endDateErrors);
    expect(getErrors({ ...completeAd, endsAt: '2020-01-01T00:00' })).toEqual(endDateErrors);
    expect(getErrors({ ...completeAd, startsAt: '2019-01-01T00:00', endsAt: '2020-01-01T00:00' })).toEqual([]);
  });
});

test('an instant goes through its field unchanged, in the reader’s zone', () => {
  const ad = { ...toAdRequest({ ...completeAd, startsAt: '2026-03-08T07:05' }, timeZone), status: 'Running' } as Ad;
  expect(ad).toMatchObject({ startsAt: '2026-03-08T12:05:00.000Z', endsAt: null, videoUrl: null });
  expect(toFormValues(ad, timeZone)).toMatchObject({ startsAt: '2026-03-08T07:05', endsAt: '' });
  expect(toFormValues(ad, 'US/Pacific')).toMatchObject({ startsAt: '2026-03-08T05:05' });
});

test('only what was changed is sent', () => {
  expect(toChanges(completeAd, { ...completeAd, title: 'Tires', imageUrl: '', isActive: false }, timeZone)).toEqual({
    title: 'Tires',
    imageUrl: null,
    isActive: false,
  });
  expect(toChanges(completeAd, completeAd, timeZone)).toEqual({});
});

test('two versions are told apart in words', () => {
  expect(getDifferences(completeAd, { ...completeAd, placement: 'jobs', isActive: false })).toEqual([
    { label: 'Shown on', remote: 'Both', local: 'Job pages' },
    { label: 'Active', remote: 'Yes', local: 'No' },
  ]);
});
