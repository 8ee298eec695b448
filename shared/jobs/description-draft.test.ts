import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  benefits,
  codes,
  endorsements,
  homeTimes,
  jobTypes,
  requiredCdlClasses,
  requiredExperiences,
  salaryTypes,
} from '#shared/catalogues.ts';
import { writerIn } from '#shared/texts/write-text.ts';
import { numbersIn, numbersNotIn, promisesNotIn } from '#shared/writing/numbers.ts';
import { composeDescription, factsText } from './description-draft.ts';
import { type DescriptionFacts, descriptionFactsSchema, missingFacts } from './description-facts.ts';

const write = writerIn('en');
const dollars = fc.option(fc.integer({ min: 0, max: 99_999_999_99 }).map((cents) => cents / 100));
const line = fc.option(
  fc.oneof(
    fc.constantFrom('Regional driver, 4 days on', 'Tanker driver', 'Two years of oversize loads'),
    fc.string({ minLength: 2, maxLength: 60 }),
  ),
);
const choice = <Code extends string>(list: readonly { code: Code }[]) =>
  fc.option(fc.constantFrom(...list.map(({ code }) => code)));
const facts = fc
  .record({
    title: line,
    jobType: choice(jobTypes),
    cdlClass: choice(requiredCdlClasses),
    requiredExperience: choice(requiredExperiences),
    additionalExperience: line,
    homeTime: choice(homeTimes),
    driverUnload: fc.boolean(),
    expectedPay: dollars,
    salaryType: choice(salaryTypes),
    signonBonus: dollars,
    startingBonus: dollars,
    benefits: fc.subarray(codes(benefits)),
    endorsements: fc.subarray(codes(endorsements)),
  })
  .map((input) => descriptionFactsSchema.safeParse(input))
  .filter((parsed) => parsed.success)
  .map(({ data }) => data);

/** The numbers of what was entered, without the code that writes the draft. */
function numbersOf({
  title,
  additionalExperience,
  expectedPay,
  signonBonus,
  startingBonus,
  requiredExperience,
  homeTime,
}: DescriptionFacts) {
  const labels = [
    [requiredExperiences, requiredExperience],
    [homeTimes, homeTime],
  ] as const;
  const words = labels.flatMap(([list, code]) => list.filter((one) => one.code === code).map(({ label }) => write(label)));
  return new Set([
    ...[title, additionalExperience, ...words].flatMap((text) => [...numbersIn(text ?? '')]),
    ...[expectedPay, signonBonus, startingBonus].filter((amount) => typeof amount === 'number'),
  ]);
}

test('every number and promise of a draft comes from the form, for every template', () => {
  fc.assert(
    fc.property(facts, (entered) => {
      const draft = composeDescription(entered, write);
      const known = numbersOf(entered);
      expect([...numbersIn(draft)].filter((number) => !known.has(number))).toEqual([]);
      const source = factsText(entered, write);
      expect(numbersNotIn(draft, source)).toEqual([]);
      expect(promisesNotIn(draft, source)).toEqual([]);
    }),
    { numRuns: 2000 },
  );
});

test('every amount of the form is in the draft', () => {
  fc.assert(
    fc.property(facts, (entered) => {
      const draft = numbersIn(composeDescription(entered, write));
      for (const amount of [entered.expectedPay, entered.signonBonus, entered.startingBonus])
        if (amount) expect(draft).toContain(amount);
    }),
  );
});

const complete: DescriptionFacts = {
  title: 'Regional dry van driver',
  jobType: 'dryVan',
  cdlClass: 'Class B',
  requiredExperience: 'Y1',
  additionalExperience: 'Mountain driving',
  homeTime: 'D4',
  driverUnload: true,
  expectedPay: 1500,
  salaryType: 'weekly',
  signonBonus: 2000,
  benefits: ['healthCoverage', 'dentalCoverage'],
  endorsements: ['H', 'TWIC'],
};

test('a complete form becomes a description with sections', () => {
  expect(composeDescription(complete, write)).toBe(`## The job
We are hiring: Regional dry van driver.
You haul freight in dry van trailers.
Drivers unload the freight.
## Pay and benefits
The expected pay is $1,500 per week.
We pay a sign-on bonus of $2,000.
- Health coverage
- Dental coverage
## Home time
You are home every 2 weeks.
## Requirements
- CDL Class B or higher
- At least 1 year of driving experience
- Mountain driving
- Endorsements: Hazmat, TWIC
## How to apply
Send us your application today.`);
});

test('a section without facts is left out, and the missing facts are named', () => {
  expect(composeDescription({ title: 'Driver' }, write)).not.toMatch(/Pay|Home time|Requirements/);
  expect(missingFacts({ title: 'Driver', expectedPay: 0, benefits: [] })).toEqual([
    'jobType',
    'requiredExperience',
    'homeTime',
    'expectedPay',
    'benefits',
  ]);
  expect(missingFacts(complete)).toEqual([]);
});

test('a share of the load is a percentage', () => {
  expect(composeDescription({ expectedPay: 28.5, salaryType: 'percentage' }, write)).toContain('28.5% of the load');
});
