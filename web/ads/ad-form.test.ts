import { describe, expect, test } from 'vitest';
import { adFormSchema, type AdValues, differences, localOf, newAd, toChanges, toNewAd } from './ad-form.ts';

const whole: AdValues = {
  ...newAd,
  title: 'Winter tires',
  advertiser: 'Summit Tire',
  linkUrl: 'https://summit-tire.example',
  imageUrl: '/media/abcdefgh.webp',
};
const errorsOf = (values: AdValues) =>
  (adFormSchema.safeParse(values).error?.issues ?? []).map(({ path, message }) => [path.join('.'), message]);

describe('the form', () => {
  test('takes an ad without a schedule', () => expect(errorsOf(whole)).toEqual([]));

  test('tells at once all that is missing', () => {
    expect(errorsOf(newAd)).toEqual([
      ['title', 'Enter a title'],
      ['advertiser', 'Enter the advertiser'],
      ['linkUrl', 'Enter a destination URL'],
      ['imageUrl', 'Upload an image or a video'],
    ]);
  });

  test('an end comes after the start, or after now', () => {
    const wrong = [['endsAt', 'Choose an end after the start']];
    expect(errorsOf({ ...whole, startsAt: '2090-05-02T08:00', endsAt: '2090-05-02T08:00' })).toEqual(wrong);
    expect(errorsOf({ ...whole, endsAt: '2020-01-01T00:00' })).toEqual(wrong);
    expect(errorsOf({ ...whole, startsAt: '2019-01-01T00:00', endsAt: '2020-01-01T00:00' })).toEqual([]);
  });
});

test('an instant goes through its field unharmed', () => {
  const instant = new Date(2026, 2, 8, 7, 5).toISOString();
  expect(localOf(instant)).toBe('2026-03-08T07:05');
  expect(toNewAd({ ...whole, startsAt: localOf(instant) })).toMatchObject({ startsAt: instant, endsAt: null, videoUrl: null });
});

test('only what was changed is sent', () => {
  expect(toChanges(whole, { ...whole, title: 'Tires', imageUrl: '', isActive: false })).toEqual({
    title: 'Tires',
    imageUrl: null,
    isActive: false,
  });
  expect(toChanges(whole, whole)).toEqual({});
});

test('two versions are told apart in words', () => {
  expect(differences(whole, { ...whole, placement: 'jobs', isActive: false })).toEqual([
    { label: 'Shown on', theirs: 'Both', mine: 'Job pages' },
    { label: 'Active', theirs: 'Yes', mine: 'No' },
  ]);
});
