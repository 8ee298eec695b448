import { expect, test } from 'vitest';
import { changesOf, propertyOf, fieldText } from '#shared/resource.ts';
import { writeText } from '#web/texts/app.ts';
import { editCompanyFields } from './CompanyFields.tsx';

const baseValues = { ...propertyOf(editCompanyFields, 'empty'), companyName: 'Prairie Freight', size: '1-5', type: '2' };

test('a change is sent as the wire takes it', () => {
  expect(changesOf(editCompanyFields, baseValues, { ...baseValues })).toEqual({});
  const logo = { fileName: 'a1b2.webp', url: '/media/a1b2.webp' };
  expect(changesOf(editCompanyFields, baseValues, { ...baseValues, type: '1', secondChanceCompany: true, logo })).toEqual({
    type: 1,
    secondChanceCompany: true,
    logo: 'a1b2.webp',
  });
});

test('a value is shown in the words of the screen', () => {
  const fieldNames = ['type', 'billingType', 'size', 'salesRef', 'secondChanceCompany', 'logo'] as const;
  expect(fieldNames.map((name) => fieldText(editCompanyFields[name], baseValues[name], writeText))).toEqual([
    'Self-Service',
    'Credit Card',
    '1-5 employees',
    null,
    'No',
    'No logo',
  ]);
});
