import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { storageStub } from '#web/browser/storage-stub.ts';
import { handleEndedSession, readImpersonation } from '#web/session/impersonation-state.ts';
import { freshAdminToken, refresh } from '#web/session/refresh.ts';
import {
  adminRoles,
  accessToken,
  adminToken,
  clearStorage,
  isImpersonating,
  onSessionChangedElsewhere,
  startSession,
} from '#web/session/session.ts';
import { stepUpQuestion } from '#web/session/step-up.ts';
import { actAs, backToAdmin, goToAdmin, renewImpersonation } from './impersonate.ts';

type Call = { path: string; token: string | null; body: unknown };

/** The calls that the server stub received. */
let calls: Call[];
/** The server stub's responses by tRPC path. */
let answers: Record<string, () => Response>;
const visited = vi.fn<(path: string) => void>();

const claims = (aud: string, exp: number, roles: string[] = []) => `head.${btoa(JSON.stringify({ aud, exp, roles }))}.signature`;
const expiresSoon = () => Math.floor(Date.now() / 1000) + 900;
const answerData = (data: object) => () => Response.json({ result: { data } });
const answerBatch = (data: object) => () => Response.json([{ result: { data } }]);
const answerError =
  (httpStatus: number, code = 'x') =>
  () =>
    Response.json([{ error: { message: 'No', code: -1, data: { httpStatus, code } } }], { status: httpStatus });

/** Returns a storage that records the order in which its keys are written. */
function recordedStorage(): Storage {
  const storage = storageStub();
  const value = (key: string, text: string) => {
    Object.assign(storage, { [key]: text });
    written.push(key);
  };
  return Object.defineProperty(storage, 'setItem', { value });
}
let written: string[] = [];
let ownToken = '';
const picked = { companyId: 'c1', companyName: 'Prairie Freight', userId: 'u1', reason: 'Asked on the phone' };
const acting = () => claims('u1', expiresSoon(), ['Employer']);

beforeEach(() => {
  calls = [];
  written = [];
  ownToken = claims('admin', expiresSoon(), ['160Admin']);
  answers = {
    'auth.impersonate': answerBatch({ firstName: 'Carla', lastName: 'Jensen', accessToken: acting(), refreshToken: null }),
    'auth.leave': answerBatch({}),
  };
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
  vi.stubGlobal('localStorage', recordedStorage());
  vi.stubGlobal('sessionStorage', recordedStorage());
  vi.stubGlobal('window', {
    location: { pathname: '/company/jobs', search: '', assign: visited },
    addEventListener: () => undefined,
  });
  vi.stubGlobal('fetch', async (input: string, init: RequestInit) => {
    const path = /\/trpc\/([\w.]+)/.exec(input)?.[1] ?? '';
    const authorization = new Headers(init.headers).get('authorization');
    calls.push({
      path,
      token: authorization?.replace('Bearer ', '') ?? null,
      body: typeof init.body === 'string' ? JSON.parse(init.body) : null,
    });
    return answers[path]?.() ?? new Response(null, { status: 500 });
  });
  localStorage.setItem('accessToken', ownToken);
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  visited.mockReset();
});

test('the admin’s own token is set aside, and the impersonation’s becomes active and is written last', async () => {
  await actAs(picked);
  expect(localStorage.getItem('adminAccessToken')).toBe(ownToken);
  expect(JSON.parse(atob(accessToken()?.split('.')[1] ?? ''))).toMatchObject({ aud: 'u1' });
  expect(written.at(-1)).toBe('accessToken');
  expect(readImpersonation()).toEqual({ ...picked, userName: 'Carla Jensen', endsAt: Date.now() + 600_000 });
  expect(calls).toMatchObject([{ path: 'auth.impersonate', token: ownToken }]);
  expect(calls[0]?.body).toMatchObject({ 0: { userId: 'u1', deviceId: 'test', role: 'employer', reason: 'Asked on the phone' } });
  expect(visited).toHaveBeenCalledWith('/company/jobs');
  expect(adminRoles()).toEqual(['160Admin']);
});

test('the token of the administrator is saved once, also when another person is picked later', async () => {
  await actAs(picked);
  await actAs({ ...picked, userId: 'u2' });
  expect(localStorage.getItem('adminAccessToken')).toBe(ownToken);
  expect(calls.map(({ token }) => token)).toEqual([ownToken, ownToken]);
  expect(adminToken()).toBe(ownToken);
});

test('a failed impersonation changes nothing', async () => {
  answers['auth.impersonate'] = answerError(403);
  await expect(actAs(picked)).rejects.toThrow('No');
  expect(accessToken()).toBe(ownToken);
  expect([isImpersonating(), readImpersonation()]).toEqual([false, null]);
  expect(visited).not.toHaveBeenCalled();
});

test('an administrator who has to confirm is asked, and then the impersonation starts', async () => {
  const start = answers['auth.impersonate'];
  answers['auth.impersonate'] = answerError(403, 'step_up_required');
  const started = actAs(picked);
  await vi.waitFor(() => expect(stepUpQuestion.current()).not.toBeNull());
  expect(isImpersonating()).toBe(false);
  if (start) answers['auth.impersonate'] = start;
  stepUpQuestion.current()?.answer(true);
  await started;
  expect(isImpersonating()).toBe(true);
});

test('an administrator who does not confirm stays themselves', async () => {
  answers['auth.impersonate'] = answerError(403, 'step_up_required');
  const started = actAs(picked);
  await vi.waitFor(() => expect(stepUpQuestion.current()).not.toBeNull());
  stepUpQuestion.current()?.answer(false);
  await expect(started).rejects.toThrow('No');
  expect([isImpersonating(), accessToken()]).toEqual([false, ownToken]);
});

test('picking another person who needs a confirmation leaves the impersonation before it asks', async () => {
  await actAs(picked);
  answers['auth.impersonate'] = answerError(403, 'step_up_required');
  const started = actAs({ ...picked, userId: 'u2' });
  await vi.waitFor(() => expect(stepUpQuestion.current()).not.toBeNull());
  expect([isImpersonating(), accessToken()]).toEqual([false, ownToken]);
  stepUpQuestion.current()?.answer(false);
  await expect(started).rejects.toThrow('No');
});

test('renewing starts another 600 seconds for the same person', async () => {
  await actAs(picked);
  vi.setSystemTime(Date.now() + 600_000);
  await renewImpersonation();
  expect(readImpersonation()).toMatchObject({ userId: 'u1', endsAt: Date.now() + 600_000 });
  expect(localStorage.getItem('adminAccessToken')).toBe(ownToken);
  expect(visited).toHaveBeenCalledTimes(1);
});

test('a server that knows the impersonation no more voids the countdown, and only that', async () => {
  await actAs(picked);
  handleEndedSession();
  expect(readImpersonation()).toMatchObject({ userId: 'u1', endsAt: Date.now() });
  expect(isImpersonating()).toBe(true);
});

test('leaving ends it on the server first, then restores the admin’s token and clears the company', async () => {
  await actAs(picked);
  const token = accessToken();
  await goToAdmin();
  expect(calls.at(-1)).toMatchObject({ path: 'auth.leave', token });
  expect(accessToken()).toBe(ownToken);
  expect([isImpersonating(), readImpersonation()]).toEqual([false, null]);
  expect(written.at(-1)).toBe('accessToken');
  expect(visited).toHaveBeenLastCalledWith('/admin');
});

test('when leaving fails without an answer, everything is kept for another try', async () => {
  await actAs(picked);
  answers['auth.leave'] = answerError(503);
  await expect(backToAdmin()).rejects.toThrow('No');
  expect(isImpersonating()).toBe(true);
  answers['auth.leave'] = answerBatch({});
  await backToAdmin();
  expect(accessToken()).toBe(ownToken);
});

test('leaving without an impersonation sends no request', async () => {
  await backToAdmin();
  expect(calls).toEqual([]);
  expect(accessToken()).toBe(ownToken);
});

test('the admin’s own token is renewed beside the other, each under its own name', async () => {
  await actAs(picked);
  const other = accessToken();
  vi.setSystemTime(Date.now() + 900_000);
  const renewed = claims('admin', expiresSoon(), ['160Admin']);
  answers['auth.refresh'] = answerData({ accessToken: renewed });
  expect(await freshAdminToken()).toBe(renewed);
  expect(calls.at(-1)).toMatchObject({ path: 'auth.refresh', body: { admin: true } });
  expect(accessToken()).toBe(other);
  const newer = claims('u1', expiresSoon() + 1);
  answers['auth.refresh'] = answerData({ accessToken: newer });
  expect(await refresh()).toBe('renewed');
  expect(calls.at(-1)).toMatchObject({ path: 'auth.refresh', body: {} });
  expect([accessToken(), adminToken()]).toEqual([newer, renewed]);
});

test('logging out clears both tokens and the impersonated user', async () => {
  await actAs(picked);
  clearStorage();
  expect([accessToken(), isImpersonating(), readImpersonation()]).toEqual([null, false, null]);
});

/** Listens to other tabs, and returns a function that reports a token that one of them stored. */
function listenToOtherTabs(changed: () => void) {
  let listener: (event: Partial<StorageEvent>) => void = () => undefined;
  vi.stubGlobal('window', { addEventListener: (_: string, listen: typeof listener) => void (listener = listen) });
  onSessionChangedElsewhere(changed);
  return (oldValue: string, newValue: string) => {
    localStorage.setItem('accessToken', newValue);
    listener({ key: 'accessToken', oldValue, newValue });
  };
}

test('other tabs follow into the impersonation and out of it, and not when it is renewed', () => {
  localStorage.setItem('accessToken', ownToken);
  const changed = vi.fn<() => void>();
  const tell = listenToOtherTabs(changed);
  tell(ownToken, claims('u1', 1));
  tell(claims('u1', 1), ownToken);
  expect(changed).toHaveBeenCalledTimes(2);
  tell(ownToken, claims('u1', 1));
  tell(claims('u1', 1), claims('u1', 2));
  expect(changed).toHaveBeenCalledTimes(3);
});

test('a page ignores a late report of what the page before it stored in the same tab', () => {
  localStorage.setItem('accessToken', claims('u1', 1));
  const changed = vi.fn<() => void>();
  const tell = listenToOtherTabs(changed);
  tell(ownToken, claims('u1', 1));
  expect(changed).not.toHaveBeenCalled();
});

test('a tab that signed in itself ignores that another one renews the session', () => {
  const changed = vi.fn<() => void>();
  const tell = listenToOtherTabs(changed);
  startSession(ownToken);
  tell(ownToken, claims('admin', 1));
  expect(changed).not.toHaveBeenCalled();
  clearStorage();
  tell('', claims('admin', 2));
  expect(changed).toHaveBeenCalledTimes(1);
});
