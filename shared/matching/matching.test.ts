import fc from 'fast-check';
import { describe, expect, expectTypeOf, it, test } from 'vitest';
import {
  cdlStatuses,
  codes,
  endorsements,
  homeTimes,
  jobTypes,
  requiredCdlClasses,
  requiredExperiences,
  salaryTypes,
} from '#shared/catalogues.ts';
import { expandEndorsements } from '#shared/drivers/driver.ts';
import { writerIn, writeText } from '#shared/texts/write-text.ts';
import { experienceText } from './experience.ts';
import { reasonsOf } from './match-reasons.ts';
import {
  acceptedClasses,
  isEligible,
  jobTypesOfClass,
  type MatchDriver,
  type MatchJob,
  matchParts,
  matchWeights,
  pointsOf,
  matchScoreOf,
  requiredClass,
} from './matching.ts';

const anyOf = <Code extends string>(list: [Code, ...Code[]]) => fc.constantFrom(...list);
const subsetOf = <Code extends string>(list: [Code, ...Code[]], maxCount: number) =>
  fc.uniqueArray(anyOf(list), { maxLength: maxCount });
const orNull = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null });
const number = (max: number) => fc.double({ min: 0, max, noNaN: true });

const anyJob: fc.Arbitrary<MatchJob> = fc.record({
  jobType: anyOf(codes(jobTypes)),
  cdlClass: orNull(anyOf(codes(requiredCdlClasses))),
  requiredExperience: anyOf(codes(requiredExperiences)),
  endorsements: subsetOf(codes(endorsements), 2),
  homeTime: anyOf(codes(homeTimes)),
  expectedPay: orNull(number(9000)),
  salaryType: anyOf(codes(salaryTypes)),
});
const anyDriver: fc.Arbitrary<MatchDriver> = fc.record({
  distance: orNull(number(3000)),
  cdlStatus: orNull(anyOf(codes(cdlStatuses))),
  yearsOfExperience: orNull(number(50)),
  workExperiences: subsetOf(codes(jobTypes), 5),
  endorsements: subsetOf(codes(endorsements), 8),
  ownerOperator: orNull(fc.boolean()),
  homeTime: orNull(anyOf(codes(homeTimes))),
  expectedPay: orNull(number(6000)),
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
  cdlClass: null,
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
const score = (testJob: MatchJob, candidate: MatchDriver) =>
  matchScoreOf(pointsOf(testJob, candidate) ?? expect.fail('not eligible'));
const expectHigherScore = (change: (driver: MatchDriver) => [MatchDriver, MatchDriver]) =>
  fc.assert(
    fc.property(pair, (sample) => {
      const [worse, improved] = change(sample.driver);
      expect(score(sample.job, improved)).toBeGreaterThanOrEqual(score(sample.job, worse));
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
    fc.property(pair, fc.string(), fc.boolean(), (sample, firstName, isOver21) => {
      const more = { ...sample.driver, firstName, isOver21, birthdate: firstName, sex: firstName };
      expect(pointsOf(sample.job, more)).toEqual(pointsOf(sample.job, sample.driver));
    }),
  );
});

describe('a score', () => {
  it('is between 0 and 1, and exactly what its parts add up to', () => {
    fc.assert(
      fc.property(pair, (sample) => {
        const points = pointsOf(sample.job, sample.driver)!;
        const total = matchScoreOf(points);
        expect(total).toBeGreaterThanOrEqual(0);
        expect(total).toBeLessThanOrEqual(1);
        for (const part of matchParts) expect(points[part]).toBeLessThanOrEqual(matchWeights[part]);
        const reasons = reasonsOf(sample.job, sample.driver, points, writerIn('en'));
        expect(reasons.reduce((sum, reason) => sum + reason.points, 0)).toBe(Math.round(total * 100));
        for (const { text } of reasons) expect(text).not.toMatch(/undefined|NaN|null/);
      }),
    );
  });

  it('does not depend on the order of lists', () => {
    fc.assert(
      fc.property(pair, (sample) => {
        const reversed = {
          ...sample.driver,
          workExperiences: sample.driver.workExperiences.toReversed(),
          endorsements: sample.driver.endorsements.toReversed(),
        };
        const reversedJob = { ...sample.job, endorsements: sample.job.endorsements.toReversed() };
        expect(pointsOf(reversedJob, reversed)).toEqual(pointsOf(sample.job, sample.driver));
      }),
    );
  });

  it('is no lower for being nearer', () => {
    fc.assert(
      fc.property(pair, number(3000), number(3000), (sample, a, b) => {
        const scoreAt = (distance: number) => score(sample.job, { ...sample.driver, distance });
        expect(scoreAt(Math.min(a, b))).toBeGreaterThanOrEqual(scoreAt(Math.max(a, b)));
      }),
    );
  });

  it('is no lower for more years', () =>
    expectHigherScore((baseDriver) => [
      baseDriver,
      { ...baseDriver, yearsOfExperience: (baseDriver.yearsOfExperience ?? 0) + 0.5 },
    ]));

  it('is no lower for one more kind of work', () => {
    for (const type of codes(jobTypes))
      expectHigherScore((baseDriver) => [
        baseDriver,
        { ...baseDriver, workExperiences: [...new Set([...baseDriver.workExperiences, type])] },
      ]);
  });

  it('is no lower for one more endorsement', () => {
    for (const code of codes(endorsements))
      expectHigherScore((baseDriver) => [
        baseDriver,
        { ...baseDriver, endorsements: [...new Set([...baseDriver.endorsements, code])] },
      ]);
  });

  it('is no lower for asking less pay', () =>
    expectHigherScore((baseDriver) => [
      { ...baseDriver, expectedPay: baseDriver.expectedPay ?? 1500 },
      { ...baseDriver, expectedPay: (baseDriver.expectedPay ?? 1500) * 0.8 },
    ]));

  it('is no lower for a wish that is easier to meet', () => {
    const order = ['HD', 'D3', 'D4', 'D5', 'D6'] as const;
    for (let n = 1; n < order.length; n += 1)
      expectHigherScore((baseDriver) => [
        { ...baseDriver, homeTime: order[n - 1]! },
        { ...baseDriver, homeTime: order[n]! },
      ]);
  });

  it('names other types of driving in a sentence', () => {
    const otherJob = { ...job, jobType: 'otherExperience' as const };
    const textFor = (workExperiences: typeof driver.workExperiences) => {
      const person = { ...driver, workExperiences };
      return reasonsOf(otherJob, person, pointsOf(otherJob, person)!, writerIn('en')).map(({ text }) => text);
    };
    expect(textFor(['otherExperience'])).toContain('Experience with other types of driving');
    expect([...textFor(['otherExperience']), ...textFor(['dryVan'])].join()).not.toMatch(/Other Experience/);
  });

  it('is full for who has all of it, and says why', () => {
    const best = { ...driver, distance: 4 };
    const points = pointsOf(job, best)!;
    expect(matchScoreOf(points)).toBe(1);
    expect(reasonsOf(job, best, points, writerIn('en')).map(({ text }) => text)).toEqual([
      'Less than 10 miles from the job',
      '4 years (at least 2 years required)',
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

  it.each<[MatchJob['jobType'], MatchJob['cdlClass'], MatchDriver['cdlStatus'][]]>([
    ['dryVan', 'Class B', ['Class B', 'Class A']],
    ['reefer', 'Class C', ['Class C', 'Class B', 'Class A']],
    ['hotShot', 'Class A', ['Class A']],
    ['dumpTruck', 'Class A', ['Class A']],
    ['tanker', 'No CDL', [...codes(cdlStatuses), null]],
    ['dumpTruck', null, ['Class B', 'Class A']],
    ['otherExperience', null, [...codes(cdlStatuses), null]],
  ])('%s that requires %s accepts %j', (jobType, cdlClass, accepted) => {
    for (const cdlStatus of [...codes(cdlStatuses), null])
      expect(isEligible({ ...job, jobType, cdlClass }, { ...driver, cdlStatus }), `${cdlStatus}`).toBe(
        accepted.includes(cdlStatus),
      );
  });

  it('take the class that the employer chose, and otherwise that of the type of driving', () => {
    fc.assert(
      fc.property(anyJob, ({ jobType, cdlClass }) => {
        const byType = requiredClass({ jobType, cdlClass: null });
        expect(requiredClass({ jobType, cdlClass })).toBe(cdlClass ?? byType);
        expect(jobTypesOfClass(byType)).toContain(jobType);
      }),
    );
  });

  it('exclude drivers who lack a required endorsement, however well they match otherwise', () => {
    fc.assert(
      fc.property(pair, anyOf(codes(endorsements)), (sample, missing) => {
        const otherEndorsements = sample.driver.endorsements.filter(
          (code) => !expandEndorsements([code]).includes(missing) && code !== 'X',
        );
        fc.pre(!expandEndorsements(otherEndorsements).includes(missing));
        const job = { ...sample.job, endorsements: [missing] };
        expect(pointsOf(job, { ...sample.driver, endorsements: otherEndorsements })).toBeNull();
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
