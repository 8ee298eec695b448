import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { storageStub } from '#web/browser/storage-stub.ts';
import { clearStorage } from '#web/session/session.ts';
import { getDeviceId, saveTermsAnswer } from './cookies.ts';

beforeEach(() => {
  vi.stubGlobal('localStorage', storageStub());
  vi.stubGlobal('document', { cookie: '' });
  vi.stubGlobal('location', { protocol: 'http:' });
});
afterEach(() => void vi.unstubAllGlobals());

test('the device id is eight random characters, made once for a browser', () => {
  const newDeviceId = getDeviceId();
  expect(newDeviceId).toMatch(/^[a-z0-9]{8}$/);
  clearStorage();
  expect(getDeviceId()).toBe(newDeviceId);
  vi.stubGlobal('document', { cookie: '' });
  expect(getDeviceId()).not.toBe(newDeviceId);
});

test('behind https both cookies have the prefix __Host- and are sent encrypted only', () => {
  vi.stubGlobal('location', { protocol: 'https:' });
  for (const [name, storeCookie] of [
    ['deviceId', getDeviceId],
    ['termsAccepted', () => saveTermsAnswer(true)],
  ] as const) {
    vi.stubGlobal('document', { cookie: '' });
    storeCookie();
    expect(document.cookie).toMatch(new RegExp(`^__Host-${name}=\\w+; path=/; .*samesite=lax; secure$`));
  }
});
