import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditLog, users } from '#drizzle/schema/accounts.ts';
import { companies, employees } from '#drizzle/schema/companies.ts';
import { outbox } from '#drizzle/schema/outbox.ts';
import { makeCompany, makeEmployee, makeJob, makeUser } from '#server/demo/builders.ts';
import { transitionJobs } from '#server/jobs/move.ts';
import { roles } from '#shared/access/access.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';

/** Companies for administrators (`docs/product/companies.md#company-list`). */
let t: TestApp;
let admin: { id: string; roles: (typeof roles.admin)[] };
let token: string;

beforeAll(async () => {
  t = await startTestApp();
  admin = (await makeUser(t.services.db, { firstName: 'Ada', lastName: 'Marsh', roles: [roles.admin] })) as typeof admin;
  token = await t.createToken(admin);
});
afterAll(() => t.close());

const password = 'Wide-Load#2026';
const request = (email: string, more: object = {}) => ({
  company_name: 'Blue Mesa Tankers',
  size: '11-20',
  email: 'ap@bluemesa.example',
  street1: '100 S State St',
  city: 'Salt Lake City',
  state: 'UT',
  postal_code: '84111',
  phone: '(435)555-0188',
  employer: { first_name: 'Ida', last_name: 'Reyes', email, phone: '4355550189', password },
  ...more,
});
const emailsTo = async (recipient: string) =>
  (await t.services.db.select().from(outbox).where(eq(outbox.recipient, recipient)).orderBy(outbox.id)).map(
    ({ template, data }) => ({
      template,
      data,
    }),
  );

describe('made with its employer', () => {
  it('is Enterprise and Inactive; the employer runs it and must change the password', async () => {
    const created = await t.callRest('POST', '/admin/companies', { token, body: request('ida@bluemesa.example') });
    expect(created).toMatchObject({
      status: 201,
      body: { data: { company_name: 'Blue Mesa Tankers', type: 1, status: 'Inactive', billing_type: 'CELERO' } },
    });
    const { id, employer_id: employerId } = created.body.data as { id: string; employer_id: string };
    const [person] = await t.services.db
      .select({ id: users.id, roles: users.roles, must: users.mustChangePassword, verified: users.emailVerifiedAt })
      .from(employees)
      .innerJoin(users, eq(users.id, employees.userId))
      .where(eq(employees.companyId, id));
    expect(person).toMatchObject({ id: employerId, roles: [roles.companyAdmin], must: true, verified: null });
    const data = { firstName: 'Ida', by: 'Ada Marsh', where: 'Blue Mesa Tankers', token: expect.any(String) };
    expect(await emailsTo('ida@bluemesa.example')).toEqual([{ template: 'account_made', data }]);
    const login = await t.callRest('POST', '/auth/login', {
      body: { email: 'ida@bluemesa.example', password, device_id: 'abcdefgh', role: 'employer' },
    });
    expect(login.body.data).toMatchObject({ mustChangePassword: true });
  });

  it('as said otherwise', async () => {
    const body = request('otis@bluemesa.example', { type: 2, billing_type: 'CONTRACT', status: 'Active' });
    expect((await t.callRest('POST', '/admin/companies', { token, body })).body.data).toMatchObject({
      type: 2,
      billing_type: 'CONTRACT',
      status: 'Active',
    });
  });

  it('both or neither: a taken address leaves no company behind', async () => {
    const before = await t.services.db.$count(companies);
    const duplicate = await t.callRest('POST', '/admin/companies', { token, body: request('IDA@bluemesa.example') });
    expect(duplicate).toMatchObject({
      status: 409,
      body: { errors: [{ field: 'employer.email', detail: 'Email already exists.' }] },
    });
    const weakPassword = request('new@bluemesa.example');
    weakPassword.employer.password = 'Password#1';
    expect((await t.callRest('POST', '/admin/companies', { token, body: weakPassword })).status).toBe(422);
    expect(await t.services.db.$count(companies)).toBe(before);
  });

  it('once, of sixteen at the same time with one address', async () => {
    // More would wait in the queue of `server/limits/overload.ts`, and on a slow machine some of them would be refused there.
    const answers = await Promise.all(
      Array.from({ length: 16 }, () =>
        t.callRest('POST', '/admin/companies', { token, body: request('sixteen@bluemesa.example') }),
      ),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201, 409]));
  });
});

describe('its state', () => {
  it('decides who can post and what is public; its people get an email, and the log records it', async () => {
    const { db } = t.services;
    const company = await makeCompany(db, { companyName: 'Otter Creek Lines', status: 'Active' });
    const owner = await makeEmployee(db, company.id, { roles: [roles.companyAdmin] });
    const locked = await makeEmployee(db, company.id, { status: 'Locked' });
    const job = await makeJob(db, company.id, { title: 'Otter Creek Driver', employerId: owner.id });
    const ownToken = await t.createToken(owner);
    const set = (status: string) => t.callRest('PATCH', `/admin/companies/${company.id}/status`, { token, body: { status } });
    const isUp = async () => [
      (await t.callRest('GET', `/public/jobs/${job.id}`)).status,
      (await t.callRest('GET', '/public/jobs?query=Otter')).body.pagination.total,
      (await t.app.inject({ url: '/feeds/jobs.xml' })).body.includes(job.id),
      (await t.app.inject({ url: `/jobs/${job.id}` })).statusCode,
    ];
    expect(await isUp()).toEqual([200, 1, true, 200]);

    expect((await set('Inactive')).body.data).toMatchObject({ status: 'Inactive' });
    expect(await isUp()).toEqual([200, 1, true, 200]);
    expect((await t.callRest('GET', '/jobs', { token: ownToken })).status).toBe(200);

    expect((await set('Cancelled')).body.data).toMatchObject({ status: 'Cancelled' });
    expect(await isUp()).toEqual([404, 0, false, 404]);
    for (const path of ['/jobs', `/jobs/${job.id}`, '/companies/log', '/contact'])
      expect(await t.callRest('GET', path, { token: ownToken }), path).toMatchObject({
        status: 403,
        body: { errors: [{ code: 'company_cancelled' }] },
      });
    for (const path of [
      '/user',
      '/employer',
      `/companies/${company.id}`,
      '/employees',
      '/payment/company/history',
      '/payment/company/billing',
    ])
      expect((await t.callRest('GET', path, { token: ownToken })).status, path).toBe(200);

    expect((await set('Active')).body.data).toMatchObject({ status: 'Active' });
    expect((await set('Active')).body.data).toMatchObject({ status: 'Active' });
    expect(await isUp()).toEqual([200, 1, true, 200]);
    expect((await emailsTo(owner.email)).map(({ data }) => data)).toEqual(
      ['Inactive', 'Cancelled', 'Active'].map((status) => ({
        firstName: owner.firstName,
        companyName: 'Otter Creek Lines',
        status,
      })),
    );
    expect(await emailsTo(locked.email)).toEqual([]);
    const log = await db
      .select({ detail: auditLog.detail, actorId: auditLog.actorId })
      .from(auditLog)
      .where(and(eq(auditLog.companyId, company.id), eq(auditLog.action, 'company.status')))
      .orderBy(auditLog.id);
    expect(log).toEqual(
      [
        ['Active', 'Inactive'],
        ['Inactive', 'Cancelled'],
        ['Cancelled', 'Active'],
      ].map(([from, to]) => ({ actorId: admin.id, detail: { from, to } })),
    );
  });

  it('is also emailed when it changes together with other fields', async () => {
    const company = await makeCompany(t.services.db, { companyName: 'Quiet Freight' });
    const owner = await makeEmployee(t.services.db, company.id);
    await t.callRest('PATCH', `/companies/${company.id}`, { token, body: { status: 'Inactive', size: '1-5' } });
    expect(await emailsTo(owner.email)).toHaveLength(1);
  });
});

describe('edited in parallel', () => {
  it('with the version that was read: one of thirty wins, the others get a conflict', async () => {
    const { id } = await makeCompany(t.services.db, { companyName: 'Contended Freight' });
    const { version } = (await t.callRest('GET', `/companies/${id}`, { token })).body.data as { version: number };
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, n) =>
        t.callRest('PATCH', `/companies/${id}`, { token, body: { version, company_name: `Edit ${n}` } }),
      ),
    );
    const [winner, ...others] = answers.toSorted((a, b) => a.status - b.status);
    expect(winner?.status).toBe(200);
    for (const { status, body } of others) expect([status, body.errors[0]?.code]).toEqual([409, 'edit_conflict']);
    const stored = (await t.callRest('GET', `/companies/${id}`, { token })).body.data as {
      company_name: string;
      version: number;
    };
    expect(stored).toMatchObject({
      company_name: (winner!.body.data as unknown as { company_name: string }).company_name,
      version: version + 1,
    });
    expect(
      (await t.callRest('PATCH', `/companies/${id}`, { token, body: { version: stored.version, size: '1-5' } })).status,
    ).toBe(200);
  });

  it('without a version, addresses never mix: the result is one of those sent', async () => {
    const { id } = await makeCompany(t.services.db, { companyName: 'Moving Freight' });
    const places = [
      { street1: '100 S State St', city: 'Salt Lake City', state: 'UT', postal_code: '84111' },
      { street1: '200 S Main St', city: 'Tulsa', state: 'OK', postal_code: '74103' },
      { street1: '1414 Harney St', city: 'Omaha', state: 'NE', postal_code: '68102' },
    ];
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => t.callRest('PATCH', `/companies/${id}`, { token, body: places[n % 3] ?? {} })),
    );
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    const { street1, city, state, postal_code } = (await t.callRest('GET', `/companies/${id}`, { token })).body.data as Record<
      string,
      string
    >;
    expect(places).toContainEqual({ street1, city, state, postal_code });
  });

  it('its counts follow its jobs, also when those change in parallel', async () => {
    const { db } = t.services;
    const company = await makeCompany(db, { companyName: 'Counted Freight' });
    const created = await Promise.all(Array.from({ length: 12 }, () => makeJob(db, company.id)));
    const ids = created.map(({ id }) => id);
    await Promise.all(ids.slice(0, 5).map((id) => db.transaction((tx) => transitionJobs(tx, [id], 'close'))));
    await db.transaction((tx) => transitionJobs(tx, ids.slice(5, 8), 'disable'));
    await db.transaction((tx) => transitionJobs(tx, ids.slice(5, 6), 'enable'));
    const [row] = await db.select().from(companies).where(eq(companies.id, company.id));
    expect([row?.totalJobs, row?.totalActiveJobs]).toEqual([12, 5]);
  });
});

describe('a job of any company', () => {
  it('is taken down and restored; its employer is notified', async () => {
    const { db } = t.services;
    const company = await makeCompany(db);
    const owner = await makeEmployee(db, company.id, { roles: [roles.companyAdmin] });
    const job = await makeJob(db, company.id, { employerId: owner.id });
    const ownToken = await t.createToken(owner);
    const act = (verb: string, by = token) => t.callRest('POST', `/admin/jobs/${job.id}/${verb}`, { token: by });
    expect((await act('disable', ownToken)).status).toBe(403);
    expect(await act('disable')).toMatchObject({ status: 200, body: { data: { id: job.id, status: 'DISABLED' } } });
    expect((await t.callRest('GET', `/public/jobs/${job.id}`)).status).toBe(404);
    expect(await act('disable')).toMatchObject({
      status: 409,
      body: { message: 'This job is already disabled' },
    });
    expect(await act('enable')).toMatchObject({ status: 200, body: { data: { status: 'POSTED' } } });
    expect((await act('enable')).status).toBe(409);
    expect((await emailsTo(owner.email)).map(({ template }) => template)).toEqual(['job_disabled', 'job_disabled']);
  });
});
