import { describe, expect, it } from 'vitest';
import { commonTitles, detailsInTitle, offeredDetails } from './title-details.ts';

describe('what a title says about the job', () => {
  it.each([
    ['Local hazmat tanker driver', { jobType: 'tanker', homeTime: 'HD', endorsements: ['X'] }],
    ['REGIONAL REEFER, 2 yrs experience', { jobType: 'reefer', homeTime: 'HW', requiredExperience: 'Y2' }],
    ['OTR flat bed driver - 6 months', { jobType: 'flatBed', homeTime: 'D4', requiredExperience: 'M12' }],
    ['Class A driver, home every weekend, doubles', { cdlClass: 'Class A', homeTime: 'D3', endorsements: ['T'] }],
    ['School bus driver', { jobType: 'bus', endorsements: ['P', 'S'] }],
    ['CDL-A Trainee', { cdlClass: 'Class A', requiredExperience: 'CS' }],
    ['Box truck reefer, CDL B', { jobType: 'reefer', cdlClass: 'Class B' }],
    ['Non-CDL hotshot driver', { jobType: 'hotShot', cdlClass: 'No CDL' }],
    ['Classy CDL driver', {}],
    ['Tank wash supervisor at the localization office', { jobType: 'tanker', endorsements: ['N'] }],
    ['Class A or B dump truck driver', { jobType: 'dumpTruck' }],
    ['CDL A/B roll-off driver', { jobType: 'rollOff' }],
    ['CDL B required, Class A preferred', {}],
    ['Driver', {}],
    ['', {}],
  ])('reads %j', (title, details) => {
    expect(detailsInTitle(title)).toEqual(details);
  });

  it.each<[string, string | null, string | undefined]>([
    ['Box truck reefer, CDL B', null, 'Class B'],
    ['CDL-A reefer driver', null, undefined],
    ['CDL-A reefer driver', 'dumpTruck', 'Class A'],
    ['CDL-B driver', 'dumpTruck', undefined],
    ['CDL-A hot shot driver', null, 'Class A'],
    ['CDL-A driver', null, undefined],
  ])('offers the class of %j for the job type %s only if it is another one', (title, jobType, cdlClass) => {
    expect(offeredDetails(title, jobType).cdlClass).toBe(cdlClass);
  });

  it('finds something in every title that the form suggests', () => {
    for (const title of commonTitles) expect(detailsInTitle(title)).not.toEqual({});
  });
});
