// @engine both
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { users } from '#drizzle/schema/accounts.ts';
import { makeCompany, makeEmployee } from '#server/demo/builders.ts';
import { hashPassword } from '#server/session/passwords.ts';
import { roles } from '#shared/access/access.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';

/** One mailbox has one account, however its domain is typed (`docs/product/access.md#account-fields`). */

let t: TestApp;
let adminToken: string;
const password = 'Fresh#Asphalt42';

beforeAll(async () => {
  t = await startTestApp();
  const { db } = t.services;
  const company = await makeCompany(db);
  const passwordHash = await hashPassword(password);
  const admin = await makeEmployee(db, company.id, { roles: [roles.companyAdmin], emailVerifiedAt: new Date() });
  adminToken = await t.createToken(admin);
  await makeEmployee(db, company.id, { email: 'dana@xn--bcher-kva.example', passwordHash });
});
afterAll(() => t.close());

const spellings = [
  'dana@xn--bcher-kva.example',
  'dana@bücher.example',
  'DANA@BÜCHER.example',
  'dana@bu\u0308cher.example',
  'ｄａｎａ＠bücher．example',
];

describe.each(spellings)('%s', (email) => {
  test('signs in to the account', async () => {
    const body = { email, password, device_id: 'abcdefgh', role: 'employer' };
    const answer = await t.callRest('POST', '/auth/login', { body });
    expect(answer).toMatchObject({ status: 200, body: { data: { email: 'dana@xn--bcher-kva.example' } } });
  });

  test('cannot have a second account', async () => {
    const body = { email, password: 'Other#Asphalt43', first_name: 'Dana', last_name: 'Two', phone: '(402)555-0142' };
    const answer = await t.callRest('POST', '/employees', { token: adminToken, body });
    expect(answer.status).toBe(409);
    const accounts = await t.services.db.select().from(users).where(eq(users.firstName, 'Dana'));
    expect(accounts.filter(({ lastName }) => lastName === 'Two')).toEqual([]);
  });
});

test.each(['a@x..example', '.a@x.example', 'a..b@x.example', 'a@-x.example'])('%s is refused', async (email) => {
  const body = { email, password, first_name: 'Eva', last_name: 'Dent', phone: '(402)555-0142' };
  const added = await t.callRest('POST', '/employees', { token: adminToken, body });
  expect(added).toMatchObject({ status: 422, body: { errors: [{ field: 'email', message: 'Needs to be a valid email.' }] } });
  const signedUp = await t.callRest('POST', '/auth/signup', { body: { ...body, role: 'employer' } });
  expect(signedUp.status).toBe(422);
});
