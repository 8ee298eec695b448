import { describe, expect, test } from 'vitest';
import { mergeEdits } from '#shared/resource.ts';
import { conflictTexts, emptyContent } from './content-form.ts';

const base = { ...emptyContent, title: 'Regional driver', jobType: 'dryVan', benefits: ['healthCoverage'] };

describe('two edits of one job', () => {
  test('of different fields are brought together', () => {
    const { merged, clashes } = mergeEdits(base, { ...base, title: 'Mine' }, { ...base, expectedPay: 1500 });
    expect(merged).toEqual({ ...base, title: 'Mine', expectedPay: 1500 });
    expect(clashes).toEqual([]);
  });

  test('of the same field clash, and the local value is kept until the person chooses', () => {
    const local = { ...base, title: 'Mine', benefits: [] };
    const stored = { ...base, title: 'Theirs', jobType: 'flatBed' };
    const { merged, clashes } = mergeEdits(base, local, stored);
    expect(merged).toEqual({ ...base, title: 'Mine', benefits: [], jobType: 'flatBed' });
    expect(clashes).toEqual(['title']);
  });

  test('that say the same do not clash', () => {
    const local = { ...base, benefits: ['visionCoverage'] };
    expect(mergeEdits(base, local, structuredClone(local)).clashes).toEqual([]);
  });

  test('are described with the form’s labels', () => {
    const stored = {
      ...base,
      jobType: 'flatBed',
      cdlClass: 'Class B',
      benefits: [],
      driverUnload: true,
      expectedPay: 10,
      requisiteNumber: 'R-7',
    };
    const fields = ['jobType', 'cdlClass', 'benefits', 'driverUnload', 'expectedPay', 'requisiteNumber'] as const;
    expect(conflictTexts(fields, stored, base)).toEqual([
      { label: 'Job type', remote: 'Flat Bed', local: 'Dry Van' },
      { label: 'CDL class', remote: 'CDL Class B', local: 'By job type' },
      { label: 'Benefits', remote: 'Empty', local: 'Health coverage' },
      { label: 'Driver unloads', remote: 'Yes', local: 'No' },
      { label: 'Expected pay', remote: '10', local: 'Empty' },
      { label: 'Requisition number', remote: 'R-7', local: 'Empty' },
    ]);
  });
});

test('conflicting tags and nationwide settings are shown as text', () => {
  const local = { ...base, tags: ['Night shift'], isGlobal: true };
  const stored = { ...base, tags: ['Local', 'Urgent'] };
  expect(mergeEdits(base, local, stored).clashes).toEqual(['tags']);
  expect(conflictTexts(['tags', 'isGlobal'], stored, local)).toEqual([
    { label: 'Tags', remote: 'Local, Urgent', local: 'Night shift' },
    { label: 'Show nationwide', remote: 'No', local: 'Yes' },
  ]);
});
