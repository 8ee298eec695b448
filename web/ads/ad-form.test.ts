import { describe, expect, test } from 'vitest';
import type { AdValues } from '#shared/ads.ts';
import { adFormSchema, differences, newAd, toChanges, toNewAd, valuesOf } from './ad-form.ts';
import type { Ad } from './queries.ts';
import { textOfIssue } from '#shared/texts/texts.ts';
import { writeText } from '#shared/texts/write-text.ts';

const zone = 'US/Central';
const completeAd: AdValues = {
  ...newAd,
  title: 'Winter tires',
  advertiser: 'Summit Tire',
  linkUrl: 'https://summit-tire.example',
  imageUrl: '/media/abcdefgh.webp',
};
const errorsOf = (values: AdValues) =>
  (adFormSchema(zone).safeParse(values).error?.issues ?? []).map((issue) => [
    issue.path.join('.'),
    writeText(textOfIssue(issue), 'en'),
  ]);

describe('the form', () => {
  test('takes an ad without a schedule', () => expect(errorsOf(completeAd)).toEqual([]));

  test('reports all missing fields together', () => {
    expect(errorsOf(newAd)).toEqual([
      ['title', 'Enter a title'],
      ['advertiser', 'Enter the advertiser'],
      ['linkUrl', 'Enter a destination URL'],
      ['imageUrl', 'Upload an image or a video'],
    ]);
  });

  test('an end comes after the start, or after now', () => {
    const wrong = [['endsAt', 'Choose an end date after the start date']];
    expect(errorsOf({ ...completeAd, startsAt: '2090-05-02T08:00', endsAt: '2090-05-02T08:00' })).toEqual(wrong);
    expect(errorsOf({ ...completeAd, endsAt: '2020-01-01T00:00' })).toEqual(wrong);
    expect(errorsOf({ ...completeAd, startsAt: '2019-01-01T00:00', endsAt: '2020-01-01T00:00' })).toEqual([]);
  });
});

test('an instant goes through its field unchanged, in the reader’s zone', () => {
  const ad = { ...toNewAd({ ...completeAd, startsAt: '2026-03-08T07:05' }, zone), status: 'Running' } as Ad;
  expect(ad).toMatchObject({ startsAt: '2026-03-08T12:05:00.000Z', endsAt: null, videoUrl: null });
  expect(valuesOf(ad, zone)).toMatchObject({ startsAt: '2026-03-08T07:05', endsAt: '' });
  expect(valuesOf(ad, 'US/Pacific')).toMatchObject({ startsAt: '2026-03-08T05:05' });
});

test('only what was changed is sent', () => {
  expect(toChanges(completeAd, { ...completeAd, title: 'Tires', imageUrl: '', isActive: false }, zone)).toEqual({
    title: 'Tires',
    imageUrl: null,
    isActive: false,
  });
  expect(toChanges(completeAd, completeAd, zone)).toEqual({});
});

test('two versions are told apart in words', () => {
  expect(differences(completeAd, { ...completeAd, placement: 'jobs', isActive: false })).toEqual([
    { label: 'Shown on', remote: 'Both', local: 'Job pages' },
    { label: 'Active', remote: 'Yes', local: 'No' },
  ]);
});
