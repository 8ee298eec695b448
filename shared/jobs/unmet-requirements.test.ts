import { describe, expect, it } from 'vitest';
import { writerIn } from '#shared/texts/write-text.ts';
import { requiredClassText, unmetRequirements } from './unmet-requirements.ts';

const job = { jobType: 'tanker', cdlClass: null, requiredExperience: 'Y2', endorsements: ['N', 'H'] } as const;
const driver = { cdlStatus: 'Class A', yearsOfExperience: 2, endorsements: ['X'] } as const;
type Arguments = Parameters<typeof unmetRequirements>;
const unmet = (job: Arguments[0], answers: Arguments[1]) => unmetRequirements(job, answers, writerIn('en'));
const requiredOf = (...args: Parameters<typeof unmet>) => unmet(...args).map(({ required }) => required);

describe('requirements that a driver does not meet', () => {
  it('are none for a driver who has all of it, in whatever way an endorsement is held', () => {
    expect(unmet(job, driver)).toEqual([]);
  });

  it('are named each, beside what the driver answered', () => {
    expect(unmet(job, { cdlStatus: 'No CDL', yearsOfExperience: 0.5, endorsements: ['N'] })).toEqual([
      { required: 'CDL Class A', answered: 'No CDL' },
      { required: 'At least 2 years of experience', answered: '6 months' },
      { required: 'Hazmat endorsement', answered: 'not selected' },
    ]);
  });

  it('say which classes are high enough', () => {
    expect(requiredOf({ ...job, jobType: 'bus' }, { ...driver, cdlStatus: 'Permit' })).toEqual(['CDL Class C or higher']);
    expect(requiredOf({ ...job, jobType: 'bus' }, { ...driver, cdlStatus: 'Class B' })).toEqual([]);
    expect(requiredOf({ ...job, jobType: 'hotShot' }, { ...driver, cdlStatus: 'No CDL' })).toEqual([]);
  });

  it('follow the class that the employer chose', () => {
    const withClass = (jobType: Arguments[0]['jobType'], cdlClass: Arguments[0]['cdlClass']) => ({ ...job, jobType, cdlClass });
    expect(requiredOf(withClass('dryVan', 'Class B'), { ...driver, cdlStatus: 'Class B' })).toEqual([]);
    expect(requiredOf(withClass('dryVan', 'Class B'), { ...driver, cdlStatus: 'Class C' })).toEqual(['CDL Class B or higher']);
    expect(requiredOf(withClass('hotShot', 'Class A'), { ...driver, cdlStatus: 'Class B' })).toEqual(['CDL Class A']);
    expect(requiredOf(withClass('reefer', 'No CDL'), { ...driver, cdlStatus: 'No CDL' })).toEqual([]);
  });

  it('say nothing of what is not answered yet, except endorsements, which may stay empty', () => {
    expect(requiredOf(job, { cdlStatus: null, yearsOfExperience: null, endorsements: [] })).toEqual([
      'Tanker, Hazmat endorsements',
    ]);
  });
});

it.each<[Arguments[0]['jobType'], Arguments[0]['cdlClass'], string | null]>([
  ['dryVan', null, 'CDL Class A'],
  ['dryVan', 'Class B', 'CDL Class B or higher'],
  ['bus', null, 'CDL Class C or higher'],
  ['reefer', 'No CDL', 'No CDL needed'],
  ['hotShot', 'No CDL', 'No CDL needed'],
  ['hotShot', null, null],
])('the class of a job of the type %s with the choice %s is %s', (jobType, cdlClass, expected) => {
  expect(requiredClassText({ jobType, cdlClass }, writerIn('en'))).toBe(expected);
});
