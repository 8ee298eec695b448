import { expect, test } from 'vitest';
import { clashes, type EditCompanyValues, toChanges } from './company-form.ts';

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

test('only what was changed is sent, as the wire takes it', () => {
  expect(toChanges(base, base)).toEqual({});
  expect(toChanges(base, { ...base, type: '1', secondChanceCompany: true })).toEqual({ type: 1, secondChanceCompany: true });
});

test('two edits clash where both changed a field to different things', () => {
  const mine = { ...base, companyName: 'Mine', size: '6-10' };
  expect(clashes(base, mine, { ...base, email: 'other@prairie.example' })).toEqual([]);
  expect(clashes(base, mine, { ...base, companyName: 'Mine' })).toEqual([]);
  expect(clashes(base, mine, { ...base, companyName: 'Theirs', size: '6-10' })).toEqual(['companyName']);
});
