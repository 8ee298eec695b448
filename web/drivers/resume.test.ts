import { expect, test } from 'vitest';
import type { Resume } from '#shared/drivers/resume.ts';
import { toFormValues } from './ProfileFields.tsx';
import { toProposals } from './resume.ts';

const found = <Value>(value: Value) => ({ value, excerpt: `words about ${JSON.stringify(value)}` });

const resume: Resume = {
  firstName: found('Marcus'),
  lastName: null,
  phone: found('4025550143'),
  place: found({ city: 'Omaha', state: 'NE', postalCode: '68102' }),
  cdlStatus: found('Class A' as const),
  yearsOfExperience: found(4),
  workExperiences: found(['dryVan' as const]),
  endorsements: found(['H' as const, 'N' as const]),
  ownerOperator: found(true),
};

const empty = toFormValues(null);
const textsOf = (values: Partial<typeof empty>, isNew = false) =>
  toProposals(resume, { values: { ...empty, ...values }, newContact: isNew ? 'phone' : undefined }).map(
    ({ name, current, proposed }) => [name, current, proposed],
  );

test('every answer of a resume is proposed for an empty form, as the form shows it, in the order of the form', () => {
  expect(textsOf({})).toEqual([
    ['firstName', null, 'Marcus'],
    ['phone', null, '(402)555-0143'],
    ['place', null, 'Omaha, NE 68102'],
    ['cdlStatus', null, 'CDL Class A'],
    ['yearsOfExperience', null, '4'],
    ['workExperiences', null, 'Dry Van'],
    ['endorsements', null, 'Hazmat, Tanker'],
    ['ownerOperator', null, 'Yes'],
  ]);
});

test('the inputs get the values of the form', () => {
  const inputs = toProposals(resume, { values: empty, newContact: undefined }).map((proposal) =>
    proposal.name === 'place' ? proposal.home : proposal.input,
  );
  const home = { description: 'Omaha, NE 68102', street1: null, city: 'Omaha', state: 'NE', postalCode: '68102' };
  expect(inputs).toEqual(['Marcus', '(402)555-0143', home, 'Class A', 4, ['dryVan'], ['H', 'N'], 'yes']);
});

test('what the form has is compared, and lists keep what the driver has chosen', () => {
  const values = {
    firstName: 'Mark',
    phone: '(402)555-0143',
    home: '1414 Harney St, Omaha, NE 68102',
    cdlStatus: 'Class A',
    yearsOfExperience: 0,
    workExperiences: ['dryVan', 'bus'],
    endorsements: ['T', 'N'],
    ownerOperator: 'no',
  };
  expect(textsOf(values)).toEqual([
    ['firstName', 'Mark', 'Marcus'],
    ['yearsOfExperience', '0', '4'],
    ['endorsements', 'Double/Triples, Tanker', 'Double/Triples, Tanker, Hazmat'],
    ['ownerOperator', 'No', 'Yes'],
  ]);
});

test('a visitor’s form gets the ZIP code, and no place without one', () => {
  expect(textsOf({}, true)).toContainEqual(['place', null, '68102']);
  const withoutZip = { ...resume, place: found({ city: 'Omaha', state: 'NE', postalCode: null }) };
  const names = toProposals(withoutZip, { values: empty, newContact: 'phone' }).map(({ name }) => name);
  expect(names).not.toContain('place');
});

test('a number that a code proved is not replaced', () => {
  const names = toProposals(resume, { values: empty, newContact: 'email' }).map(({ name }) => name);
  expect(names).not.toContain('phone');
  expect(names).toContain('firstName');
});
