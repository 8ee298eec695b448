import { desc, eq, sql } from 'drizzle-orm';
import { SignJWT } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '#drizzle/schema/columns.ts';
import { securityEvents } from '#drizzle/schema/security-events.ts';
import { makeCompany, makeEmployee, makeUser } from '#server/demo/builders.ts';
import { appRouter } from '#server/router.ts';
import { sweepSecurityEvents } from '#server/security/forward-events.ts';
import { openSecurityLog, observedCalls } from '#server/security/record-event.ts';
import { hashPassword } from '#server/session/passwords.ts';
import { roles } from '#shared/access/access.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';

/** Security events (`docs/product/access.md#security-events`). */
let t: TestApp;
let world: Awaited<ReturnType<typeof makeWorld>>;
beforeAll(async () => {
  t = await startTestApp();
  world = await makeWorld();
});
afterAll(() => t.close());

const password = 'Quiet-Harbor#51';

async function makeWorld() {
  const { db } = t.services;
  const [own, other] = [await makeCompany(db, { companyName: 'Own Freight' }), await makeCompany(db)];
  const passwordHash = await hashPassword(password);
  const owner = await makeEmployee(db, own.id, {
    firstName: 'Olive',
    lastName: 'Owner',
    roles: [roles.companyAdmin],
    passwordHash,
  });
  const stranger = await makeEmployee(db, other.id, { roles: [roles.companyAdmin] });
  const staff = await makeUser(db, { roles: [roles.superAdmin] });
  return { owner, stranger, staff, tokens: { owner: await t.createToken(owner), staff: await t.createToken(staff) } };
}

async function recordedEvents(event: string) {
  await t.services.securityLog.flush();
  const { db } = t.services;
  return db.select().from(securityEvents).where(eq(securityEvents.event, event)).orderBy(desc(securityEvents.at));
}

const login = (email: string, typed: string) =>
  t.callRest('POST', '/auth/login', { body: { email, password: typed, device_id: 'abcdefgh', role: 'employer' } });

test('signing in, failing to and signing out are recorded with the account, and never with what was typed', async () => {
  const { owner } = world;
  expect((await login(owner.email, 'Not-my-Word#77')).status).toBe(401);
  expect((await login('nobody@elsewhere.example', 'Not-my-Word#77')).status).toBe(401);
  const entered = await login(owner.email.toUpperCase(), password);
  expect(entered.status).toBe(200);
  const { accessToken: token, refreshToken } = entered.body.data as { accessToken: string; refreshToken: string };
  expect((await t.callRest('POST', '/auth/logout', { token, body: { refreshToken } })).status).toBeLessThan(300);

  const failures = await recordedEvents('sign_in.failure');
  expect(new Set(failures.map(({ userId }) => userId))).toEqual(new Set([owner.id, null]));
  expect(failures[0]).toMatchObject({ ip: '127.0.0.1', detail: { path: 'auth.login', code: 'unauthenticated' }, count: 1 });
  expect(JSON.stringify(failures)).not.toMatch(/Not-my-Word|elsewhere/);
  expect(await recordedEvents('sign_in.success')).toMatchObject([{ userId: owner.id }]);
  expect(await recordedEvents('sign_out.success')).toMatchObject([{ userId: owner.id }]);
});

test('refused access is recorded, on the web and through REST, once with a count', async () => {
  const { owner, stranger, tokens } = world;
  const ask = () => t.callRest('PATCH', `/employees/${stranger.id}`, { token: tokens.owner, body: { first_name: 'Eve' } });
  expect(await Promise.all([ask(), ask(), ask()])).toMatchObject([{ status: 404 }, { status: 404 }, { status: 404 }]);
  await expect((await t.createCallerFor(owner)).audit.search({ limit: 10, offset: 0 })).rejects.toMatchObject({
    code: 'FORBIDDEN',
  });
  expect(await recordedEvents('access.not_found')).toMatchObject([
    { userId: owner.id, companyId: expect.any(String), count: 3, detail: { path: 'employees.update', code: 'not_found' } },
  ]);
  expect(await recordedEvents('access.forbidden')).toMatchObject([
    { userId: owner.id, detail: { path: 'audit.search', code: 'forbidden' } },
  ]);
});

test('wrong codes, reached limits, impersonation and exports are recorded', async () => {
  const { owner, staff, tokens } = world;
  const guess = () =>
    t.callRest('POST', '/auth/reset-password', {
      body: { email: owner.email, code: 'abcdefgh', new_password: 'New-Quiet-Harbor#52' },
    });
  for (let n = 0; n < 12; n++) await guess();
  expect((await recordedEvents('code.wrong')).length + (await recordedEvents('limit.reached')).length).toBeGreaterThan(0);
  for (let n = 0; n < 12; n++) await login('target@elsewhere.example', 'Not-my-Word#77');
  expect(await recordedEvents('limit.reached')).toContainEqual(
    expect.objectContaining({ detail: { path: 'auth.login', code: 'too_many' } }),
  );
  const [, answer] = [
    await t.createImpersonationToken(staff, owner),
    await t.callRest('POST', '/admin/audit/export', { token: tokens.staff }),
  ];
  expect(answer.status).toBe(200);
  expect(await recordedEvents('impersonation.start')).toMatchObject([{ userId: staff.id }]);
  expect(await recordedEvents('audit.export')).toMatchObject([{ userId: staff.id }]);
});

test.each([
  ['employees.invitation', { token: 'not-a-token' }],
  ['employees.join', { token: 'not-a-token', password: 'New-Quiet-Harbor#52' }],
  ['auth.verifyEmail', { token: 'not-a-token' }],
  ['company.verifyEmail', { token: 'not-a-token' }],
  ['auth.checkEmail', { email: 'someone@elsewhere.example', token: 'not-a-token' }],
])('a wrong link or token of %s is recorded', async (path, input) => {
  const response = await t.app.inject({ method: 'POST', url: `/trpc/${path}`, payload: input });
  expect([401, 410, 422]).toContain(response.statusCode);
  expect(await recordedEvents('code.wrong')).toContainEqual(
    expect.objectContaining({ detail: expect.objectContaining({ path }) as object }),
  );
});

test('a forged access token is recorded, and an expired or unknown one is not', async () => {
  const [header, payload, signature] = world.tokens.owner.split('.');
  const claims = JSON.parse(Buffer.from(payload ?? '', 'base64url').toString()) as object;
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const other = encode({ ...claims, aud: newId() });
  const count = async () => (await recordedEvents('token.forged')).reduce((sum, row) => sum + row.count, 0);
  const forged = [
    [header, other, signature].join('.'),
    [header, payload, encode({ signature })].join('.'),
    `${encode({ alg: 'none', typ: 'at+jwt' })}.${other}.`,
  ];
  for (const [n, token] of forged.entries()) {
    expect((await t.callRest('GET', '/user', { token })).status).toBe(401);
    expect(await count(), token).toBe(n + 1);
  }
  const expired = await new SignJWT({ ...claims, exp: 1 })
    .setProtectedHeader({ alg: 'EdDSA', typ: 'at+jwt' })
    .sign(t.services.keys.signing);
  for (const token of [expired, 'no-token', newId()]) expect((await t.callRest('GET', '/user', { token })).status).toBe(401);
  expect(await count()).toBe(forged.length);
});

test('a webhook with a wrong signature is recorded', async () => {
  const url = `/webhooks/${t.services.payments.webhookName}`;
  expect((await t.app.inject({ method: 'POST', url, payload: { type: 'settled' } })).statusCode).toBe(401);
  expect((await t.app.inject({ method: 'POST', url: '/api/webhooks/inbound-email', payload: {} })).statusCode).toBe(401);
  expect((await recordedEvents('webhook.forged')).map(({ detail }) => detail)).toEqual(
    expect.arrayContaining([{ path: url }, { path: '/api/webhooks/inbound-email' }]),
  );
});

test('refreshing a session from another site is recorded', async () => {
  const headers = { 'sec-fetch-site': 'cross-site', cookie: 'refreshToken=stolen' };
  expect((await t.app.inject({ method: 'POST', url: '/trpc/auth.refresh', payload: {}, headers })).statusCode).toBe(401);
  expect(await recordedEvents('access.cross_site')).toHaveLength(1);
});

test('administrators filter, sort and page through the events, and download them', async () => {
  const { owner, tokens } = world;
  const search = (body: object, token = tokens.staff) => t.callRest('POST', '/admin/security-events/search', { token, body });
  const ownEvents = {
    and: [
      { field: 'user', operator: 'ilike', value: 'olive' },
      { field: 'event', operator: 'in', value: ['access.not_found', 'access.forbidden'] },
    ],
  };
  const page = await search({ filters: ownEvents, orders: [{ field: 'count', direction: 'desc' }] });
  const rows = page.body.data as Record<string, unknown>[];
  expect(rows.length).toBe(page.body.pagination.total);
  expect(rows[0]).toMatchObject({ count: 3, event: 'access.not_found', user_name: 'Olive Owner', company_name: 'Own Freight' });
  expect(rows.every((row) => row['user_id'] === owner.id)).toBe(true);
  expect((await t.callRest('GET', '/admin/security-events?limit=1', { token: tokens.staff })).body.data).toHaveLength(1);
  expect((await search({}, tokens.owner)).status).toBe(403);
  const file = await t.callRest('POST', '/admin/security-events/export', { token: tokens.staff, body: { filters: ownEvents } });
  expect(file.headers['content-disposition']).toMatch(/security-events-\d{4}-\d\d-\d\d\.csv/);
  const lines: unknown = file.body;
  expect(typeof lines === 'string' && lines.split('\r\n').length - 2).toBe(rows.length);
  expect((await t.callRest('POST', '/admin/security-events/export', { token: tokens.owner })).status).toBe(403);
});

test('an event cannot be changed, nor deleted in the first 30 days; the worker deletes old ones', async () => {
  const { db } = t.services;
  const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 60 * 60 * 1000);
  const ids = { old: newId(), kept: newId() };
  await db.insert(securityEvents).values([
    { id: ids.old, event: 'sign_in.failure', at: daysAgo(500) },
    { id: ids.kept, event: 'sign_in.failure', at: daysAgo(300) },
  ]);
  const refusal = { cause: { message: 'security_events is append-only' } };
  const change = db.update(securityEvents).set({ event: 'sign_in.success' }).where(eq(securityEvents.id, ids.old));
  await expect(change).rejects.toMatchObject(refusal);
  await expect(db.delete(securityEvents).where(sql`at > now() - interval '1 day'`)).rejects.toMatchObject(refusal);
  await expect(db.execute(sql`truncate security_events`)).rejects.toMatchObject(refusal);
  expect(await sweepSecurityEvents(t.services)).toBe(1);
  const left = await db
    .select({ id: securityEvents.id })
    .from(securityEvents)
    .where(sql`at < now() - interval '40 days'`);
  expect(left).toEqual([{ id: ids.kept }]);
});

test('a database that is away neither fails a request nor loses an event', async () => {
  const { db, securityLog } = t.services;
  await securityLog.flush();
  const [{ total: before } = { total: 0 }] = await db.select({ total: sql<number>`count(*)::int` }).from(securityEvents);
  let isDatabaseDown = true;
  const insert: typeof db.insert = (table) => {
    if (isDatabaseDown) throw new Error('away');
    return db.insert(table);
  };
  const warnings: unknown[] = [];
  const log = openSecurityLog(Object.assign(Object.create(db) as typeof db, { insert }), {
    warn: (entry: unknown) => void warnings.push(entry),
  });
  for (let n = 0; n < 5003; n++) log.add({ event: 'access.forbidden', ip: `2001:db8::${n.toString(16)}` });
  await log.flush();
  expect(warnings).toHaveLength(1);
  isDatabaseDown = false;
  await log.close();
  const [{ total } = { total: 0 }] = await db.select({ total: sql<number>`count(*)::int` }).from(securityEvents);
  expect(total - before).toBe(5001);
  expect(await recordedEvents('events.lost')).toMatchObject([{ count: 3 }]);
});

test('every call that is named for recording exists', () => {
  const procedures = Object.keys(appRouter._def.procedures);
  expect(observedCalls.filter((path) => !procedures.includes(path))).toEqual([]);
});
