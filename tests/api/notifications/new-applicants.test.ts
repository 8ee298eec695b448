import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { users } from '#drizzle/schema/accounts.ts';
import { companies } from '#drizzle/schema/companies.ts';
import type { drivers } from '#drizzle/schema/drivers.ts';
import { notifications } from '#drizzle/schema/notifications.ts';
import { makeCompany, makeDriver, makeEmployee, makeJob } from '#server/demo/builders.ts';
import { anonymizeDriver } from '#server/drivers/erase-driver.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';

/** How the bell names new applicants (`docs/product/jobs.md#notifications`). */
let t: TestApp;
let company: { id: string };
let owner: Awaited<ReturnType<typeof makeEmployee>>;
let stranger: Awaited<ReturnType<typeof makeEmployee>>;
let job: Awaited<ReturnType<typeof makeJob>>;

beforeAll(async () => {
  t = await startTestApp();
  const { db } = t.services;
  const other = await makeCompany(db, { companyName: 'Other' });
  stranger = await makeEmployee(db, other.id);
});
afterAll(() => t.close());

beforeEach(async () => {
  const { db } = t.services;
  company = await makeCompany(db);
  owner = await makeEmployee(db, company.id);
  job = await makeJob(db, company.id, { title: 'Dry van', requiredExperience: 'Y2' });
});

type Profile = Pick<Partial<typeof drivers.$inferInsert>, 'cdlStatus' | 'yearsOfExperience'>;
const apply = async (firstName: string, profile: Profile = {}) => {
  const driver = await makeDriver(t.services.db, { user: { firstName, lastName: 'Stone' }, profile });
  const caller = await t.createCallerFor(driver);
  const { id } = await caller.drivers.applyTo({ id: job.id });
  return { id, driver, withdraw: () => caller.drivers.withdraw({ id }) };
};
const bell = async (reader = owner) => (await (await t.createCallerFor(reader)).notifications.list({})).items;
const list = () => `/company/jobs/${job.id}/detail#applicants`;

describe('one new applicant', () => {
  test('is named with what tells the reader whether to call, and opens', async () => {
    const { id } = await apply('Ana', { cdlStatus: 'Class A', yearsOfExperience: 5 });
    const [item] = await bell();
    expect(item).toMatchObject({
      title: 'Ana Stone applied for Dry van',
      path: `/company/jobs/${job.id}/detail?applicant=${id}`,
    });
    expect(item?.body).toMatch(/^CDL Class A · 5 years · \d+ miles · \d+% match$/);
    expect(await bell(stranger)).toEqual([]);
  });

  test('is described without what the driver did not say, in the language of the reader', async () => {
    await apply('Ana', { cdlStatus: 'No CDL', yearsOfExperience: 0 });
    await t.services.db.update(users).set({ language: 'es' }).where(eq(users.id, owner.id));
    const headers = { authorization: `Bearer ${await t.createToken(owner)}`, 'accept-language': 'es' };
    const answer = await t.app.inject({ url: '/api/1.0/notifications', headers });
    expect(answer.body).toContain('Ana Stone envió una solicitud para Dry van');
    expect(answer.body).toMatch(/"body":"Sin CDL · Sin experiencia · \d+ millas"/);
  });
});

describe('several new applicants', () => {
  test('are one line with the names of the newest three, which opens the list', async () => {
    for (const name of ['Ana', 'Ben', 'Cleo']) await apply(name);
    const names = async () => (await bell()).map(({ title, body, path }) => [title, body, path]);
    expect(await names()).toEqual([['3 new applicants for Dry van', 'Cleo Stone, Ben Stone, Ana Stone', list()]]);
    await apply('Dora');
    expect(await names()).toEqual([['4 new applicants for Dry van', 'Dora Stone, Cleo Stone, Ben Stone and 1 more', list()]]);
    await (await t.createCallerFor(owner)).notifications.markRead({});
    await apply('Eve');
    expect((await names()).map(([title]) => title)).toEqual(['Eve Stone applied for Dry van', '4 new applicants for Dry van']);
  });

  test('of an earlier version have no names', async () => {
    const data = { title: 'Dry van', place: 'Omaha, NE' };
    await t.services.db
      .insert(notifications)
      .values({ userId: owner.id, companyId: company.id, kind: 'new_application', jobId: job.id, data, path: list() });
    expect(await bell()).toMatchObject([{ title: 'New applicant for Dry van', body: 'Omaha, NE', path: list() }]);
    await apply('Ana');
    expect(await bell()).toMatchObject([{ title: '2 new applicants for Dry van', body: 'Ana Stone and 1 more' }]);
  });
});

describe('an applicant whom the company does not see in the list', () => {
  const unnamed = { title: 'New applicant for Dry van', path: expect.stringMatching(/#applicants$/) };

  test('is taken out of the notification after withdrawing, and counts once after applying again', async () => {
    const { withdraw } = await apply('Ana');
    await withdraw();
    expect(await bell()).toEqual([]);
    await apply('Bo');
    const { driver, withdraw: withdrawCy } = await apply('Cy');
    const caller = await t.createCallerFor(driver);
    await withdrawCy();
    expect(await bell()).toMatchObject([{ title: 'Bo Stone applied for Dry van' }]);
    await caller.drivers.applyTo({ id: job.id });
    expect(await bell()).toMatchObject([{ body: expect.stringContaining('Cy Stone') }]);
    expect(await t.services.db.select({ count: notifications.count }).from(notifications)).toContainEqual({ count: 2 });
  });

  test('is not named: the account was deleted', async () => {
    const { db, events } = t.services;
    const { driver } = await apply('Ana');
    await db.transaction((tx) => anonymizeDriver({ tx, events }, driver.id, 'en'));
    expect(await bell()).toMatchObject([unnamed]);
    expect(JSON.stringify(await db.select().from(notifications))).not.toContain('Ana Stone');
  });

  test('is not named: hidden by the company’s experience filter', async () => {
    await t.services.db.update(companies).set({ experiencedDriverFilter: true }).where(eq(companies.id, company.id));
    await apply('Ana', { yearsOfExperience: 1 });
    expect(await bell()).toMatchObject([unnamed]);
    await apply('Ben', { yearsOfExperience: 2 });
    expect(await bell()).toMatchObject([{ title: '2 new applicants for Dry van', body: 'Ben Stone and 1 more' }]);
  });
});
