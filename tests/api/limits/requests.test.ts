import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { makeUser } from '#server/demo/builders.ts';
import { createRequestRate } from '#server/limits/request-rate.ts';
import { roles } from '#shared/access/access.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';

/** Rate limits of one caller, and the headers of every answer (docs/security.md). */
let t: TestApp;
/** The clock stands still in the middle of a minute, because each minute starts a new count. */
const startOfMinute = Math.floor(Date.now() / 60_000) * 60_000;
const origin = 'https://app.example.com';
beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: startOfMinute + 30_000 });
  t = await startTestApp({
    requestsAMinute: { perAddress: 40, perAccount: 20 },
    corsOrigins: [origin],
    publicUrl: 'https://jobs.example.com',
  });
});
afterAll(() => t.close());

const get = (url: string, remoteAddress: string, headers: Record<string, string> = {}) =>
  t.app.inject({ url, remoteAddress, headers });

async function requestUntilRefused(url: string, remoteAddress: string, headers?: Record<string, string>) {
  for (let n = 1; n <= 100; n++) {
    const answer = await get(url, remoteAddress, headers);
    if (answer.statusCode === 429) return { n, answer };
  }
  throw new Error('No request was refused');
}

describe('requests a minute', () => {
  test('of one address, IPv6 by its network; others and the machine itself are not concerned', async () => {
    const { n, answer } = await requestUntilRefused('/api/1.0/public/jobs?limit=1', '198.51.100.9');
    expect(n).toBe(41);
    expect(answer.headers['retry-after']).toBe('30');
    expect(answer.json()).toMatchObject({ message: expect.any(String), errors: [{ code: 'too_many' }] });
    expect((await get('/api/1.0/public/jobs?limit=1', '198.51.100.10')).statusCode).toBe(200);
    expect((await get('/healthz', '198.51.100.9')).statusCode).toBe(200);
    for (const url of ['/jobs', '/no-such-page.php', '/api/1.0/nothing'])
      expect((await get(url, '198.51.100.9')).statusCode).toBe(429);
    let last = 200;
    for (let host = 1; host <= 41; host++) last = (await get('/api/1.0/albums', `2001:db8:1:2::${host}`)).statusCode;
    expect(last).toBe(429);
    expect((await get('/api/1.0/albums', '2001:db8:1:3::1')).statusCode).toBe(200);
    for (let more = 0; more < 60; more++) expect((await get('/api/1.0/albums', '127.0.0.1')).statusCode).toBe(200);
    vi.setSystemTime(startOfMinute + 60_000);
    expect((await get('/api/1.0/public/jobs?limit=1', '198.51.100.9')).statusCode).toBe(200);
  });

  test('of one account, from any address and through either API', async () => {
    const admin = await makeUser(t.services.db, { roles: [roles.superAdmin] });
    const authorization = `Bearer ${await t.createToken(admin)}`;
    for (let n = 1; n <= 20; n++) {
      const url = n % 2 ? '/api/1.0/user' : '/trpc/auth.me';
      expect((await get(url, `203.0.113.${n}`, { authorization })).statusCode).toBe(200);
    }
    const rest = await get('/api/1.0/user', '203.0.113.50', { authorization });
    expect({ status: rest.statusCode, body: rest.json() }).toMatchObject({
      status: 429,
      body: { errors: [{ code: 'too_many' }] },
    });
    const web = await get('/trpc/auth.me', '203.0.113.51', { authorization });
    expect(web.statusCode).toBe(429);
    expect(web.json()).toMatchObject({ error: { data: { code: 'too_many', httpStatus: 429 } } });
    for (const { headers } of [rest, web]) expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect((await get('/api/1.0/user', '203.0.113.52')).statusCode).toBe(401);
  });

  test('nodes share their counts, and start over with each minute', async () => {
    let now = startOfMinute + 1000;
    const [one, two] = [createRequestRate(t.services.db, () => now), createRequestRate(t.services.db, () => now)];
    const count = (node: typeof one, times: number, caller = 'address 192.0.2.1') => {
      let answer: number | null = null;
      for (let n = 0; n < times; n++) answer = node.count(caller, 100);
      return answer;
    };
    expect([count(one, 60), count(two, 60), count(two, 3, 'address 192.0.2.2')]).toEqual([null, null, null]);
    for (const node of [one, two]) await node.share();
    expect(count(two, 1)).toBeTypeOf('number');
    // The first server shared its count before the second did, so it learns the total the next time.
    expect(count(one, 1)).toBeNull();
    await one.share();
    await two.share();
    await one.share();
    expect([count(one, 1), count(two, 1)]).toEqual([59, 59]);
    expect(count(one, 1, 'address 192.0.2.2')).toBeNull();
    now += 60_000;
    expect([count(one, 60), count(two, 39)]).toEqual([null, null]);
  });
});

test('twenty procedures at most in one request', async () => {
  const batch = (size: number) => `/trpc/${Array.from({ length: size }, () => 'gallery.albums').join(',')}?batch=1&input=%7B%7D`;
  expect((await get(batch(20), '127.0.0.1')).statusCode).toBe(200);
  expect((await get(batch(21), '127.0.0.1')).statusCode).toBe(400);
});

test('every answer says how it may be used', async () => {
  const api = await get('/api/1.0/albums', '127.0.0.1');
  expect(api.headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'permissions-policy': expect.stringContaining('camera=()'),
    'strict-transport-security': expect.stringContaining('max-age=31536000'),
    'cache-control': 'no-store',
    'content-security-policy': expect.stringContaining("default-src 'none'"),
    'x-request-id': expect.any(String),
  });
  expect((await get('/trpc/auth.me', '127.0.0.1')).headers).toMatchObject({ 'cache-control': 'no-store' });
  const page = await get('/jobs', '127.0.0.1');
  expect(page.headers['content-security-policy']).not.toContain("script-src 'unsafe-inline'");
  expect(page.headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'cache-control': 'no-cache' });
});

test('pages of a listed origin may call the facade, of no other, and only the facade', async () => {
  const preflightHeaders = { 'access-control-request-method': 'PATCH', 'access-control-request-headers': 'authorization' };
  const preflight = (from: string, url = '/api/1.0/jobs/1') =>
    t.app.inject({ method: 'OPTIONS', url, headers: { origin: from, ...preflightHeaders } });
  const allowed = await preflight(origin);
  expect(allowed.statusCode).toBe(204);
  expect(allowed.headers).toMatchObject({
    'access-control-allow-origin': origin,
    'access-control-allow-methods': expect.stringContaining('PATCH'),
    'access-control-allow-headers': expect.stringContaining('Authorization'),
    vary: expect.stringContaining('Origin'),
  });
  for (const other of ['https://evil.example', 'https://app.example.com.evil.example', 'null', `${origin}:444`])
    expect((await preflight(other)).headers).not.toHaveProperty('access-control-allow-origin');
  expect((await preflight(origin, '/trpc/auth.me')).headers).not.toHaveProperty('access-control-allow-origin');
  const answer = await get('/api/1.0/albums', '127.0.0.1', { origin });
  expect(answer.headers).toMatchObject({ 'access-control-allow-origin': origin });
  expect(answer.headers).not.toHaveProperty('access-control-allow-credentials');
});
