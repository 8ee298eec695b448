import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditLog, users } from '#drizzle/schema/accounts.ts';
import { companies, companyEmailProofs } from '#drizzle/schema/companies.ts';
import { applications, applicationTags } from '#drizzle/schema/drivers.ts';
import { jobTags } from '#drizzle/schema/jobs.ts';
import { outbox } from '#drizzle/schema/outbox.ts';
import { makeCompany, makeDriver, makeEmployee, makeJob, makeUser, rowOfApplication } from '#server/demo/builders.ts';
import { roles } from '#shared/access/access.ts';
import { en } from '#shared/texts/en.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

const word = () => Math.random().toString(36).slice(2, 10);

async function companyWithPeople(overrides: Partial<typeof companies.$inferInsert> = {}) {
  const { db } = t.services;
  const company = await makeCompany(db, { email: `billing-${word()}@freight.example`, ...overrides });
  const owner = await makeEmployee(db, company.id);
  const user = await makeEmployee(db, company.id, { roles: [roles.companyUser] });
  return { company, owner, user };
}

type Mail = { template: string; data: Record<string, string> };
const emailsTo = async (address: string) =>
  (await t.services.db.select().from(outbox).where(eq(outbox.recipient, address)).orderBy(outbox.id)) as unknown as Mail[];
const tokenTo = async (address: string) => (await emailsTo(address)).at(-1)?.data['token'] ?? '';
const storedCompany = async (id: string) => {
  const [row] = await t.services.db.select().from(companies).where(eq(companies.id, id));
  if (!row) throw new Error('The company is gone');
  return row;
};

describe('the address of a company', () => {
  it('waits until its owner opens the link, and the previous address is notified', async () => {
    const { company, owner } = await companyWithPeople();
    const api = await t.createCallerFor(owner);
    const next = `accounts-${word()}@freight.example`;
    const waiting = await api.company.update({ email: next });
    expect(waiting).toMatchObject({ email: company.email, emailToVerify: next, emailVerified: true });
    expect(await emailsTo(next)).toMatchObject([{ template: 'verify_company_email', data: { isChange: true } }]);

    const answer = await t.callRest('POST', '/companies/verify-email', { body: { token: await tokenTo(next) } });
    expect(answer).toMatchObject({ status: 200, body: { data: {} } });
    expect(await api.company.get()).toMatchObject({ email: next, emailToVerify: null, emailVerified: true });
    expect((await emailsTo(company.email)).map(({ template }) => template)).toEqual(['company_email_changed']);
    const log = await t.services.db.select().from(auditLog).where(eq(auditLog.companyId, company.id)).orderBy(auditLog.id);
    expect(log.map(({ action, actorId }) => [action, actorId])).toEqual([
      ['company_email.change', owner.id],
      ['company.update', owner.id],
      ['company_email.verify', null],
    ]);
  });

  it('is changed by the newest link only, once, within 24 hours', async () => {
    const { company, owner } = await companyWithPeople();
    const api = await t.createCallerFor(owner);
    const [first, second] = [`one-${word()}@freight.example`, `two-${word()}@freight.example`];
    await api.company.update({ email: first });
    const dead = await tokenTo(first);
    await api.company.update({ email: second });
    const token = await tokenTo(second);
    await expect(api.company.verifyEmail({ token: dead })).rejects.toMatchObject({ code: 'UNPROCESSABLE_CONTENT' });
    const proof = eq(companyEmailProofs.companyId, company.id);
    await t.services.db
      .update(companyEmailProofs)
      .set({ expiresAt: new Date(0) })
      .where(proof);
    await expect(api.company.verifyEmail({ token })).rejects.toThrow('This link has expired or was already used');
    await api.company.resendVerification();
    const fresh = await tokenTo(second);
    const outcomes = await Promise.allSettled(Array.from({ length: 5 }, () => api.company.verifyEmail({ token: fresh })));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await storedCompany(company.id)).toMatchObject({ email: second, emailToVerify: null });
  });

  it('is withdrawn, after which its link changes nothing', async () => {
    const { company, owner } = await companyWithPeople();
    const api = await t.createCallerFor(owner);
    const next = `never-${word()}@freight.example`;
    await api.company.update({ email: next });
    const token = await tokenTo(next);
    expect(await api.company.update({ emailToVerify: null })).toMatchObject({ email: company.email, emailToVerify: null });
    await expect(api.company.verifyEmail({ token })).rejects.toMatchObject({ code: 'UNPROCESSABLE_CONTENT' });
    await expect(api.company.resendVerification()).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  it('stays pending when a legacy client sends the company back unchanged', async () => {
    const { owner } = await companyWithPeople();
    const token = await t.createToken(owner);
    const next = `whole-${word()}@freight.example`;
    const { body } = await t.callRest('PATCH', '/companies', { token, body: { email: next } });
    expect(body.data).toMatchObject({ email_to_verify: next });
    expect(await t.callRest('PATCH', '/companies', { token, body: body.data })).toMatchObject({
      status: 200,
      body: { data: { email_to_verify: next } },
    });
  });

  it('that was never verified is replaced immediately, and gets a verification link', async () => {
    const { company, owner } = await companyWithPeople({ emailVerifiedAt: null });
    const next = `right-${word()}@freight.example`;
    expect(await (await t.createCallerFor(owner)).company.update({ email: next })).toMatchObject({
      email: next,
      emailToVerify: null,
      emailVerified: false,
    });
    await (await t.createCallerFor(null)).company.verifyEmail({ token: await tokenTo(next) });
    expect((await storedCompany(company.id)).emailVerifiedAt).toBeInstanceOf(Date);
  });

  it('is proven with its creator’s own, now or later; any other gets a link', async () => {
    const { db } = t.services;
    const create = async (user: Parameters<TestApp['createCallerFor']>[0], email: string) =>
      (await t.createCallerFor(user)).company.create({ companyName: 'Fresh Freight', email });
    const verified = await makeUser(db, { roles: [roles.companyUser], email: `ann-${word()}@freight.example` });
    const created = await create(verified, verified.email.toUpperCase());
    expect((await (await t.createCallerFor(verified)).company.get()).id).toBe(created.id);
    expect((await storedCompany(created.id)).emailVerifiedAt).toBeInstanceOf(Date);
    expect(await emailsTo(verified.email.toUpperCase())).toEqual([]);

    const fresh = await makeUser(db, {
      roles: [roles.companyUser],
      email: `bob-${word()}@freight.example`,
      emailVerifiedAt: null,
    });
    const later = await create(fresh, fresh.email);
    expect((await storedCompany(later.id)).emailVerifiedAt).toBeNull();
    await (await t.createCallerFor(fresh)).auth.resendVerification();
    await (await t.createCallerFor(null)).auth.verifyEmail({ token: await tokenTo(fresh.email) });
    expect((await storedCompany(later.id)).emailVerifiedAt).toBeInstanceOf(Date);

    const other = await makeUser(db, { roles: [roles.companyUser] });
    const desk = `desk-${word()}@freight.example`;
    await create(other, desk);
    expect(await emailsTo(desk)).toMatchObject([{ template: 'verify_company_email', data: { isChange: false } }]);
  });

  it('can be requested at most five times an hour, and never while impersonating its admin', async () => {
    const { owner, user } = await companyWithPeople({ emailVerifiedAt: null });
    const api = await t.createCallerFor(owner);
    for (let n = 0; n < 5; n += 1) await api.company.resendVerification();
    await expect(api.company.resendVerification()).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    const staff = await makeUser(t.services.db, { roles: [roles.superAdmin] });
    const acting = await t.createCallerWithToken(await t.createImpersonationToken(staff, owner));
    await expect(acting.company.update({ email: `x-${word()}@freight.example` })).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(acting.company.resendVerification()).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect((await t.createCallerFor(user)).company.resendVerification()).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });
});

describe('the colour and the flags', () => {
  it('are the company admin’s to choose, a colour of the palette only', async () => {
    const { owner, user } = await companyWithPeople();
    const api = await t.createCallerFor(owner);
    const change = {
      colorTemplate: 'teal' as const,
      enableRequisiteNumbers: true,
      experiencedDriverFilter: true,
      secondChanceCompany: true,
    };
    expect(await api.company.update(change)).toMatchObject(change);
    expect(await api.auth.me()).toMatchObject({ companyColor: 'teal', companyStatus: 'Active' });
    const token = await t.createToken(owner);
    expect(await t.callRest('PATCH', '/companies', { token, body: { color_template: '#123456' } })).toMatchObject({
      status: 422,
      body: { errors: [{ field: 'color_template' }] },
    });
    expect(await t.callRest('PATCH', '/companies', { token, body: { color_template: null } })).toMatchObject({
      body: { data: { color_template: null } },
    });
    await expect((await t.createCallerFor(user)).company.update({ secondChanceCompany: false })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
    await expect(api.company.update({ salesRef: 'S-9' })).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });
});

describe('two who change the same company', () => {
  it('do not overwrite each other: of thirty parallel edits one wins and the others get a conflict', async () => {
    const { company, owner } = await companyWithPeople();
    const other = await makeEmployee(t.services.db, company.id);
    const apis = [await t.createCallerFor(owner), await t.createCallerFor(other)];
    const { version } = await storedCompany(company.id);
    const outcomes = await Promise.allSettled(
      Array.from({ length: 30 }, (_, n) => apis[n % 2]!.company.update({ companyName: `Freight ${n}`, version })),
    );
    const won = outcomes.filter((one) => one.status === 'fulfilled');
    expect(won).toHaveLength(1);
    const lost = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason as Error] : []));
    for (const reason of lost) expect(reason).toMatchObject({ code: 'CONFLICT', message: en.errors.changedMeanwhile });
    expect(await storedCompany(company.id)).toMatchObject({ companyName: won[0]!.value.companyName, version: version + 1 });
  });

  it('and over REST the loser reads 409', async () => {
    const { owner } = await companyWithPeople();
    const token = await t.createToken(owner);
    const { version } = (await t.callRest('PATCH', '/companies', { token, body: {} })).body.data as { version: number };
    expect((await t.callRest('PATCH', '/companies', { token, body: { size: '1-5', version } })).status).toBe(200);
    expect(await t.callRest('PATCH', '/companies', { token, body: { size: '6-10', version } })).toMatchObject({
      status: 409,
      body: { errors: [{ code: 'edit_conflict', message: en.errors.changedMeanwhile }] },
    });
  });
});

describe('tags with their uses', () => {
  it('count existing jobs and applicants of their own company only, and are logged', async () => {
    const { db } = t.services;
    const { company, owner, user } = await companyWithPeople();
    const api = await t.createCallerFor(owner);
    const hot = await api.company.createTag({ text: 'Hot' });
    await api.company.createTag({ text: 'Cold' });
    const jobs = [await makeJob(db, company.id), await makeJob(db, company.id)];
    const drivers = [await makeDriver(db), await makeDriver(db), await makeDriver(db)];
    for (const job of jobs) await db.insert(jobTags).values({ jobId: job.id, tagId: hot.id });
    for (const [n, driver] of drivers.entries()) {
      const row = rowOfApplication(jobs[0]!, driver, n === 2 ? { withdrawnAt: new Date() } : {});
      await db.insert(applications).values(row);
      await db.insert(applicationTags).values({ applicationId: row.id, tagId: hot.id });
    }
    const uses = [
      { id: expect.any(String), text: 'Cold', jobs: 0, applicants: 0 },
      { id: hot.id, text: 'Hot', jobs: 2, applicants: 2 },
    ];
    expect(await api.company.tagUses()).toEqual(uses);
    expect((await t.callRest('GET', '/companies/tags/uses', { token: await t.createToken(user) })).body.data).toEqual(uses);
    const stranger = await companyWithPeople();
    expect(await (await t.createCallerFor(stranger.owner)).company.tagUses()).toEqual([]);
    const admin = await t.createCallerFor(await makeUser(db, { roles: [roles.admin] }));
    expect(await admin.company.tagUses({ companyId: company.id })).toEqual(uses);
    const tag = await admin.company.createTag({ companyId: stranger.company.id, text: 'By the house' });
    expect(await (await t.createCallerFor(stranger.owner)).company.tagUses()).toMatchObject([tag]);
    await expect((await t.createCallerFor(stranger.owner)).company.deleteTag({ id: hot.id })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    await api.company.deleteTag({ id: hot.id });
    expect((await db.select().from(jobTags).where(eq(jobTags.tagId, hot.id))).length).toBe(0);
    const log = await db.select().from(auditLog).where(eq(auditLog.companyId, company.id)).orderBy(auditLog.id);
    expect(log.map(({ action, detail }) => [action, detail])).toEqual([
      ['tag.create', { text: 'Hot' }],
      ['tag.create', { text: 'Cold' }],
      ['tag.delete', { text: 'Hot' }],
    ]);
    const { items } = await api.companies.log({ offset: 0, limit: 10 });
    expect(items.map(({ subjectName }) => subjectName)).toEqual(['Hot', 'Cold', 'Hot']);
  });
});

it('an account that proves an address of another company proves nothing there', async () => {
  const { db } = t.services;
  const email = `shared-${word()}@freight.example`;
  const { company } = await companyWithPeople({ email, emailVerifiedAt: null });
  const stranger = await makeUser(db, { roles: [roles.companyUser], email, emailVerifiedAt: null });
  await (await t.createCallerFor(stranger)).auth.resendVerification();
  await (await t.createCallerFor(null)).auth.verifyEmail({ token: await tokenTo(email) });
  expect((await db.select().from(users).where(eq(users.id, stranger.id)))[0]?.emailVerifiedAt).toBeInstanceOf(Date);
  expect((await storedCompany(company.id)).emailVerifiedAt).toBeNull();
});
