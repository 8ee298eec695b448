import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { storageStub } from './storage-stub.ts';
import { refresh } from './refresh.ts';
import { accessToken, startSession, consumeExpiredNotice, markExpired } from './session.ts';

const answer = (status: number, body: unknown) => Promise.resolve(new Response(JSON.stringify(body), { status }));
const server = vi.fn<typeof fetch>();

beforeEach(() => {
  vi.stubGlobal('localStorage', storageStub());
  vi.stubGlobal('sessionStorage', storageStub());
  vi.stubGlobal('fetch', server);
});

afterEach(() => {
  server.mockReset();
  vi.unstubAllGlobals();
});

test('any number of requests that need it share one refresh', async () => {
  startSession('shared');
  server.mockImplementation(() => answer(200, { result: { data: { accessToken: 'new' } } }));
  const outcomes = await Promise.all(Array.from({ length: 20 }, () => refresh()));
  expect(new Set(outcomes)).toEqual(new Set(['renewed']));
  expect(server).toHaveBeenCalledTimes(1);
  expect(accessToken()).toBe('new');
});

test('a refused refresh is told apart from a server that does not answer', async () => {
  startSession('old');
  server.mockImplementationOnce(() => answer(401, { error: {} }));
  expect(await refresh()).toBe('refused');
  startSession('other');
  server.mockImplementationOnce(() => answer(503, {}));
  expect(await refresh()).toBe('unreachable');
  server.mockImplementationOnce(() => Promise.reject(new TypeError('Failed to fetch')));
  expect(await refresh()).toBe('unreachable');
  expect(accessToken()).toBe('other');
});

test('a token whose refresh was refused is not asked for again', async () => {
  startSession('dead');
  server.mockImplementation(() => answer(401, { error: {} }));
  expect([await refresh(), await refresh()]).toEqual(['refused', 'refused']);
  expect(server).toHaveBeenCalledTimes(1);
  startSession('of another log-in');
  await refresh();
  expect(server).toHaveBeenCalledTimes(2);
});

test('"Session expired" is shown once', () => {
  startSession('old');
  markExpired();
  expect(accessToken()).toBeNull();
  expect([consumeExpiredNotice(), consumeExpiredNotice()]).toEqual([true, false]);
});
