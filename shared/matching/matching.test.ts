import fc from 'fast-check';
import { describe, expect, expectTypeOf, it, test } from 'vitest';
import { cdlStatuses, codes, endorsements, homeTimes, jobTypes, requiredExperiences, salaryTypes } from '#shared/catalogues.ts';
import { coveredEndorsements } from '#shared/drivers/driver.ts';
import { experienceText, reasonsOf } from './match-reasons.ts';
import {
  acceptedClasses,
  isEligible,
  type MatchDriver,
  type MatchJob,
  matchParts,
  matchWeights,
  pointsOf,
  matchScoreOf,
} from './matching.ts';
import { writerIn, writeText } from '#shared/texts/write-text.ts';

const of = <Code extends string>(list: [Code, ...Code[]]) => fc.constantFrom(...list);
const subsetOf = <Code extends string>(list: [Code, ...Code[]], most: number) => fc.uniqueArray(of(list), { maxLength: most });
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null });
const number = (max: number) => fc.double({ min: 0, max, noNaN: true });

const anyJob: fc.Arbitrary<MatchJob> = fc.record({
  jobType: of(codes(jobTypes)),
  requiredExperience: of(codes(requiredExperiences)),
  endorsements: subsetOf(codes(endorsements), 2),
  homeTime: of(codes(homeTimes)),
  expectedPay: maybe(number(9000)),
  salaryType: of(codes(salaryTypes)),
});
const anyDriver: fc.Arbitrary<MatchDriver> = fc.record({
  distance: maybe(number(3000)),
  cdlStatus: maybe(of(codes(cdlStatuses))),
  yearsOfExperience: maybe(number(50)),
  workExperiences: subsetOf(codes(jobTypes), 5),
  endorsements: subsetOf(codes(endorsements), 8),
  ownerOperator: maybe(fc.boolean()),
  homeTime: maybe(of(codes(homeTimes))),
  expectedPay: maybe(number(6000)),
});
/** A driver who meets the hard requirements of the job. */
const pair = fc.tuple(anyJob, anyDriver).map(([job, driver]) => ({
  job,
  driver: {
    ...driver,
    cdlStatus: acceptedClasses(job)?.at(-1) ?? driver.cdlStatus,
    endorsements: [...new Set([...driver.endorsements, ...job.endorsements])],
  },
}));

const job: MatchJob = {
  jobType: 'dryVan',
  requiredExperience: 'Y2',
  endorsements: ['H'],
  homeTime: 'HW',
  expectedPay: 1650,
  salaryType: 'weekly',
};
const driver: MatchDriver = {
  distance: 52,
  cdlStatus: 'Class A',
  yearsOfExperience: 4,
  workExperiences: ['dryVan', 'reefer'],
  endorsements: ['H', 'T'],
  ownerOperator: false,
  homeTime: 'HW',
  expectedPay: 1500,
};
const score = (of: MatchJob, candidate: MatchDriver) => matchScoreOf(pointsOf(of, candidate) ?? expect.fail('not eligible'));
const expectBetter = (change: (driver: MatchDriver) => [MatchDriver, MatchDriver]) =>
  fc.assert(
    fc.property(pair, (given) => {
      const [worse, improved] = change(given.driver);
      expect(score(given.job, improved)).toBeGreaterThanOrEqual(score(given.job, worse));
    }),
  );

test('the weights add up to a hundred', () => {
  expect(matchParts.reduce((sum, part) => sum + matchWeights[part], 0)).toBe(100);
});

test('what is known of a driver is this and nothing protected', () => {
  expectTypeOf<keyof MatchDriver>().toEqualTypeOf<
    | 'distance'
    | 'cdlStatus'
    | 'yearsOfExperience'
    | 'workExperiences'
    | 'endorsements'
    | 'ownerOperator'
    | 'homeTime'
    | 'expectedPay'
  >();
  fc.assert(
    fc.property(pair, fc.string(), fc.boolean(), (given, firstName, isOver21) => {
      const more = { ...given.driver, firstName, isOver21, birthdate: firstName, sex: firstName };
      expect(pointsOf(given.job, more)).toEqual(pointsOf(given.job, given.driver));
    }),
  );
});

describe('a score', () => {
  it('is between 0 and 1, and exactly what its parts add up to', () => {
    fc.assert(
      fc.property(pair, (given) => {
        const points = pointsOf(given.job, given.driver)!;
        const total = matchScoreOf(points);
        expect(total).toBeGreaterThanOrEqual(0);
        expect(total).toBeLessThanOrEqual(1);
        for (const part of matchParts) expect(points[part]).toBeLessThanOrEqual(matchWeights[part]);
        const reasons = reasonsOf(given.job, given.driver, points, writerIn('en'));
        expect(reasons.reduce((sum, reason) => sum + reason.points, 0)).toBe(Math.round(total * 100));
        for (const { text } of reasons) expect(text).not.toMatch(/undefined|NaN|null/);
      }),
    );
  });

  it('does not depend on the order of lists', () => {
    fc.assert(
      fc.property(pair, (given) => {
        const turned = {
          ...given.driver,
          workExperiences: given.driver.workExperiences.toReversed(),
          endorsements: given.driver.endorsements.toReversed(),
        };
        const sideways = { ...given.job, endorsements: given.job.endorsements.toReversed() };
        expect(pointsOf(sideways, turned)).toEqual(pointsOf(given.job, given.driver));
      }),
    );
  });

  it('is no lower for being nearer', () => {
    fc.assert(
      fc.property(pair, number(3000), number(3000), (given, a, b) => {
        const at = (distance: number) => score(given.job, { ...given.driver, distance });
        expect(at(Math.min(a, b))).toBeGreaterThanOrEqual(at(Math.max(a, b)));
      }),
    );
  });

  it('is no lower for more years', () =>
    expectBetter((one) => [one, { ...one, yearsOfExperience: (one.yearsOfExperience ?? 0) + 0.5 }]));

  it('is no lower for one more kind of work', () => {
    for (const type of codes(jobTypes))
      expectBetter((one) => [one, { ...one, workExperiences: [...new Set([...one.workExperiences, type])] }]);
  });

  it('is no lower for one more endorsement', () => {
    for (const code of codes(endorsements))
      expectBetter((one) => [one, { ...one, endorsements: [...new Set([...one.endorsements, code])] }]);
  });

  it('is no lower for asking less pay', () =>
    expectBetter((one) => [
      { ...one, expectedPay: one.expectedPay ?? 1500 },
      { ...one, expectedPay: (one.expectedPay ?? 1500) * 0.8 },
    ]));

  it('is no lower for a wish that is easier to meet', () => {
    const order = ['HD', 'D3', 'D4', 'D5', 'D6'] as const;
    for (let n = 1; n < order.length; n += 1)
      expectBetter((one) => [
        { ...one, homeTime: order[n - 1]! },
        { ...one, homeTime: order[n]! },
      ]);
  });

  it('is full for who has all of it, and says why', () => {
    const best = { ...driver, distance: 4 };
    const points = pointsOf(job, best)!;
    expect(matchScoreOf(points)).toBe(1);
    expect(reasonsOf(job, best, points, writerIn('en')).map(({ text }) => text)).toEqual([
      'Less than 10 miles from the job',
      '4 years (2+ years required)',
      'Experience in Dry Van',
      'Meets desired pay',
      'Home weekly: meets preference',
      'Has all required: Hazmat. Also: Double/Triples',
    ]);
  });

  it.each<[Partial<MatchDriver>, number]>([
    [{}, 0.91],
    [{ distance: 150 }, 0.7],
    [{ yearsOfExperience: 1 }, 0.81],
    [{ yearsOfExperience: null }, 0.71],
    [{ workExperiences: ['tanker'] }, 0.83],
    [{ workExperiences: ['bus'] }, 0.76],
    [{ workExperiences: [] }, 0.71],
    [{ expectedPay: 2200 }, 0.84],
    [{ expectedPay: null }, 0.84],
    [{ homeTime: 'HD' }, 0.89],
    [{ homeTime: null }, 0.86],
    [{ endorsements: ['H'] }, 0.89],
  ])('of %o is %d', (change, expected) => {
    expect(score(job, { ...driver, ...change })).toBe(expected);
  });
});

describe('hard requirements', () => {
  it.each<[MatchDriver['cdlStatus'], MatchJob['jobType'], boolean]>([
    ['Class A', 'dryVan', true],
    ['Class B', 'dryVan', false],
    ['Permit', 'dryVan', false],
    [null, 'dryVan', false],
    ['Class B', 'dumpTruck', true],
    ['Class C', 'dumpTruck', false],
    ['Class C', 'bus', true],
    ['Permit', 'bus', false],
    [null, 'hotShot', true],
    ['Permit', 'otherExperience', true],
  ])('%s for %s: %s', (cdlStatus, jobType, expected) => {
    expect(isEligible({ ...job, jobType }, { ...driver, cdlStatus })).toBe(expected);
  });

  it('exclude drivers who lack a required endorsement, however well they match otherwise', () => {
    fc.assert(
      fc.property(pair, of(codes(endorsements)), (given, missing) => {
        const without = given.driver.endorsements.filter(
          (code) => !coveredEndorsements([code]).includes(missing) && code !== 'X',
        );
        fc.pre(!coveredEndorsements(without).includes(missing));
        const job = { ...given.job, endorsements: [missing] };
        expect(pointsOf(job, { ...given.driver, endorsements: without })).toBeNull();
      }),
    );
  });

  it('take the combination of Hazmat and Tanker for both, and both for it', () => {
    expect(isEligible({ ...job, endorsements: ['H', 'N'] }, { ...driver, endorsements: ['X'] })).toBe(true);
    expect(isEligible({ ...job, endorsements: ['X'] }, { ...driver, endorsements: ['N', 'H'] })).toBe(true);
    expect(isEligible({ ...job, endorsements: ['X'] }, { ...driver, endorsements: ['N'] })).toBe(false);
  });
});

test.each([
  [null, 'No experience'],
  [0, 'No experience'],
  [0.02, '1 month'],
  [0.5, '6 months'],
  [1, '1 year'],
  [12.5, '12.5 years'],
])('%s years are “%s”', (years, text) => {
  expect(writeText(experienceText(years), 'en')).toBe(text);
});
