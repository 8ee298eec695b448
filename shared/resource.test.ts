import { expect, test } from 'vitest';
import { changedFields, mergeEdits } from './resource.ts';

const base = { name: 'Prairie', phone: '1', logo: { fileName: 'a', url: '/a' } };

test('nothing changed is nothing to send, also for fields that are objects', () => {
  expect(changedFields(base, structuredClone(base))).toEqual([]);
  expect(changedFields(base, { ...base, logo: { fileName: 'b', url: '/b' } })).toEqual(['logo']);
});

test('changes of different fields go together', () => {
  const [local, remote] = [
    { ...base, name: 'Mine' },
    { ...base, phone: '2' },
  ];
  expect(mergeEdits(base, local, remote)).toEqual({ merged: { ...base, name: 'Mine', phone: '2' }, clashes: [] });
});

test('changes of the same field clash, unless they say the same', () => {
  expect(mergeEdits(base, { ...base, name: 'Mine' }, { ...base, name: 'Theirs' })).toEqual({
    merged: { ...base, name: 'Mine' },
    clashes: ['name'],
  });
  expect(mergeEdits(base, { ...base, name: 'Same' }, { ...base, name: 'Same' }).clashes).toEqual([]);
});
