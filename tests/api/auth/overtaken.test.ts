import { and, eq, isNull } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { auditLog, sessions, users } from '#drizzle/schema/accounts.ts';
import { endEverySession, startSession } from '#server/session/sessions.ts';
import { roles } from '#shared/access/access.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';
import { runDuringChange } from '#tests/helpers/overtaken.ts';
import { logIn, makeAccount, password } from './sign-in.ts';

let t: TestApp;
beforeAll(async () => void (t = await startTestApp()));
afterAll(() => t.close());

const client = { kind: 'rest' as const, deviceId: 'abcd1234', ip: '198.51.100.1', userAgent: null, language: 'en' as const };
const activeSessions = (userId: string) =>
  t.services.db
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, userId), isNull(sessions.endedAt)));
const rowOf = async (id: string) => (await t.services.db.select().from(users).where(eq(users.id, id)))[0];

test('a session of an account as it was before its sessions were ended is not opened', async () => {
  const { id, roles: held } = await makeAccount(t);
  await endEverySession(t.services.db, id);
  const opening = startSession(t.services.db, t.services, { id, roles: held, sessionVersion: 1 }, client, {
    providerCompanyId: null,
    isPrivate: false,
  });
  await expect(opening).rejects.toMatchObject({ code: 'unauthenticated' });
  expect(await activeSessions(id)).toEqual([]);
});

/** Skipped on the embedded engine, whose single session cannot interleave. */
describe.skipIf(inject('server') === null)('a log-in that is on its way', () => {
  test('opens nothing when the sessions are ended meanwhile', async () => {
    const user = await makeAccount(t);
    const answer = await runDuringChange(
      t,
      (tx) => endEverySession(tx, user.id),
      () => logIn(t, user.email),
    );
    expect(answer.status).toBe(401);
    expect(await activeSessions(user.id)).toEqual([]);
  });

  test('opens nothing by confirming when the sessions are ended meanwhile', async () => {
    const user = await makeAccount(t);
    const { accessToken: token } = (await logIn(t, user.email)).data;
    const answer = await runDuringChange(
      t,
      (tx) => endEverySession(tx, user.id),
      () => t.callRest('POST', '/auth/confirm', { token, body: { password } }),
    );
    expect(answer.status).toBe(401);
    expect(await activeSessions(user.id)).toEqual([]);
  });

  test('opens nothing when the account is locked meanwhile', async () => {
    const user = await makeAccount(t);
    const answer = await runDuringChange(
      t,
      (tx) => tx.update(users).set({ status: 'Locked' }).where(eq(users.id, user.id)),
      () => logIn(t, user.email),
    );
    expect(answer.status).toBe(401);
    expect(await activeSessions(user.id)).toEqual([]);
  });

  test('does not restore a role that is removed meanwhile, by accepting the terms', async () => {
    const user = await makeAccount(t, { roles: [roles.superAdmin], termsAcceptedAt: null });
    const answer = await runDuringChange(
      t,
      (tx) =>
        tx
          .update(users)
          .set({ roles: [roles.newsContributor] })
          .where(eq(users.id, user.id)),
      () => logIn(t, user.email, { tn_terms_accepted: true }),
    );
    expect(answer.data.userRoles).toEqual([roles.newsContributor]);
    expect(await rowOf(user.id)).toMatchObject({ roles: [roles.newsContributor], termsAcceptedAt: expect.any(Date) });
  });

  test('makes no employer of who has become an administrator meanwhile', async () => {
    const user = await makeAccount(t, { roles: [roles.driver] });
    await runDuringChange(
      t,
      (tx) =>
        tx
          .update(users)
          .set({ roles: [roles.admin, roles.driver] })
          .where(eq(users.id, user.id)),
      () => logIn(t, user.email, { create_role: true }),
    );
    expect((await rowOf(user.id))?.roles).toEqual([roles.admin, roles.driver]);
    expect(await t.services.db.select().from(auditLog).where(eq(auditLog.actorId, user.id))).toEqual([]);
  });
});

test.skipIf(inject('server') === null)('a change of password is void when another one is set meanwhile', async () => {
  const user = await makeAccount(t);
  const token = await t.createToken(user);
  const answer = await runDuringChange(
    t,
    (tx) => tx.update(users).set({ passwordHash: 'set by another person' }).where(eq(users.id, user.id)),
    () => t.callRest('POST', '/auth/change-password', { token, body: { old_password: password, new_password: 'N3w!Convoy#42' } }),
  );
  expect(answer.status).toBe(401);
  expect((await rowOf(user.id))?.passwordHash).toBe('set by another person');
});
