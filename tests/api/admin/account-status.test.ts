import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { auditLog, users } from '#drizzle/schema/accounts.ts';
import { type Role, roles } from '#shared/access/access.ts';
import { logIn, makeAccount } from '#tests/api/auth/sign-in.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';

let t: TestApp;
let admin: Awaited<ReturnType<typeof makeAccount>>;
beforeAll(async () => void (t = await startTestApp()));
beforeEach(async () => void (admin = await makeAccount(t, { roles: [roles.admin] })));
afterAll(() => t.close());

const isAlive = async (token: string) => (await t.callRest('GET', '/user', { token })).status === 200;
const statusOf = async (id: string) => (await t.services.db.select().from(users).where(eq(users.id, id)))[0]?.status;
const linesOf = async (id: string) =>
  t.services.db.select().from(auditLog).where(eq(auditLog.subjectId, id)).orderBy(auditLog.id);

async function set(as: { id: string; roles: Role[] }, id: string, status: string) {
  const { status: code, body } = await t.callRest('PATCH', `/admin/users/${id}/status`, {
    token: await t.createToken(as),
    body: { status },
  });
  return { code, data: body.data as { id: string; status: string } | undefined, error: body.errors?.[0] };
}

describe('account status', () => {
  test('Locked ends every session immediately; sign-in says so after the right password, not after a wrong one', async () => {
    const user = await makeAccount(t);
    const { accessToken, refreshToken } = (await logIn(t, user.email)).data;
    expect(await set(admin, user.id, 'Locked')).toMatchObject({ code: 200, data: { id: user.id, status: 'Locked' } });
    expect(await isAlive(accessToken)).toBe(false);
    expect((await t.callRest('POST', '/auth/refresh', { body: { refresh_token: refreshToken } })).status).toBe(401);
    expect(await logIn(t, user.email)).toMatchObject({ status: 403, errors: [{ code: 'account_locked' }] });
    expect((await logIn(t, user.email, { password: 'Wr0ng!Haul7x' })).status).toBe(401);
  });

  test('Active opens the account again, not its old sessions', async () => {
    const user = await makeAccount(t);
    const { accessToken } = (await logIn(t, user.email)).data;
    await set(admin, user.id, 'Locked');
    expect(await set(admin, user.id, 'Active')).toMatchObject({ code: 200, data: { status: 'Active' } });
    expect(await isAlive(accessToken)).toBe(false);
    expect((await logIn(t, user.email)).status).toBe(200);
    expect((await linesOf(user.id)).map(({ action, actorId }) => [action, actorId])).toEqual([
      ['account.lock', admin.id],
      ['account.unlock', admin.id],
    ]);
  });

  test('setting the current status changes and logs nothing', async () => {
    const user = await makeAccount(t);
    const { accessToken } = (await logIn(t, user.email)).data;
    expect((await set(admin, user.id, 'Active')).code).toBe(200);
    expect(await isAlive(accessToken)).toBe(true);
    expect(await linesOf(user.id)).toEqual([]);
  });

  test('no one can lock their own account', async () => {
    expect(await set(admin, admin.id, 'Locked')).toMatchObject({ code: 403, error: { code: 'forbidden' } });
    expect(await statusOf(admin.id)).toBe('Active');
  });

  test('only a super admin locks a super admin', async () => {
    const [one, two] = [await makeAccount(t, { roles: [roles.superAdmin] }), await makeAccount(t, { roles: [roles.superAdmin] })];
    expect((await set(admin, one.id, 'Locked')).code).toBe(403);
    expect((await set(two, one.id, 'Locked')).code).toBe(200);
    expect((await set(admin, one.id, 'Active')).code).toBe(403);
    expect((await set(two, one.id, 'Active')).code).toBe(200);
  });

  test('if super admins lock each other in parallel, one remains', async () => {
    const { db } = t.services;
    await db
      .update(users)
      .set({ status: 'Locked' })
      .where(eq(users.roles, [roles.superAdmin]));
    const both = [await makeAccount(t, { roles: [roles.superAdmin] }), await makeAccount(t, { roles: [roles.superAdmin] })];
    const [one, two] = both as [(typeof both)[0], (typeof both)[0]];
    const answers = await Promise.all([set(one, two.id, 'Locked'), set(two, one.id, 'Locked')]);
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1);
    expect((await Promise.all([statusOf(one.id), statusOf(two.id)])).toSorted()).toEqual(['Active', 'Locked']);
  });

  test.each([
    [roles.internalUser, 403],
    [roles.companyAdmin, 403],
    [roles.driver, 403],
  ])('is not for %s', async (role, code) => {
    const user = await makeAccount(t);
    expect((await set(await makeAccount(t, { roles: [role] }), user.id, 'Locked')).code).toBe(code);
  });

  test('an unknown account is not there, an unknown status no status', async () => {
    expect((await set(admin, 'no-such-account', 'Locked')).code).toBe(404);
    expect((await set(admin, admin.id, 'Deleted')).code).toBe(422);
  });
});
