import { expect, test } from 'vitest';
import { changedFields, changesOf, mergeEdits } from './resource.ts';
import { text } from './texts/texts.ts';

const base = { name: 'Prairie', phone: '1', logo: { fileName: 'a', url: '/a' } };

test('nothing changed is nothing to send, also for fields that are objects', () => {
  expect(changedFields(base, structuredClone(base))).toEqual([]);
  expect(changedFields(base, { ...base, logo: { fileName: 'b', url: '/b' } })).toEqual(['logo']);
});

test('a field is also sent with the field that it belongs to', () => {
  const fields = {
    phone: { label: text('common.phone') },
    extension: { label: text('common.phoneExtension'), sentWith: 'phone' },
  };
  const before = { phone: '1', extension: '12' };
  expect(changesOf(fields, before, { ...before, phone: '2' })).toEqual({ phone: '2', extension: '12' });
  expect(changesOf(fields, before, { ...before, extension: '3' })).toEqual({ extension: '3' });
});

test('changes of different fields go together', () => {
  const [local, remote] = [
    { ...base, name: 'Mine' },
    { ...base, phone: '2' },
  ];
  expect(mergeEdits(base, local, remote)).toEqual({ merged: { ...base, name: 'Mine', phone: '2' }, clashes: [] });
});

test('changes of fields that are sent together clash, and are not mixed', () => {
  const fields = {
    phone: { label: text('common.phone') },
    extension: { label: text('common.phoneExtension'), sentWith: 'phone' },
  };
  const stored = { name: 'A', phone: '1', extension: '' };
  const withExtension = { ...stored, extension: '12' };
  const withPhone = { ...stored, phone: '2' };
  expect(mergeEdits(stored, withExtension, withPhone, fields)).toEqual({
    merged: withExtension,
    clashes: ['phone', 'extension'],
  });
  expect(mergeEdits(stored, withPhone, withExtension, fields)).toEqual({ merged: withPhone, clashes: ['phone', 'extension'] });
  expect(mergeEdits(stored, withPhone, withPhone, fields).clashes).toEqual([]);
  expect(mergeEdits(stored, withPhone, { ...stored, name: 'B' }, fields)).toEqual({
    merged: { ...withPhone, name: 'B' },
    clashes: [],
  });
});

test('changes of the same field clash, unless they say the same', () => {
  expect(mergeEdits(base, { ...base, name: 'Mine' }, { ...base, name: 'Theirs' })).toEqual({
    merged: { ...base, name: 'Mine' },
    clashes: ['name'],
  });
  expect(mergeEdits(base, { ...base, name: 'Same' }, { ...base, name: 'Same' }).clashes).toEqual([]);
});
