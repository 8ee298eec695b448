import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeCompany, makeEmployee } from '#server/demo/builders.ts';
import { roles } from '#shared/access/access.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';
import { findEmailedLink } from '#tests/helpers/mailbox.ts';
import { createCardToken, testCards } from '#tests/helpers/test-cards.ts';

/** Even at its most detailed level, the log contains nothing that lets anyone sign in or pay. */
let t: TestApp;
const lines: string[] = [];
beforeAll(async () => {
  t = await startTestApp({ logLevel: 'trace' }, { write: (line) => lines.push(line) });
});
afterAll(() => t.close());

const password = 'Long-Haul#2026';
const email = 'wanda@secrets.example';

test('passwords, tokens, links, cards and addresses of people stay out of it', async () => {
  const person = { first_name: 'Wanda', last_name: 'Stone', phone: '4355550188', role: 'employer', tn_newsletters: false };
  await t.callRest('POST', '/auth/signup', { body: { ...person, email, password } });
  await t.worker.runOnce();
  const link = await findEmailedLink(t.services.settings.dataDir, email, '/email/validation');
  const token = String(link.searchParams.get('token'));
  await t.app.inject({ url: `${link.pathname}${link.search}` });
  await t.callRest('POST', '/auth/verify-email', { body: { token } });
  await t.callRest('POST', '/auth/login', { body: { email, password: 'Wrong#2026x', device_id: 'k3j4h5g6', role: 'employer' } });
  const login = await t.callRest('POST', '/auth/login', { body: { email, password, device_id: 'k3j4h5g6', role: 'employer' } });
  const { accessToken, refreshToken } = login.body.data as { accessToken: string; refreshToken: string };
  await t.callRest('POST', '/auth/refresh', { body: { refresh_token: refreshToken } });
  await t.callRest('GET', '/user', { token: accessToken });
  const company = await makeCompany(t.services.db);
  const owner = await makeEmployee(t.services.db, company.id, { roles: [roles.companyAdmin] });
  const { url, publicKey } = t.gatewayKeys;
  const card = await createCardToken(url, testCards.approved, publicKey);
  const body = { card_token: card, card_holder_name: 'Wanda Stone' };
  const response = await t.callRest('POST', '/payment/company/billing', { token: await t.createToken(owner), body });
  expect([login.status, response.status]).toEqual([200, 200]);

  const log = lines.join('\n');
  expect(log).toContain('/api/1.0/auth/login');
  for (const secret of [password, 'Wrong#2026x', token, accessToken, refreshToken, card, '4111111111111111', email])
    expect(log.includes(secret), secret.slice(0, 12)).toBe(false);
});

test('a query that fails is written down without what it was asked with, by either way to the database', async () => {
  lines.length = 0;
  const { db, sql: driver, log } = t.services;
  const failed = await db.execute(sql`select ${email}::text, 1 / ${0}::int`).catch((error: unknown) => error);
  log.error({ err: failed }, 'A query failed');
  const cast = await driver`select ${email}::uuid`.catch((error: unknown) => error);
  log.error({ err: cast }, 'A query failed');
  expect(lines).toHaveLength(2);
  expect(lines[0]).toContain('division by zero');
  expect(lines.join('\n')).not.toContain(email);
  expect(JSON.parse(lines[1] ?? '')).toMatchObject({ err: { code: '22P02' } });
});
