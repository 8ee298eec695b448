import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { storageStub } from '#web/browser/storage-stub.ts';

const server = vi.fn<typeof fetch>();
const assign = vi.fn<(address: string) => void>();
const answer = (status: number, body: object) => new Response(JSON.stringify(body), { status });

beforeEach(() => {
  vi.resetModules();
  vi.stubGlobal('localStorage', storageStub());
  vi.stubGlobal('sessionStorage', storageStub());
  vi.stubGlobal('window', { location: { pathname: '/account', search: '', assign } });
  vi.stubGlobal('fetch', server);
  localStorage.setItem('accessToken', 'old');
});
afterEach(() => {
  server.mockReset();
  assign.mockReset();
  vi.unstubAllGlobals();
});

const pathsOf = () => server.mock.calls.map(([path]) => path);

test('an upload’s 401 leads to one refresh and one retry', async () => {
  server
    .mockResolvedValueOnce(answer(401, { message: 'Sign in to continue' }))
    .mockResolvedValueOnce(answer(200, { result: { data: { accessToken: 'new' } } }))
    .mockResolvedValueOnce(answer(200, { data: { url: '/media/x.webp' } }));
  const { sendForm } = await import('./authorized-fetch.ts');
  expect(await sendForm('/user/picture', new FormData())).toEqual({ url: '/media/x.webp' });
  expect(pathsOf()).toEqual(['/api/1.0/user/picture', '/trpc/auth.refresh', '/api/1.0/user/picture']);
  expect(server.mock.calls[2]?.[1]?.headers).toEqual({ authorization: 'Bearer new' });
});

test('a refusal that arrives after the token was renewed asks for no second refresh', async () => {
  const slow = Promise.withResolvers<Response>();
  server
    .mockReturnValueOnce(slow.promise)
    .mockResolvedValueOnce(answer(401, { message: 'Sign in to continue' }))
    .mockResolvedValueOnce(answer(200, { result: { data: { accessToken: 'new' } } }))
    .mockImplementation(() => Promise.resolve(answer(200, { data: { url: '/media/x.webp' } })));
  const { sendForm } = await import('./authorized-fetch.ts');
  const first = sendForm('/user/picture', new FormData());
  await sendForm('/user/cover', new FormData());
  slow.resolve(answer(401, { message: 'Sign in to continue' }));
  expect(await first).toEqual({ url: '/media/x.webp' });
  expect(pathsOf().filter((path) => path === '/trpc/auth.refresh')).toHaveLength(1);
});

test('a failed refresh ends the session', async () => {
  server.mockImplementation(() => Promise.resolve(answer(401, { message: 'Sign in to continue' })));
  const { sendForm } = await import('./authorized-fetch.ts');
  await expect(sendForm('/user/picture', new FormData())).rejects.toThrow('Sign in to continue');
  expect(pathsOf()).toEqual(['/api/1.0/user/picture', '/trpc/auth.refresh']);
  expect(localStorage.getItem('accessToken')).toBeNull();
  expect(assign).toHaveBeenCalledWith('/login?next=%2Faccount');
});

test('a failed refresh while impersonating ends the countdown and keeps the administrator signed in', async () => {
  server.mockImplementation(() => Promise.resolve(answer(401, { message: 'Sign in to continue' })));
  localStorage.setItem('adminAccessToken', 'own');
  const { readImpersonation, storeImpersonation } = await import('./impersonation-state.ts');
  const endsAt = Date.now() + 600_000;
  storeImpersonation({
    companyId: 'c1',
    companyName: 'Prairie Freight',
    userId: 'u1',
    userName: 'Carla Jensen',
    reason: '',
    endsAt,
  });
  const { sendForm } = await import('./authorized-fetch.ts');
  await expect(sendForm('/user/picture', new FormData())).rejects.toThrow('Sign in to continue');
  expect(readImpersonation()?.endsAt).toBeLessThan(endsAt);
  expect(localStorage.getItem('adminAccessToken')).toBe('own');
  expect(assign).not.toHaveBeenCalled();
});

test('no answer and a server error have the specified messages', async () => {
  const { sendForm } = await import('./authorized-fetch.ts');
  server.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  await expect(sendForm('/user/picture', new FormData())).rejects.toThrow('There was a problem with communication');
  server.mockResolvedValueOnce(new Response('<html>', { status: 502 }));
  await expect(sendForm('/user/picture', new FormData())).rejects.toThrow('Internal server error');
});
