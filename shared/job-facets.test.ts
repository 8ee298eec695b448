import { expect, test } from 'vitest';
import { codes, homeTimes, jobTypes } from './catalogues.ts';
import { facetsOf } from './job-facets.ts';

test('each pair of a job type and a home time has a number of its own, and so has what is in no catalogue', () => {
  const pairs = codes(jobTypes).flatMap((type) => codes(homeTimes).map((home) => facetsOf([type], [home])));
  expect(pairs.every((numbers) => numbers.length === 1)).toBe(true);
  expect(new Set(pairs.flat()).size).toBe(jobTypes.length * homeTimes.length);
  expect(facetsOf()).toEqual(expect.arrayContaining([0, ...pairs.flat()]));
  expect(new Set(facetsOf()).size).toBe((jobTypes.length + 1) * (homeTimes.length + 1));
});

test('one of them alone takes all of the other', () => {
  const daily = codes(jobTypes).flatMap((type) => facetsOf([type], ['HD']));
  expect(facetsOf(undefined, ['HD'])).toEqual(expect.arrayContaining(daily));
  expect(facetsOf(['tanker'])).toHaveLength(homeTimes.length + 1);
  expect(facetsOf(['tanker'], [])).toEqual(facetsOf(['tanker']));
});
