import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { storageStub } from './storage-stub.ts';
import { clearStored, storedText } from './stored-text.ts';
import { stored } from './stored.ts';

beforeEach(() => {
  vi.stubGlobal('localStorage', storageStub());
  vi.stubGlobal('sessionStorage', storageStub());
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const draft = stored('draft', z.object({ name: z.string(), size: z._default(z.number(), 1) }));

test('a draft is read as it was written, and by its owner only', () => {
  draft.write({ name: 'Anna', size: 2 }, 'one');
  expect([draft.read('one'), draft.read('two'), draft.read()]).toEqual([{ name: 'Anna', size: 2 }, null, null]);
  draft.clear('two');
  expect(draft.read('one')).not.toBeNull();
  draft.clear('one');
  expect(draft.read('one')).toBeNull();
});

test.each([
  ['no JSON', '{', null],
  ['another shape', '{"name":1}', null],
  ['an older version', '{"name":"Anna","gone":1}', { name: 'Anna', size: 1 }],
])('%s', (_what, text, read) => {
  localStorage.setItem('draft', text);
  expect(draft.read()).toEqual(read);
});

test('a value is absent from the time on that it ends', () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const code = stored('code', z.object({ until: z.number() }), { storage: 'sessionStorage', until: ({ until }) => until });
  code.write({ until: Date.now() + 1 });
  expect([code.read() === null, sessionStorage.getItem('code') === null, localStorage.getItem('code')]).toEqual([
    false,
    false,
    null,
  ]);
  vi.setSystemTime(Date.now() + 1);
  expect(code.read()).toBeNull();
});

test('the values of several owners are found by the start of their names', () => {
  draft.write({ name: 'Anna', size: 1 }, 'job 1:a');
  draft.write({ name: 'Ben', size: 2 }, 'job 2:b');
  localStorage.setItem('draft:job 1:broken', '{');
  expect(draft.find('job 1:')).toEqual([{ owner: 'job 1:a', value: { name: 'Anna', size: 1 } }]);
});

test('values that count as absent are deleted, and those of other names stay', () => {
  draft.write({ name: 'Anna', size: 1 }, 'kept');
  localStorage.setItem('draft:broken', '{');
  localStorage.setItem('other:broken', '{');
  draft.sweep();
  expect(Object.keys(localStorage).toSorted()).toEqual(['draft:kept', 'other:broken']);
});

const refuse = () => {
  throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
};

describe.each([
  ['full', () => Object.assign(storageStub(), { setItem: refuse })],
  ['forbidden', () => new Proxy(storageStub(), { get: refuse, ownKeys: refuse })],
])('a storage that is %s', (_what, makeStorage) => {
  beforeEach(() => {
    vi.stubGlobal('localStorage', makeStorage());
  });
  afterEach(() => clearStored(''));

  test('keeps a value until the page is reloaded', () => {
    draft.write({ name: 'Anna', size: 2 });
    expect(draft.read()).toEqual({ name: 'Anna', size: 2 });
    draft.clear();
    expect([draft.read(), draft.find('')]).toEqual([null, []]);
  });

  test('says that a text is not kept, and forgets it when signing out', () => {
    const token = storedText('accessToken');
    expect([token.write('one'), token.read()]).toEqual([false, 'one']);
    clearStored('scheme');
    expect(token.read()).toBeNull();
  });
});

test('a full storage still has the older text, and the page reads the newer one', () => {
  localStorage.setItem('accessToken', 'old');
  vi.stubGlobal('localStorage', Object.assign(localStorage, { setItem: refuse }));
  const token = storedText('accessToken');
  token.write('new');
  expect([token.read(), localStorage.getItem('accessToken')]).toEqual(['new', 'old']);
  token.clear();
});
