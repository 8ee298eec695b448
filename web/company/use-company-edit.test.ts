import { expect, test } from 'vitest';
import { changedFields, clashes, merged } from './use-company-edit.ts';

const base = { name: 'Prairie', phone: '1', logo: { fileName: 'a', url: '/a' } };

test('nothing changed is nothing to send, also for fields that are objects', () => {
  expect(changedFields(base, structuredClone(base))).toEqual([]);
  expect(changedFields(base, { ...base, logo: { fileName: 'b', url: '/b' } })).toEqual(['logo']);
});

test('changes of different fields go together', () => {
  const [mine, theirs] = [
    { ...base, name: 'Mine' },
    { ...base, phone: '2' },
  ];
  expect(clashes(base, mine, theirs)).toEqual([]);
  expect(merged(base, mine, theirs)).toEqual({ ...base, name: 'Mine', phone: '2' });
});

test('changes of the same field clash, unless they say the same', () => {
  expect(clashes(base, { ...base, name: 'Mine' }, { ...base, name: 'Theirs' })).toEqual(['name']);
  expect(clashes(base, { ...base, name: 'Same' }, { ...base, name: 'Same' })).toEqual([]);
  expect(merged(base, { ...base, name: 'Mine' }, { ...base, name: 'Theirs' }).name).toBe('Mine');
});
