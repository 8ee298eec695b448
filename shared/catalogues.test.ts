import { expect, test } from 'vitest';
import { choices, homeTimes, jobTypes, sameCodes } from './catalogues.ts';

test('codes for the same thing stand for each other', () => {
  expect(sameCodes(jobTypes, 'reefer')).toEqual(['reefer', 'refrigeratedFreight']);
  expect(sameCodes(jobTypes, 'refrigeratedFreight')).toEqual(['refrigeratedFreight', 'reefer']);
  expect(sameCodes(jobTypes, 'tanker')).toEqual(['tanker']);
  expect(sameCodes<string>(jobTypes, 'submarine')).toEqual(['submarine']);
});

test('a person chooses between different things, and keeps a second name that is chosen already', () => {
  const offered = (chosen: string | null) => choices(homeTimes, [chosen]).map(({ code }) => code);
  expect(offered(null)).toEqual(['HD', 'HW', 'D3', 'D4', 'D5', 'D6', 'O']);
  expect(offered('D2')).toContain('D2');
});

test('the entry that another one is the same as can be chosen', () => {
  for (const list of [jobTypes, homeTimes]) {
    const mainCodes: string[] = list.flatMap(({ sameAs }) => sameAs ?? []);
    expect(choices<string>(list, []).map(({ code }) => code)).toEqual(expect.arrayContaining(mainCodes));
  }
});
