import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { outbox } from '#drizzle/schema/outbox.ts';
import { daysFromNow, makeCompany, makeEmployee } from '#server/demo/builders.ts';
import { mail } from '#server/mail/outbox.ts';
import { readSettings } from '#server/settings/env.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';

const metricsToken = 'token-of-the-metrics-test';
let t: TestApp;
beforeAll(async () => {
  t = await startTestApp({ metricsToken });
  await mail(t.services.db, 'dana@test.example', 'email_taken', { firstName: 'Dana' }, null);
  await t.services.db.update(outbox).set({ dueAt: daysFromNow(-1) });
});
afterAll(() => t.close());

const ask = async (token?: string) => {
  const { statusCode, body, headers } = await t.app.inject({
    url: '/metrics',
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
  });
  return { statusCode, body, headers };
};

it('requires the token, and does not exist without the setting', async () => {
  expect((await ask()).statusCode).toBe(401);
  expect((await ask(`${metricsToken}x`)).statusCode).toBe(401);
  const { statusCode, headers } = await ask(metricsToken);
  expect(statusCode).toBe(200);
  expect(headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/);
  expect(readSettings({}).metricsToken).toBeUndefined();
});

it('counts requests by pattern and procedure, and holds nothing that a person wrote', async () => {
  const { db } = t.services;
  const { id } = await makeCompany(db);
  const account = await makeEmployee(db, id, { email: 'secretive@test.example' });
  const token = await t.createToken(account);
  const authorization = { authorization: `Bearer ${token}` };
  await t.app.inject({ url: '/api/1.0/jobs/0198c0de-0000-7000-8000-00000000beef?search=secretive', headers: authorization });
  await t.app.inject({ url: '/trpc/auth.me', headers: authorization });
  await t.app.inject({ url: '/trpc/auth.me,auth.me?batch=1', headers: authorization });
  await t.app.inject({ url: '/trpc/secretive.name' });
  await t.app.inject({ url: '/secretive/path' });
  const { body } = await ask(metricsToken);
  expect(body).toMatch(/_count\{method="GET",route="\/api\/1\.0\/jobs\/:[a-z_]+",status="404"\} 1/);
  expect(body).toContain('route="/trpc/auth.me",status="200"');
  expect(body).toContain('route="/trpc/batch"');
  expect(body).toContain('route="/trpc/none"');
  expect(body).toContain('route="none",status="404"');
  expect(body).not.toMatch(/secretive|beef/);
});

it('shows how far the clock is ahead of the database', async () => {
  const server = await startTestApp({ metricsToken });
  let body = '';
  try {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 10 * 60_000 });
    body = (await server.app.inject({ url: '/metrics', headers: { authorization: `Bearer ${metricsToken}` } })).body;
  } finally {
    vi.useRealTimers();
    await server.close();
  }
  const [, seconds] = /^haulboard_clock_difference_seconds (\S+)$/m.exec(body) ?? [];
  expect(Math.abs(Number(seconds) - 600)).toBeLessThan(60);
});

it('shows how long tasks have waited, the outbox, and outcomes of charges', async () => {
  const { body } = await ask(metricsToken);
  const value = (line: string) =>
    Number(
      body
        .split('\n')
        .find((one) => one.startsWith(`${line} `))
        ?.split(' ')[1],
    );
  expect(value('haulboard_worker_lag_seconds{task="mail"}')).toBeGreaterThan(80_000);
  expect(value('haulboard_outbox_mails{state="waiting"}')).toBe(1);
  expect(value('haulboard_worker_lag_seconds{task="charges"}')).toBe(0);
  expect(value('haulboard_charges_last_hour{outcome="approved"}')).toBe(0);
  expect(value('haulboard_database_wait_seconds')).toBeLessThan(5);
  expect(value('haulboard_database_pool_size')).toBeGreaterThan(0);
  expect(value('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThanOrEqual(0);
});
