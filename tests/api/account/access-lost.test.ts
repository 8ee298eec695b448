import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { users } from '#drizzle/schema/accounts.ts';
import { companies, employees } from '#drizzle/schema/companies.ts';
import { makeCompany, makeEmployee, makeJob, makeUser } from '#server/demo/builders.ts';
import { endEverySession } from '#server/session/sessions.ts';
import { roles } from '#shared/access/access.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';

let t: TestApp;
beforeAll(async () => void (t = await startTestApp()));
afterAll(() => t.close());

const statusOf = async (token: string, path: string) => (await t.callRest('GET', path, { token })).status;

/**
 * With one access token throughout, the account's current state decides and not the token's claims
 * (`docs/product/access.md#sessions`).
 */
describe('access is lost at the next request', () => {
  test('by a role that was taken away, and won by one that was given', async () => {
    const user = await makeUser(t.services.db, { roles: [roles.driver] });
    const token = await t.createToken(user);
    expect(await statusOf(token, '/member/applications')).toBe(200);
    await t.services.db
      .update(users)
      .set({ roles: [roles.newsContributor] })
      .where(eq(users.id, user.id));
    expect(await statusOf(token, '/member/applications')).toBe(403);
    await t.services.db
      .update(users)
      .set({ roles: [roles.admin] })
      .where(eq(users.id, user.id));
    expect((await t.callRest('POST', '/companies/search', { token, body: {} })).status).toBe(200);
  });

  test('by a former employee, and by a canceled company', async () => {
    const { db } = t.services;
    const company = await makeCompany(db);
    const [leaver, stayer] = [await makeEmployee(db, company.id), await makeEmployee(db, company.id)];
    const [left, stayed] = [await t.createToken(leaver), await t.createToken(stayer)];
    expect([await statusOf(left, '/jobs'), await statusOf(stayed, '/jobs')]).toEqual([200, 200]);
    await db.update(employees).set({ active: false }).where(eq(employees.userId, leaver.id));
    expect([await statusOf(left, '/jobs'), await statusOf(stayed, '/jobs')]).toEqual([403, 200]);
    await db.update(companies).set({ status: 'Cancelled' }).where(eq(companies.id, company.id));
    expect(await statusOf(stayed, '/jobs')).toBe(403);
  });

  test('by an account that was locked or deleted by whatever hand', async () => {
    const { db } = t.services;
    const [locked, deleted] = [await makeUser(db), await makeUser(db)];
    const tokens = [await t.createToken(locked), await t.createToken(deleted)];
    await db.update(users).set({ status: 'Locked' }).where(eq(users.id, locked.id));
    await db.delete(users).where(eq(users.id, deleted.id));
    expect(await Promise.all(tokens.map((token) => statusOf(token, '/user')))).toEqual([401, 401]);
  });
});

describe('a stream that was open before receives nothing more', () => {
  type Member = { userId: string; companyId: string };
  const waysToLoseAccess: Record<string, (member: Member) => Promise<unknown>> = {
    'who was deactivated': ({ userId }) =>
      t.services.db.update(employees).set({ active: false }).where(eq(employees.userId, userId)),
    'whose roles were taken': ({ userId }) =>
      t.services.db
        .update(users)
        .set({ roles: [roles.driver] })
        .where(eq(users.id, userId)),
    'who was locked': ({ userId }) => t.services.db.update(users).set({ status: 'Locked' }).where(eq(users.id, userId)),
    'whose sessions were ended': ({ userId }) => endEverySession(t.services.db, userId),
    'whose company was cancelled': ({ companyId }) =>
      t.services.db.update(companies).set({ status: 'Cancelled' }).where(eq(companies.id, companyId)),
  };

  test.each(Object.keys(waysToLoseAccess))('of someone %s', async (loss) => {
    const { db, events } = t.services;
    const company = await makeCompany(db);
    const person = await makeEmployee(db, company.id);
    const job = await makeJob(db, company.id);
    const listening = (await (await t.createCallerFor(person)).jobs.live())[Symbol.asyncIterator]();
    const heard = listening.next();
    await waysToLoseAccess[loss]?.({ userId: person.id, companyId: company.id });
    await db.transaction((tx) => events.publish(tx, { type: 'job', companyId: company.id, jobId: job.id }));
    expect(await heard).toEqual({ done: true, value: undefined });
  });

  test('of an administrator who is none any more', async () => {
    const { db, events } = t.services;
    const company = await makeCompany(db);
    const person = await makeUser(db, { roles: [roles.admin] });
    const listening = (await (await t.createCallerFor(person)).jobs.live())[Symbol.asyncIterator]();
    const news = { type: 'job' as const, companyId: company.id, jobId: company.id };
    const first = listening.next();
    await db.transaction((tx) => events.publish(tx, news));
    expect(await first).toMatchObject({ done: false });
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 1000 });
    const second = listening.next();
    await db
      .update(users)
      .set({ roles: [roles.newsAdmin] })
      .where(eq(users.id, person.id));
    await db.transaction((tx) => events.publish(tx, news));
    expect(await second.finally(() => vi.useRealTimers())).toEqual({ done: true, value: undefined });
  });
});
