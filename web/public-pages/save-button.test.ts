import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { roles } from '#shared/access/access.ts';
import { storageStub } from '#web/browser/storage-stub.ts';

const server = vi.fn<typeof fetch>();
const assign = vi.fn<(url: string) => void>();
const makeToken = (claims: object) => `head.${btoa(JSON.stringify(claims))}.signature`;
const driverToken = makeToken({ roles: [roles.driver], exp: 4_000_000_000 });

/** The parts of a button that the script reads and changes. */
function createButton(job: string) {
  const attributes: Record<string, string> = { 'aria-pressed': 'false' };
  let onClick = () => {};
  return {
    dataset: { job, failure: 'Not saved' },
    setAttribute: (name: string, value: string) => void (attributes[name] = value),
    getAttribute: (name: string) => attributes[name],
    addEventListener: (_type: string, listener: () => void) => (onClick = listener),
    click: () => onClick(),
    isPressed: () => attributes['aria-pressed'] === 'true',
  };
}

const message = { remove: () => {}, textContent: '' };

/** Opens a page with two jobs to save. */
async function openPage(token: string | null) {
  vi.resetModules();
  if (token) localStorage.setItem('accessToken', token);
  const buttons = [createButton('job1'), createButton('job2')] as const;
  vi.stubGlobal('document', {
    querySelectorAll: () => buttons,
    querySelector: () => null,
    createElement: () => message,
    body: { append: () => {} },
  });
  const { startSaveButtons } = await import('./save-button.ts');
  startSaveButtons();
  return buttons;
}

beforeEach(() => {
  vi.stubGlobal('localStorage', storageStub());
  vi.stubGlobal('fetch', server);
  vi.stubGlobal('location', { assign });
  vi.stubGlobal('addEventListener', () => {});
});
afterEach(() => {
  server.mockReset();
  assign.mockReset();
  vi.unstubAllGlobals();
});

test('a driver sees which jobs are saved, saves one and removes one', async () => {
  server.mockImplementation(() => Promise.resolve(Response.json({ data: ['job2'] })));
  const [first, second] = await openPage(driverToken);
  await vi.waitFor(() => expect([first.isPressed(), second.isPressed()]).toEqual([false, true]));
  first.click();
  second.click();
  await vi.waitFor(() => expect(server).toHaveBeenCalledTimes(3));
  expect([first.isPressed(), second.isPressed()]).toEqual([true, false]);
  const calls = server.mock.calls.map(([url, options]) => [options?.method ?? 'GET', url]);
  expect(calls).toEqual([
    ['GET', '/api/1.0/member/saved-jobs/ids'],
    ['POST', '/api/1.0/member/saved-jobs'],
    ['DELETE', '/api/1.0/member/saved-jobs/job2'],
  ]);
});

test('a visitor signs in first, and the job is then saved', async () => {
  const [first] = await openPage(null);
  first.click();
  expect(assign).toHaveBeenCalledWith('/login?next=%2Fmembers%2Fsaved%3Fsave%3Djob1');
  expect(server).not.toHaveBeenCalled();
});

test('a refusal leads to the saved jobs, which say why', async () => {
  server.mockResolvedValueOnce(Response.json({ data: [] }));
  const [first] = await openPage(driverToken);
  server.mockResolvedValueOnce(new Response('{}', { status: 409 }));
  first.click();
  await vi.waitFor(() => expect(assign).toHaveBeenCalledWith('/members/saved?save=job1'));
  expect(first.isPressed()).toBe(false);
});

test('without a network the button says so and changes back', async () => {
  server.mockResolvedValueOnce(Response.json({ data: [] }));
  const [first] = await openPage(driverToken);
  server.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  first.click();
  expect(first.isPressed()).toBe(true);
  await vi.waitFor(() => expect(message.textContent).toBe('Not saved'));
  expect(first.isPressed()).toBe(false);
});

test('a late answer does not change a button that was pressed since', async () => {
  let answerIds = (_ids: string[]) => {};
  server.mockReturnValueOnce(new Promise((resolve) => (answerIds = (ids) => resolve(Response.json({ data: ids })))));
  const [first, second] = await openPage(driverToken);
  await vi.waitFor(() => expect(server).toHaveBeenCalledTimes(1));
  server.mockResolvedValueOnce(Response.json({ data: { id: 'job1' } }));
  first.click();
  await vi.waitFor(() => expect(server).toHaveBeenCalledTimes(2));
  answerIds(['job2']);
  await vi.waitFor(() => expect(second.isPressed()).toBe(true));
  expect(first.isPressed()).toBe(true);
});
