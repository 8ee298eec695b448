import { expect, test } from 'vitest';
import { type EditCompanyValues, shown, toChanges } from './CompanyFields.tsx';

const base: EditCompanyValues = {
  companyName: 'Prairie Freight',
  size: '1-5',
  email: 'ap@prairie.example',
  phone: '(402)555-0100',
  logo: { fileName: '', url: '' },
  type: '2',
  billingType: 'card',
  salesRef: '',
  enableRequisiteNumbers: false,
  experiencedDriverFilter: false,
  secondChanceCompany: false,
};

test('a change is sent as the wire takes it', () => {
  expect(toChanges(base, [])).toEqual({});
  const logo = { fileName: 'a1b2.webp', url: '/media/a1b2.webp' };
  const changed = { ...base, type: '1', secondChanceCompany: true, logo };
  expect(toChanges(changed, ['type', 'secondChanceCompany', 'logo'])).toEqual({
    type: 1,
    secondChanceCompany: true,
    logo: 'a1b2.webp',
  });
});

test('a value is shown in the words of the screen', () => {
  expect(
    (['type', 'billingType', 'size', 'salesRef', 'secondChanceCompany', 'logo'] as const).map((field) => shown(field, base)),
  ).toEqual(['Self-Service', 'Credit Card', '1-5 employees', '-', 'No', 'No logo']);
});
