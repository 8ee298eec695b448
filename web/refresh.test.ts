import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { refresh } from './refresh.ts';
import { accessToken, startSession, takeExpiredNotice, markExpired } from './session.ts';

function storage(): Storage {
  const kept = new Map<string, string>();
  return {
    get length() {
      return kept.size;
    },
    clear: () => kept.clear(),
    getItem: (key) => kept.get(key) ?? null,
    key: (index) => [...kept.keys()][index] ?? null,
    removeItem: (key) => void kept.delete(key),
    setItem: (key, value) => void kept.set(key, value),
  };
}

const answer = (status: number, body: unknown) => Promise.resolve(new Response(JSON.stringify(body), { status }));
const server = vi.fn<typeof fetch>();

beforeEach(() => {
  vi.stubGlobal('localStorage', storage());
  vi.stubGlobal('sessionStorage', storage());
  vi.stubGlobal('fetch', server);
});

afterEach(() => {
  server.mockReset();
  vi.unstubAllGlobals();
});

test('any number of requests that need it share one refresh', async () => {
  startSession('old');
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
  server.mockImplementationOnce(() => answer(503, {}));
  expect(await refresh()).toBe('unreachable');
  server.mockImplementationOnce(() => Promise.reject(new TypeError('Failed to fetch')));
  expect(await refresh()).toBe('unreachable');
  expect(accessToken()).toBe('old');
});

test('"Session expired" is shown once', () => {
  startSession('old');
  markExpired();
  expect(accessToken()).toBeNull();
  expect([takeExpiredNotice(), takeExpiredNotice()]).toEqual([true, false]);
});
