import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { storageStub } from '#web/browser/storage-stub.ts';

const answer = (status: number, body: unknown) => Promise.resolve(new Response(JSON.stringify(body), { status }));
const server = vi.fn<typeof fetch>();

/** The modules remember tokens and that the page is left, so each test is a newly opened page. */
async function openPage() {
  vi.resetModules();
  const { refresh } = await import('./refresh.ts');
  return { refresh, session: await import('./session.ts') };
}

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
  const { refresh, session } = await openPage();
  session.startSession('shared');
  server.mockImplementation(() => answer(200, { result: { data: { accessToken: 'new' } } }));
  const outcomes = await Promise.all(Array.from({ length: 20 }, () => refresh()));
  expect(new Set(outcomes)).toEqual(new Set(['renewed']));
  expect(server).toHaveBeenCalledTimes(1);
  expect(session.accessToken()).toBe('new');
});

test('a refused refresh is told apart from a server that does not answer', async () => {
  const { refresh, session } = await openPage();
  session.startSession('old');
  server.mockImplementationOnce(() => answer(401, { error: {} }));
  expect(await refresh()).toBe('refused');
  session.startSession('other');
  server.mockImplementationOnce(() => answer(503, {}));
  expect(await refresh()).toBe('unreachable');
  server.mockImplementationOnce(() => Promise.reject(new TypeError('Failed to fetch')));
  expect(await refresh()).toBe('unreachable');
  expect(session.accessToken()).toBe('other');
});

test('a token whose refresh was refused is not asked for again', async () => {
  const { refresh, session } = await openPage();
  session.startSession('dead');
  server.mockImplementation(() => answer(401, { error: {} }));
  expect([await refresh(), await refresh()]).toEqual(['refused', 'refused']);
  expect(server).toHaveBeenCalledTimes(1);
  session.startSession('of another log-in');
  await refresh();
  expect(server).toHaveBeenCalledTimes(2);
});

test('"Session expired" is shown once', async () => {
  const { session } = await openPage();
  session.startSession('old');
  session.markExpired();
  expect(session.accessToken()).toBeNull();
  expect([session.consumeExpiredNotice(), session.consumeExpiredNotice()]).toEqual([true, false]);
});
