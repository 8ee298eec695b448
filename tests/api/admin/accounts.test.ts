import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { auditLog, users } from '#drizzle/schema/accounts.ts';
import { makeCompany, makeDriver, makeEmployee, makeJob, makeUser } from '#server/demo/builders.ts';
import { hashPassword } from '#server/session/passwords.ts';
import { type Role, roles } from '#shared/access/access.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';
import { runDuringChange } from '#tests/helpers/overtaken.ts';

/** What administrators do with other people's accounts, and the drivers who applied. */
let t: TestApp;
let passwordHash: string;
const password = 'Fresh#Asphalt42';
const newPassword = 'Given#Gravel77';

beforeAll(async () => {
  t = await startTestApp();
  passwordHash = await hashPassword(password);
});
afterAll(() => t.close());

const adminOf = (role: Role) => makeUser(t.services.db, { roles: [role], passwordHash });
const call = async (by: { id: string; roles: Role[] }, method: 'GET' | 'POST' | 'PATCH', path: string, body?: object) =>
  t.callRest(method, path, { token: await t.createToken(by), ...(body ? { body } : {}) });
const login = (email: string, word = password, role = 'admin') =>
  t.callRest('POST', '/auth/login', { body: { email, password: word, device_id: 'abcdefgh', role } });
const actsOn = async (id: string) =>
  (await t.services.db.select({ action: auditLog.action }).from(auditLog).where(eq(auditLog.subjectId, id))).map(
    ({ action }) => action,
  );

describe('an employer', () => {
  it('is read and edited by an administrator; a new address waits for its proof', async () => {
    const { db } = t.services;
    const company = await makeCompany(db);
    const admin = await adminOf(roles.admin);
    const user = await makeEmployee(db, company.id, { roles: [roles.companyUser] });
    const path = `/admin/employer/${user.id}`;
    expect((await call(admin, 'GET', path)).body.data).toMatchObject({
      id: user.id,
      company_id: company.id,
      email_verified: true,
    });
    expect(await call(admin, 'PATCH', path, { last_name: 'Reyes', email: 'new-reyes@haul.example' })).toMatchObject({
      status: 200,
      body: { data: { last_name: 'Reyes', email: user.email, email_to_verify: 'new-reyes@haul.example' } },
    });
    const existing = await makeUser(db);
    expect((await call(admin, 'PATCH', path, { email: existing.email.toUpperCase() })).status).toBe(409);
    expect(await actsOn(user.id)).toEqual(['employer.update', 'email.change']);
    for (const { id } of [await makeDriver(db), await adminOf(roles.newsAdmin)])
      expect((await call(admin, 'GET', `/admin/employer/${id}`)).status).toBe(404);
  });

  it('gets a password that must be changed, and every session ends', async () => {
    const { db } = t.services;
    const company = await makeCompany(db);
    const admin = await adminOf(roles.admin);
    const user = await makeEmployee(db, company.id, { roles: [roles.companyUser], passwordHash });
    const session = await t.createToken(user);
    const body = { employee_id: user.id, password: newPassword };
    expect((await call(admin, 'POST', '/admin/employers/change-password', body)).body.data).toEqual({});
    expect((await t.callRest('GET', '/jobs', { token: session })).status).toBe(401);
    expect((await login(user.email, newPassword, 'employer')).body.data).toMatchObject({ mustChangePassword: true });
    const superAdminEmployee = await makeEmployee(db, company.id, { roles: [roles.superAdmin, roles.companyUser], passwordHash });
    for (const { id, status } of [
      { id: superAdminEmployee.id, status: 403 },
      { id: (await adminOf(roles.newsAdmin)).id, status: 404 },
      { id: company.id, status: 404 },
    ])
      expect(
        (await call(admin, 'POST', '/admin/employers/change-password', { employee_id: id, password: newPassword })).status,
      ).toBe(status);
  });
});

/** Skipped on the embedded engine, whose single session cannot interleave. */
it.skipIf(inject('server') === null)('an employer who becomes a super admin meanwhile is not edited by an admin', async () => {
  const { db } = t.services;
  const admin = await adminOf(roles.admin);
  const user = await makeEmployee(db, (await makeCompany(db)).id, { roles: [roles.companyUser] });
  const answer = await runDuringChange(
    t,
    (tx) =>
      tx
        .update(users)
        .set({ roles: [roles.superAdmin, roles.companyUser] })
        .where(eq(users.id, user.id)),
    () => call(admin, 'PATCH', `/admin/employer/${user.id}`, { email: 'taken-over@haul.example' }),
  );
  expect(answer.status).toBe(403);
  expect(await actsOn(user.id)).toEqual([]);
});

describe('the sessions of another person', () => {
  it('are seen and ended, one or all, by those who may', async () => {
    const driver = await makeDriver(t.services.db, { user: { passwordHash } });
    const admin = await adminOf(roles.admin);
    const tokens = [await t.createToken(driver), await t.createToken(driver), await t.createToken(driver)];
    const isAlive = async (token = '') => (await t.callRest('GET', '/user', { token })).status === 200;
    const path = `/admin/users/${driver.id}/sessions`;
    const { items, total } = (await call(admin, 'GET', path)).body.data as { items: { id: string }[]; total: number };
    expect(total).toBe(3);
    expect((await call(admin, 'POST', `${path}/end`, { session_id: items[0]?.id })).status).toBe(200);
    expect((await call(admin, 'POST', `${path}/end`, { session_id: items[0]?.id })).status).toBe(404);
    expect((await Promise.all(tokens.map(isAlive))).filter(Boolean)).toHaveLength(2);
    expect((await call(admin, 'POST', `${path}/end`, {})).status).toBe(200);
    expect(await Promise.all(tokens.map(isAlive))).toEqual([false, false, false]);
    expect(await actsOn(driver.id)).toEqual(['session.end', 'session.end_all']);

    const superAdmin = await adminOf(roles.superAdmin);
    const above = `/admin/users/${superAdmin.id}/sessions`;
    expect((await call(admin, 'GET', above)).status).toBe(403);
    expect((await call(admin, 'POST', `${above}/end`, {})).status).toBe(403);
    expect((await call(admin, 'GET', '/admin/users/unknown/sessions')).status).toBe(404);
  });
});

describe('the drivers who applied', () => {
  it('come with what they sent, withdrawn or not, and only they', async () => {
    const { db } = t.services;
    const admin = await adminOf(roles.admin);
    const company = await makeCompany(db, { companyName: 'Prairie Freight' });
    const [one, two] = [await makeJob(db, company.id, { title: 'Night tanker' }), await makeJob(db, company.id)];
    const driver = await makeDriver(db, { user: { firstName: 'Quentin', lastName: 'Zephyr' } });
    await makeDriver(db, { user: { firstName: 'Quentin', lastName: 'Shy' } });
    const search = { filters: { and: [{ field: 'full_name', operator: 'ilike', value: 'quentin' }] } };
    expect((await call(admin, 'POST', '/admin/applicants/search', search)).body.pagination.total).toBe(0);

    const sent = (await call(driver, 'POST', `/jobs/${one.id}/apply`, {})).body.data as { id: string };
    await call(driver, 'POST', `/jobs/${two.id}/apply`, {});
    await t.callRest('DELETE', `/member/applications/${sent.id}`, { token: await t.createToken(driver) });
    expect((await call(driver, 'POST', `/jobs/${one.id}/apply`, {})).status).toBe(201);
    const again = (await call(admin, 'POST', '/admin/applicants/search', search)).body;
    expect(again.pagination.total).toBe(1);
    expect(again.data).toMatchObject([
      {
        id: driver.id,
        full_name: 'Quentin Zephyr',
        email: driver.email,
        phone: '4025550177',
        city: 'Lincoln',
        state: 'NE',
        applications: 2,
      },
    ]);
    const ofStatus = async (value: string) => {
      const filters = { and: [...search.filters.and, { field: 'status', operator: 'equals', value }] };
      return (await call(admin, 'POST', '/admin/applicants/search', { filters })).body.pagination.total;
    };
    expect([await ofStatus('Active'), await ofStatus('Locked')]).toEqual([1, 0]);
    await db.update(users).set({ status: 'Locked' }).where(eq(users.id, driver.id));
    expect([await ofStatus('Active'), await ofStatus('Locked')]).toEqual([0, 1]);
    expect((await call(admin, 'GET', `/admin/applicants/${driver.id}/applications`)).body).toMatchObject({
      pagination: { total: 2 },
      data: [{ title: 'Night tanker', company_name: 'Prairie Freight', job_id: one.id, withdrawn_at: null }, { job_id: two.id }],
    });
    expect((await call(admin, 'GET', `/admin/applicants/${admin.id}/applications`)).status).toBe(404);
    expect(JSON.stringify(again.data)).not.toMatch(/(?<!\w)1988(?!\w)/);
  });
});
