import { eq, sql } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { auditLog, identities, recommendations, resetRequests, users } from '#drizzle/schema/accounts.ts';
import { companyTags } from '#drizzle/schema/companies.ts';
import { applications, applicationTags, drivers } from '#drizzle/schema/drivers.ts';
import { jobs } from '#drizzle/schema/jobs.ts';
import { media } from '#drizzle/schema/media.ts';
import { notifications } from '#drizzle/schema/notifications.ts';
import { bulkInsert, makeCompany, makeDriver, makeEmployee, makeJob, makeUser, rowOfApplication } from '#server/demo/builders.ts';
import { storeImage } from '#server/media/store-image.ts';
import { notifyDrivers } from '#server/notifications/notify-drivers.ts';
import { hashPassword } from '#server/session/passwords.ts';
import { roles } from '#shared/access/access.ts';
import { logIn, password } from '#tests/api/auth/sign-in.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';
import { runDuringChange } from '#tests/helpers/overtaken.ts';

let t: TestApp;
let company: Awaited<ReturnType<typeof makeCompany>>;
let employer: Awaited<ReturnType<typeof makeEmployee>>;
beforeAll(async () => {
  t = await startTestApp();
  company = await makeCompany(t.services.db);
  employer = await makeEmployee(t.services.db, company.id, { email: 'dana@prairie.example' });
});
afterAll(() => t.close());

const remove = (token: string) => t.callRest('DELETE', '/member', { token });
const isAlive = async (token: string) => (await t.callRest('GET', '/user', { token })).status === 200;

/** A driver with a unique word in every field that a person fills in. */
async function makeKenneth(overrides: Partial<typeof users.$inferInsert> = {}) {
  const { db } = t.services;
  const stamp = Math.random().toString(36).slice(2, 8);
  return makeDriver(db, {
    user: {
      email: `Kenneth.${stamp}@Zebulon.example`,
      firstName: 'Zebulonius',
      lastName: 'Quackenbush',
      phone: '9165550147',
      passwordHash: await hashPassword(password),
      ...overrides,
    },
    profile: { street1: '77 Xylophone Way', city: 'Yreka', state: 'CA', postalCode: '96097', birthdate: '1979-11-23' },
  });
}

/** Every row of every table that contains one of the words, except the place index. */
async function rowsWith(words: readonly string[]): Promise<string[]> {
  const { db } = t.services;
  const tables = await db.execute<{ name: string }>(
    sql`select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not in ('cities', 'postal_codes')`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await db.execute<{ text: string }>(sql`select t::text as text from ${sql.identifier(name)} t
      where ${sql.join(
        words.map((word) => sql`position(lower(${word}) in lower(t::text)) > 0`),
        sql` or `,
      )}`);
    found.push(...rows.map(({ text }) => `${name}: ${text}`));
  }
  return found;
}

async function applied(driver: Awaited<ReturnType<typeof makeKenneth>>, token: string) {
  const job = await makeJob(t.services.db, company.id, { employerId: employer.id });
  const answer = await t.callRest('POST', `/jobs/${job.id}/apply`, { token, body: { message: 'Call Zebulonius any time' } });
  const { id } = answer.body.data as { id: string };
  const [tag] = await t.services.db
    .insert(companyTags)
    .values({ companyId: company.id, text: `Tag ${id}` })
    .returning();
  await t.services.db.insert(applicationTags).values({ applicationId: id, tagId: tag!.id });
  await t.services.db.update(applications).set({ rating: 2 }).where(eq(applications.id, id));
  return { job, id, driver };
}

async function pictureOf(userId: string): Promise<string> {
  const data = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#c45a14' } })
    .webp()
    .toBuffer();
  const picture = { data, width: 8, height: 8 };
  const { name } = await storeImage(t.services.db, t.services.media, picture, {
    ownerId: userId,
    companyId: null,
    kind: 'picture',
  });
  await t.services.db
    .update(users)
    .set({ profilePicture: `/media/${name}` })
    .where(eq(users.id, userId));
  return `/media/${name}`;
}

describe('deleting a member', () => {
  it('leaves no name, address, phone, picture or session anywhere; the log keeps ids', async () => {
    const { db } = t.services;
    const driver = await makeKenneth({ emailToVerify: 'new.zebulon@elsewhere.example' });
    const { accessToken, refreshToken } = (await logIn(t, driver.email)).data;
    await logIn(t, driver.email, { password: 'Wr0ng!Haul7x' });
    const { id } = await applied(driver, accessToken);
    const picture = await pictureOf(driver.id);
    await db.insert(identities).values({ provider: 'google', subject: 'zebulon-sub', userId: driver.id });
    await db.insert(resetRequests).values({ email: driver.email.toLowerCase() });
    await db
      .insert(recommendations)
      .values({ recommenderId: employer.id, fullName: 'Zebulonius Quackenbush', email: driver.email.toUpperCase() });
    const personalTexts = [
      driver.email,
      'new.zebulon@elsewhere.example',
      'Zebulonius',
      'Quackenbush',
      '9165550147',
      'Xylophone',
      'Yreka',
      '96097',
      '1979-11-23',
      'zebulon-sub',
    ];
    expect((await rowsWith(personalTexts)).length).toBeGreaterThan(5);

    expect(await remove(accessToken)).toMatchObject({ status: 200, body: { data: { id: driver.id } } });

    expect(await rowsWith(personalTexts)).toEqual([]);
    const left = await rowsWith([driver.id]);
    expect(left.filter((row) => !/^(?:audit_log|security_events): /.test(row))).toEqual([]);
    expect(await isAlive(accessToken)).toBe(false);
    expect((await t.callRest('POST', '/auth/refresh', { body: { refresh_token: refreshToken } })).status).toBe(401);
    expect((await t.app.inject({ url: picture })).statusCode).toBe(404);
    expect(await db.select().from(media).where(eq(media.ownerId, driver.id))).toEqual([]);
    const [line] = await db.select().from(auditLog).where(eq(auditLog.action, 'account.delete'));
    expect(line).toMatchObject({ actorId: driver.id, subjectType: 'user', subjectId: driver.id, detail: null });
    expect(await db.select().from(applications).where(eq(applications.id, id))).toMatchObject([{ driverId: null }]);
  });

  it('keeps the application as a number under "Deleted driver", and the employer’s lists work', async () => {
    const driver = await makeKenneth();
    const { accessToken } = (await logIn(t, driver.email)).data;
    const { job, id } = await applied(driver, accessToken);
    const other = await makeDriver(t.services.db);
    await t.callRest('POST', `/jobs/${job.id}/apply`, { token: await t.createToken(other) });
    await remove(accessToken);
    const token = await t.createToken(employer);
    const list = await t.callRest('GET', `/jobs/${job.id}/applicants`, { token });
    expect(list.body.pagination.total).toBe(2);
    const gone = (list.body.data as Record<string, unknown>[]).find((one) => one['id'] === id);
    expect(gone).toMatchObject({
      first_name: 'Deleted',
      rating: null,
      last_name: 'driver',
      email: null,
      phone: null,
      city: null,
      distance: null,
      message: null,
      tags: [],
    });
    for (const order of ['applicant', 'application_at', 'distance', 'years_of_experience', 'within_range'])
      for (const direction of ['asc', 'desc']) {
        const sorted = await t.callRest('POST', `/jobs/${job.id}/applicants/search`, {
          token,
          body: { orders: [{ field: order, direction }] },
        });
        expect(sorted.body.pagination.total, order).toBe(2);
      }
    const named = { filters: { and: [{ field: 'applicant', operator: 'ilike', value: 'deleted' }] } };
    const found = await t.callRest('POST', `/jobs/${job.id}/applicants/search`, { token, body: named });
    expect(found.body.pagination.total).toBe(1);
    const [row] = await t.services.db.select().from(jobs).where(eq(jobs.id, job.id));
    expect(row?.applicationCount).toBe(2);
    const tagged = await t.callRest('POST', '/jobs/applicants/tag', {
      token,
      body: { jobId: job.id, applicantId: id, text: 'Gone' },
    });
    expect(tagged.status).toBe(200);
  });

  it('nor the address that a company invited, whether the invitation is open or withdrawn', async () => {
    const driver = await makeKenneth();
    const admin = await t.createCallerFor(await makeEmployee(t.services.db, company.id, { roles: [roles.companyAdmin] }));
    const invitation = { firstName: 'Zebulonius', lastName: 'Quackenbush', phone: '9165550147', invite: true };
    const person = { ...invitation, email: driver.email, role: roles.companyUser };
    await admin.employees.add(person);
    await admin.employees.withdraw({ id: driver.id });
    await admin.employees.add(person);
    expect(await remove(await t.createToken(driver))).toMatchObject({ status: 200 });
    expect(await rowsWith([driver.email, 'Zebulonius', 'Quackenbush', '9165550147'])).toEqual([]);
  });

  it('frees the email address for a new account', async () => {
    const driver = await makeKenneth();
    const { accessToken } = (await logIn(t, driver.email)).data;
    const { job } = await applied(driver, accessToken);
    await remove(accessToken);
    expect((await logIn(t, driver.email)).status).toBe(401);
    const person = { first_name: 'Zeb', last_name: 'Again', phone: '4025550123', role: 'driver', password };
    const again = await t.callRest('POST', '/auth/signup', { body: { ...person, email: driver.email } });
    expect(again.status).toBe(201);
    const signedIn = (await logIn(t, driver.email)).data;
    expect((await t.callRest('GET', '/member/applications', { token: signedIn.accessToken })).body.pagination.total).toBe(0);
    const profile = { cdl_status: 'Class A', postal_code: '68102', years_of_experience: 2 };
    const token = signedIn.accessToken;
    expect((await t.callRest('PATCH', '/member/profile', { token, body: profile })).status).toBe(200);
    expect((await t.callRest('POST', `/jobs/${job.id}/apply`, { token })).status).toBe(201);
  });

  it('takes the driver off an account that works for a company, and leaves the rest', async () => {
    const { db } = t.services;
    const both = await makeKenneth({ roles: [roles.companyUser, roles.driver] });
    await db.execute(sql`insert into employees (user_id, company_id) values (${both.id}, ${company.id})`);
    const { accessToken } = (await logIn(t, both.email)).data;
    const { id } = await applied(both, accessToken);
    expect((await remove(accessToken)).status).toBe(200);
    expect(await isAlive(accessToken)).toBe(false);
    const again = await logIn(t, both.email);
    expect(again.data).toMatchObject({ userRoles: [roles.companyUser], redirect: '/company/jobs' });
    expect(await db.select().from(drivers).where(eq(drivers.userId, both.id))).toEqual([]);
    expect(await db.select().from(applications).where(eq(applications.id, id))).toMatchObject([
      { driverId: null, fullName: 'Deleted driver' },
    ]);
    expect(await rowsWith(['Xylophone', 'Yreka', '1979-11-23'])).toEqual([]);
    expect((await remove(again.data.accessToken)).status).toBe(403);
    const [line] = await db.select().from(auditLog).where(eq(auditLog.action, 'driver.delete'));
    expect(line).toMatchObject({ actorId: both.id });
  });

  it('is for drivers, once', async () => {
    expect((await t.callRest('DELETE', '/member')).status).toBe(401);
    for (const role of [roles.companyAdmin, roles.admin, roles.internalUser]) {
      const account = await makeUser(t.services.db, { roles: [role] });
      expect((await remove(await t.createToken(account))).status).toBe(403);
    }
    const token = await t.createToken(await makeKenneth());
    const answers = await Promise.all(Array.from({ length: 5 }, () => remove(token)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401, 401, 401, 401]);
  });

  it('allows no later data: applications and profiles that arrive meanwhile are complete or rejected', async () => {
    const { db } = t.services;
    const both = await makeKenneth({ roles: [roles.companyUser, roles.driver] });
    const token = await t.createToken(both);
    const open = await Promise.all(Array.from({ length: 6 }, () => makeJob(db, company.id)));
    const calls = [
      ...open.map((job) => t.callRest('POST', `/jobs/${job.id}/apply`, { token })),
      remove(token),
      ...open.map(() => t.callRest('PATCH', '/member/profile', { token, body: { city: 'Yreka', state: 'CA' } })),
    ];
    const answers = await Promise.all(calls);
    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
    expect(await db.select().from(drivers).where(eq(drivers.userId, both.id))).toEqual([]);
    expect(await db.select().from(applications).where(eq(applications.driverId, both.id))).toEqual([]);
  });
});

/** Skipped on the embedded engine, whose single session cannot interleave. */
it.skipIf(inject('server') === null)('waits for a company that is just moving the driver, and both succeed', async () => {
  const { db, events } = t.services;
  const driver = await makeKenneth();
  const application = rowOfApplication(await makeJob(db, company.id), driver);
  await bulkInsert(db, applications, [application]);
  const token = await t.createToken(driver);
  const data = { status: 'interview' as const, company: 'Prairie', title: 'Driver', applicationId: application.id };
  const deletion = await runDuringChange(
    t,
    (tx) => tx.select().from(applications).where(eq(applications.id, application.id)).for('update'),
    () => remove(token),
    (tx) => notifyDrivers(tx, events, [{ driverId: driver.id, kind: 'application_status', data }]),
  );
  expect(deletion.status).toBe(200);
  expect(await db.select().from(notifications).where(eq(notifications.userId, driver.id))).toEqual([]);
});
