import { describe, expect, test } from 'vitest';
import { mergeEdits } from '#shared/resource.ts';
import { clashWords, emptyContent } from './content-form.ts';

const base = { ...emptyContent, title: 'Regional driver', jobType: 'dryVan', benefits: ['healthCoverage'] };

describe('two edits of one job', () => {
  test('of different fields are brought together', () => {
    const { merged, clashes } = mergeEdits(base, { ...base, title: 'Mine' }, { ...base, expectedPay: 1500 });
    expect(merged).toEqual({ ...base, title: 'Mine', expectedPay: 1500 });
    expect(clashes).toEqual([]);
  });

  test('of the same field clash, mine standing until one chooses', () => {
    const mine = { ...base, title: 'Mine', benefits: [] };
    const stored = { ...base, title: 'Theirs', jobType: 'flatBed' };
    const { merged, clashes } = mergeEdits(base, mine, stored);
    expect(merged).toEqual({ ...base, title: 'Mine', benefits: [], jobType: 'flatBed' });
    expect(clashes).toEqual(['title']);
  });

  test('that say the same do not clash', () => {
    const mine = { ...base, benefits: ['visionCoverage'] };
    expect(mergeEdits(base, mine, structuredClone(mine)).clashes).toEqual([]);
  });

  test('are told in the words of the form', () => {
    const stored = { ...base, jobType: 'flatBed', benefits: [], driverUnload: true, expectedPay: 10, requisiteNumber: 'R-7' };
    expect(clashWords(['jobType', 'benefits', 'driverUnload', 'expectedPay', 'requisiteNumber'], stored, base)).toEqual([
      { label: 'Job type', theirs: 'Flat Bed', mine: 'Dry Van' },
      { label: 'Benefits', theirs: 'Nothing', mine: 'Health coverage' },
      { label: 'Driver unloads', theirs: 'Yes', mine: 'No' },
      { label: 'Expected pay', theirs: '10', mine: 'Nothing' },
      { label: 'Requisition number', theirs: 'R-7', mine: 'Nothing' },
    ]);
  });
});

test('tags and the nationwide choice that both changed are asked about in words', () => {
  const mine = { ...base, tags: ['Night shift'], isGlobal: true };
  const stored = { ...base, tags: ['Local', 'Urgent'] };
  expect(mergeEdits(base, mine, stored).clashes).toEqual(['tags']);
  expect(clashWords(['tags', 'isGlobal'], stored, mine)).toEqual([
    { label: 'Tags', theirs: 'Local, Urgent', mine: 'Night shift' },
    { label: 'Show nationwide', theirs: 'No', mine: 'Yes' },
  ]);
});
