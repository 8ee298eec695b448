import { createTRPCClient, TRPCClientError } from '@trpc/client';
import { observable } from '@trpc/server/observable';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { AppRouter } from '#server/router.ts';
import { storageStub } from '#web/browser/storage-stub.ts';

type Refusal = { httpStatus: number; code: string };
let answerOf: (token: string | null, path: string) => Refusal | null;
let requests: { path: string; token: string | null }[];
const refreshCall = vi.fn<typeof fetch>();
const assign = vi.fn<(address: string) => void>();
const page = { pathname: '/company/jobs', search: '?size=25', assign };

const renews = (token: string) => () =>
  Promise.resolve(new Response(JSON.stringify({ result: { data: { accessToken: token } } }), { status: 200 }));
const refuses = (status: number) => () => Promise.resolve(new Response('{}', { status }));

/** Creates a new client for each test, like a newly opened page, on a stub transport. */
async function openPage() {
  vi.resetModules();
  const session = await import('#web/session/session.ts');
  const { refreshLink } = await import('./refresh-link.ts');
  const client = createTRPCClient<AppRouter>({
    links: [
      refreshLink,
      () =>
        ({ op }) =>
          observable((observer) => {
            const token = session.accessToken();
            requests.push({ path: op.path, token });
            const refusal = answerOf(token, op.path);
            queueMicrotask(() => {
              if (refusal)
                observer.error(
                  TRPCClientError.from({ error: { code: -32_001, message: 'No', data: { ...refusal, path: op.path } } }),
                );
              else {
                observer.next({ result: { data: 'fine' } });
                observer.complete();
              }
            });
          }),
    ],
  });
  return { session, call: () => client.jobs.addonCosts.query(), client };
}

const unauthenticated = { httpStatus: 401, code: 'unauthenticated' };
const forbidden = { httpStatus: 403, code: 'forbidden' };

beforeEach(() => {
  vi.stubGlobal('localStorage', storageStub());
  vi.stubGlobal('sessionStorage', storageStub());
  vi.stubGlobal('window', { location: page, addEventListener: vi.fn<() => void>() });
  vi.stubGlobal('fetch', refreshCall);
  page.pathname = '/company/jobs';
  requests = [];
  answerOf = (token) => (token === 'new' ? null : unauthenticated);
  localStorage.setItem('accessToken', 'old');
});

afterEach(() => {
  refreshCall.mockReset();
  assign.mockReset();
  vi.unstubAllGlobals();
});

describe('a 401 or 403', () => {
  test.each([unauthenticated, forbidden])(
    '$httpStatus: twenty parallel requests share one refresh, and each is retried once',
    async (refusal) => {
      answerOf = (token) => (token === 'new' ? null : refusal);
      refreshCall.mockImplementation(renews('new'));
      const { call } = await openPage();
      expect(await Promise.all(Array.from({ length: 20 }, call))).toEqual(Array.from({ length: 20 }, () => 'fine'));
      expect(refreshCall).toHaveBeenCalledTimes(1);
      expect(requests.map(({ token }) => token)).toEqual([
        ...Array.from({ length: 20 }, () => 'old'),
        ...Array.from({ length: 20 }, () => 'new'),
      ]);
    },
  );

  test.each([unauthenticated, forbidden])('$httpStatus again after the retry is the answer, not a loop', async (refusal) => {
    answerOf = () => refusal;
    refreshCall.mockImplementation(renews('new'));
    const { call } = await openPage();
    await expect(call()).rejects.toMatchObject({ data: { httpStatus: refusal.httpStatus } });
    expect([refreshCall.mock.calls.length, requests.length]).toEqual([1, 2]);
  });

  test('403 of a token just brought is about the role: no second refresh', async () => {
    answerOf = () => forbidden;
    refreshCall.mockImplementation(renews('new'));
    const { call } = await openPage();
    await expect(call()).rejects.toThrow('No');
    await expect(call()).rejects.toThrow('No');
    expect(refreshCall).toHaveBeenCalledTimes(1);
  });

  test.each(['email_unverified', 'company_cancelled', 'company_inactive', 'password_change_required', 'impersonating'])(
    '403 %s has another reason and asks for no refresh',
    async (code) => {
      answerOf = () => ({ httpStatus: 403, code });
      const { call } = await openPage();
      await expect(call()).rejects.toMatchObject({ data: { code } });
      expect([refreshCall.mock.calls.length, requests.length]).toEqual([0, 1]);
    },
  );

  test('without a token is the answer', async () => {
    localStorage.removeItem('accessToken');
    const { call } = await openPage();
    await expect(call()).rejects.toThrow('No');
    expect(refreshCall).not.toHaveBeenCalled();
  });

  test('that comes back after logging out asks for nothing more and sends nowhere', async () => {
    const { call, session } = await openPage();
    answerOf = () => {
      session.clearStorage();
      return unauthenticated;
    };
    await expect(call()).rejects.toThrow('No');
    expect([refreshCall.mock.calls.length, assign.mock.calls.length]).toEqual([0, 0]);
    expect(sessionStorage.getItem('unauthorized')).toBeNull();
  });
});

describe('a failed refresh', () => {
  test('clears storage, sets the flag and goes to the log-in, once for all that wait', async () => {
    localStorage.setItem('newJobDraft:1', '{}');
    localStorage.setItem('deviceId', 'abcd2345');
    refreshCall.mockImplementation(refuses(401));
    const { call } = await openPage();
    const outcomes = await Promise.allSettled([call(), call(), call()]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(refreshCall).toHaveBeenCalledTimes(1);
    expect(Object.keys(localStorage)).toEqual([]);
    expect(sessionStorage.getItem('unauthorized')).toBe('1');
    expect(assign.mock.calls).toEqual([['/login?next=%2Fcompany%2Fjobs%3Fsize%3D25']]);
  });

  test('on the sign-up route returns the error and sends nowhere', async () => {
    page.pathname = '/signup';
    refreshCall.mockImplementation(refuses(401));
    const { call } = await openPage();
    await expect(call()).rejects.toMatchObject({ data: { httpStatus: 401 } });
    expect(assign).not.toHaveBeenCalled();
    expect(sessionStorage.getItem('unauthorized')).toBeNull();
  });

  test.each(['/', '/login'])('on %s sends nowhere', async (pathname) => {
    page.pathname = pathname;
    refreshCall.mockImplementation(refuses(401));
    const { call } = await openPage();
    await expect(call()).rejects.toThrow('No');
    expect(assign).not.toHaveBeenCalled();
  });

  test('a refresh without an answer does not end the session', async () => {
    refreshCall.mockImplementation(() => Promise.reject(new TypeError('Failed to fetch')));
    const { call, session } = await openPage();
    await expect(call()).rejects.toMatchObject({ data: { httpStatus: 401 } });
    expect([session.accessToken(), assign.mock.calls.length]).toEqual(['old', 0]);
  });
});

test('a response that comes after the impersonation was renewed does not end it: the request is repeated', async () => {
  localStorage.setItem('adminAccessToken', 'own');
  refreshCall.mockImplementation(refuses(401));
  const { call, session } = await openPage();
  const { readImpersonation, storeImpersonation } = await import('#web/session/impersonation-state.ts');
  const target = { companyId: 'c1', companyName: 'Prairie Freight', userId: 'u1', userName: 'Carla Jensen', reason: '' };
  const endsAt = Date.now() + 600_000;
  storeImpersonation({ ...target, endsAt });
  await expect(call()).rejects.toThrow('No');
  expect(readImpersonation()?.endsAt).toBeLessThan(endsAt);
  const late = call();
  storeImpersonation({ ...target, endsAt });
  session.startActing('new');
  expect(await late).toBe('fine');
  expect(readImpersonation()?.endsAt).toBe(endsAt);
  expect(refreshCall).toHaveBeenCalledTimes(1);
});

test('a wrong password at the log-in is its own answer and asks for no refresh', async () => {
  const { client } = await openPage();
  const login = client.auth.login.mutate({ email: 'dana@test.example', password: 'Wr0ng!Haul7x', deviceId: 'abcd2345' });
  await expect(login).rejects.toMatchObject({ data: { httpStatus: 401 } });
  expect(refreshCall).not.toHaveBeenCalled();
});

test('the flag is read once, so that the warning shows once', async () => {
  const { session } = await openPage();
  session.markExpired();
  expect([session.consumeExpiredNotice(), session.consumeExpiredNotice()]).toEqual([true, false]);
});
