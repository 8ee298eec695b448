import { beforeEach, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { localDraft } from './local-draft.ts';
import { storageStub } from './storage-stub.ts';

beforeEach(() => {
  vi.stubGlobal('localStorage', storageStub());
});

const draft = localDraft('draft', z.object({ name: z.string(), size: z._default(z.number(), 1) }));

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
