import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { clearStorage } from '#web/session.ts';
import { storageStub } from '#web/storage-stub.ts';
import { deviceId } from './cookies.ts';

beforeEach(() => {
  vi.stubGlobal('localStorage', storageStub());
  vi.stubGlobal('document', { cookie: '' });
  vi.stubGlobal('location', { protocol: 'http:' });
});
afterEach(() => void vi.unstubAllGlobals());

test('the device id is eight random characters, made once for a browser', () => {
  const newDevice = deviceId();
  expect(newDevice).toMatch(/^[a-z0-9]{8}$/);
  clearStorage();
  expect(deviceId()).toBe(newDevice);
  vi.stubGlobal('document', { cookie: '' });
  expect(deviceId()).not.toBe(newDevice);
});
