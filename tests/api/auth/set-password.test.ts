import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { identities, oneTimeTokens, users } from '#drizzle/schema/accounts.ts';
import { newId } from '#drizzle/schema/columns.ts';
import { setPasswordFor } from '#server/auth/passwords/put-password.ts';
import { daysFromNow, makeCompany, makeEmployee } from '#server/demo/builders.ts';
import { roles } from '#shared/access/access.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';
import { makeAccount, password } from './sign-in.ts';

let t: TestApp;
beforeAll(async () => void (t = await startTestApp()));
afterAll(() => t.close());

const newPassword = 'N3w!Convoy#42';

/** An account with every kind of access that a password change must end. */
async function addSignInMethods(userId: string, email: string) {
  const { db } = t.services;
  await db.update(users).set({ emailToVerify: 'thief@mail.example' }).where(eq(users.id, userId));
  await db.insert(identities).values({ provider: 'google', subject: newId(), userId });
  const proof = { userId, email, expiresAt: daysFromNow(1) };
  await db.insert(oneTimeTokens).values([
    { ...proof, kind: 'reset_password', hash: newId() },
    { ...proof, kind: 'join_company', hash: newId() },
  ]);
}

async function signInMethods(userId: string) {
  const { db } = t.services;
  const [account] = await db.select().from(users).where(eq(users.id, userId));
  const codes = await db.select().from(oneTimeTokens).where(eq(oneTimeTokens.userId, userId));
  const links = await db.select().from(identities).where(eq(identities.userId, userId));
  return { waiting: account?.emailToVerify, links: links.length, codes: codes.filter(({ usedAt }) => !usedAt).length };
}

const none = { waiting: null, links: 0, codes: 0 };

describe('a new password closes what the old one opened', () => {
  test('set by a company admin', async () => {
    const company = await makeCompany(t.services.db);
    const admin = await makeEmployee(t.services.db, company.id);
    const worker = await makeEmployee(t.services.db, company.id, { roles: [roles.companyUser] });
    const session = await t.createToken(worker);
    await addSignInMethods(worker.id, worker.email);
    const body = { employeeId: worker.id, password: newPassword };
    expect((await t.callRest('POST', '/employees/password', { token: await t.createToken(admin), body })).status).toBe(200);
    expect(await signInMethods(worker.id)).toEqual(none);
    expect((await t.callRest('GET', '/user', { token: session })).status).toBe(401);
  });

  test('changed by its owner', async () => {
    const user = await makeAccount(t);
    await addSignInMethods(user.id, user.email);
    const body = { old_password: password, new_password: newPassword };
    expect((await t.callRest('POST', '/auth/change-password', { token: await t.createToken(user), body })).status).toBe(200);
    expect(await signInMethods(user.id)).toEqual(none);
  });

  test('is not set for a person who got a higher role in the meantime', async () => {
    const [admin, user] = [await makeAccount(t, { roles: [roles.admin] }), await makeAccount(t)];
    await t.services.db
      .update(users)
      .set({ roles: [roles.superAdmin] })
      .where(eq(users.id, user.id));
    const actor = {
      userId: admin.id,
      impersonatorId: null,
      companyId: null,
      roles: admin.roles,
      language: 'en' as const,
      ip: '198.51.100.1',
    };
    await expect(setPasswordFor(t.services.db, actor, user, newPassword)).rejects.toMatchObject({ code: 'conflict' });
  });
});
