import { expect, test } from 'vitest';
import { type EditCompanyValues, shown, toChanges } from './company-form.ts';

const base: EditCompanyValues = {
  companyName: 'Prairie Freight',
  size: '1-5',
  email: 'ap@prairie.example',
  phone: '(402)555-0100',
  type: '2',
  billingType: 'CELERO',
  salesRef: '',
  enableRequisiteNumbers: false,
  experiencedDriverFilter: false,
  secondChanceCompany: false,
};

test('a change is sent as the wire takes it', () => {
  expect(toChanges(base, [])).toEqual({});
  const changed = { ...base, type: '1', secondChanceCompany: true };
  expect(toChanges(changed, ['type', 'secondChanceCompany'])).toEqual({ type: 1, secondChanceCompany: true });
});

test('a value is shown in the words of the screen', () => {
  expect(
    (['type', 'billingType', 'size', 'salesRef', 'secondChanceCompany'] as const).map((field) => shown(field, base)),
  ).toEqual(['Self-Service', 'Credit Card', '1-5 employees', '-', 'No']);
});
