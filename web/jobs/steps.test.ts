import { beforeEach, expect, test, vi } from 'vitest';
import { storageStub } from '#web/browser/storage-stub.ts';
import { noAddons } from './addons.ts';
import { changeJobDraft, clearJobDraft, hasStarted, readJobDraft } from './steps.ts';

beforeEach(() => {
  vi.stubGlobal('localStorage', storageStub());
});

test('the next job starts with the add-ons that the company chose last', () => {
  expect(readJobDraft('one').addons).toMatchObject({ promote: false, boost: true });
  const chosenAddons = { ...noAddons, promote: true, externalUrl: '' };
  changeJobDraft('one', { addons: chosenAddons });
  clearJobDraft('one');
  expect(readJobDraft('one').addons).toEqual(chosenAddons);
  expect(readJobDraft('two').addons).toMatchObject({ promote: false, boost: true });
});

test('nothing is lost with a draft whose add-ons only were changed', () => {
  changeJobDraft('one', { addons: { ...noAddons, externalUrl: '' } });
  expect(hasStarted(readJobDraft('one'))).toBe(false);
  changeJobDraft('one', { content: { ...readJobDraft('one').content, title: 'Tanker driver' } });
  expect(hasStarted(readJobDraft('one'))).toBe(true);
});
