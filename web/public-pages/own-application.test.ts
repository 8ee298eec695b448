import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { roles } from '#shared/access/access.ts';
import { storageStub } from '#web/browser/storage-stub.ts';

const server = vi.fn<typeof fetch>();
const makeToken = (claims: object) => `head.${btoa(JSON.stringify(claims))}.signature`;
const [past, future] = [1_000_000_000, 4_000_000_000];

/** The parts of the job page's Apply box that the script reads and changes. */
const createBox = () => {
  const time = { dateTime: '', textContent: '' };
  const dataset: Record<string, string> = { job: 'job1', zone: 'US/Mountain' };
  return { dataset, time, querySelector: () => time };
};

/** Opens a job's page with a stored token, and returns its Apply box after the script. */
async function openPage(token: string | null) {
  vi.resetModules();
  if (token) localStorage.setItem('accessToken', token);
  const box = createBox();
  vi.stubGlobal('document', { querySelector: () => box });
  const { showOwnApplication } = await import('./own-application.ts');
  await showOwnApplication();
  return box;
}

const applicationsAnswer = (...applications: object[]) => Response.json({ data: applications });
const sent = { application_at: '2026-11-24T05:30:00Z', status: 'sent' };

beforeEach(() => {
  vi.stubGlobal('localStorage', storageStub());
  vi.stubGlobal('fetch', server);
});
afterEach(() => {
  server.mockReset();
  vi.unstubAllGlobals();
});

test('a driver sees the date of the application in the zone of the job', async () => {
  const token = makeToken({ roles: [roles.driver], exp: future });
  server.mockResolvedValueOnce(applicationsAnswer(sent));
  const { dataset, time } = await openPage(token);
  expect(dataset).toHaveProperty('applied');
  expect(time).toEqual({ dateTime: sent.application_at, textContent: '11/23/2026' });
  expect(server.mock.calls).toEqual([
    ['/api/1.0/member/applications?limit=1&job_id=job1', { headers: { authorization: `Bearer ${token}` } }],
  ]);
});

test('an expired token is renewed first', async () => {
  const renewed = makeToken({ roles: [roles.driver], exp: future });
  server.mockResolvedValueOnce(Response.json({ result: { data: { accessToken: renewed } } }));
  server.mockResolvedValueOnce(applicationsAnswer(sent));
  const { dataset } = await openPage(makeToken({ roles: [roles.driver], exp: past }));
  expect(dataset).toHaveProperty('applied');
  expect(server.mock.calls.map(([url]) => url)).toEqual([
    '/trpc/auth.refresh',
    '/api/1.0/member/applications?limit=1&job_id=job1',
  ]);
  expect(server.mock.lastCall?.[1]).toEqual({ headers: { authorization: `Bearer ${renewed}` } });
  expect(localStorage.getItem('accessToken')).toBe(renewed);
});

test.each([
  ['there is no application', async () => applicationsAnswer()],
  ['the application was withdrawn', async () => applicationsAnswer({ ...sent, status: 'withdrawn' })],
  ['the server refuses', async () => new Response('{}', { status: 401 })],
  ['there is no network', () => Promise.reject(new TypeError('Failed to fetch'))],
])('the page stays unchanged if %s', async (_case, answer) => {
  server.mockImplementationOnce(answer);
  const { dataset } = await openPage(makeToken({ roles: [roles.driver], exp: future }));
  expect(dataset).not.toHaveProperty('applied');
});

test.each([
  ['a visitor', null],
  ['an employer', makeToken({ roles: [roles.companyUser], exp: future })],
  ['a token that cannot be read', 'nonsense'],
])('nothing is requested for %s', async (_case, token) => {
  await openPage(token);
  expect(server).not.toHaveBeenCalled();
});
