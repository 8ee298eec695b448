import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { auditLog, users } from '#drizzle/schema/accounts.ts';
import { outbox } from '#drizzle/schema/outbox.ts';
import { makeCompany, makeDriver, makeEmployee, makeUser } from '#server/demo/builders.ts';
import { hashPassword } from '#server/session/passwords.ts';
import { type Role, roles } from '#shared/access/access.ts';
import { en } from '#shared/texts/en.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';

/** Staff accounts, and what they do with other people's accounts (`docs/product/access.md#managing-accounts`). */
let t: TestApp;
let passwordHash: string;
let superAdmin: Awaited<ReturnType<typeof makeUser>>;
const password = 'Fresh#Asphalt42';
let sequence = 0;

beforeAll(async () => {
  t = await startTestApp();
  passwordHash = await hashPassword(password);
});
afterAll(() => t.close());

/** Each test starts with one super admin. */
beforeEach(async () => {
  await t.services.db.execute(sql`update users set roles = '{}' where roles @> array[${roles.superAdmin}]`);
  superAdmin = await makeUser(t.services.db, { roles: [roles.superAdmin], firstName: 'Sofia', passwordHash });
});

const newAdminInput = (overrides: object = {}) => {
  sequence += 1;
  const email = `nina-${sequence}@haul.example`;
  return { email, first_name: 'Nina', last_name: 'Quist', password, role: roles.newsAdmin, ...overrides };
};
const adminOf = (role: Role) => makeUser(t.services.db, { roles: [role], passwordHash });
const call = async (by: { id: string; roles: Role[] }, method: 'GET' | 'POST' | 'PATCH', path: string, body?: object) =>
  t.callRest(method, path, { token: await t.createToken(by), ...(body ? { body } : {}) });
const login = (email: string, word = password, role = 'admin') =>
  t.callRest('POST', '/auth/login', { body: { email, password: word, device_id: 'abcdefgh', role } });
const actsOn = async (id: string) =>
  (await t.services.db.select({ action: auditLog.action }).from(auditLog).where(eq(auditLog.subjectId, id))).map(
    ({ action }) => action,
  );

describe('a new administrator', () => {
  const newAdminMails = async (email: string) => {
    const rows = await t.services.db.select().from(outbox).where(eq(outbox.recipient, email));
    return rows.filter(({ template }) => template === 'admin_added').map(({ data }) => data);
  };

  it('is reported by email to the others, also to the one who made the change', async () => {
    const [admin, news] = [await adminOf(roles.admin), await adminOf(roles.newsAdmin)];
    const body = newAdminInput({ role: roles.admin });
    expect((await call(superAdmin, 'POST', '/admin/admins', body)).status).toBe(201);
    const expected = { name: 'Nina Quist', email: body.email, companyName: null, isSuperAdmin: false };
    for (const { email, firstName } of [superAdmin, admin])
      expect(await newAdminMails(email)).toEqual([{ firstName, ...expected }]);
    for (const { email } of [news, body]) expect(await newAdminMails(email)).toEqual([]);
    expect((await call(superAdmin, 'PATCH', `/admin/admins/${news.id}`, { role: roles.superAdmin })).status).toBe(200);
    expect(await newAdminMails(admin.email)).toMatchObject([{ isSuperAdmin: false }, { isSuperAdmin: true }]);
    expect((await call(superAdmin, 'PATCH', `/admin/admins/${news.id}`, { role: roles.admin })).status).toBe(200);
    expect(await newAdminMails(admin.email)).toHaveLength(2);
  });

  it('is not reported for staff who cannot manage accounts', async () => {
    await call(superAdmin, 'POST', '/admin/admins', newAdminInput());
    expect(await newAdminMails(superAdmin.email)).toEqual([]);
  });
});

describe('making an admin', () => {
  it('returns the account, which must change its password and gets an email', async () => {
    const body = newAdminInput();
    const answer = await call(superAdmin, 'POST', '/admin/admins', body);
    expect(answer).toMatchObject({
      status: 201,
      body: {
        data: { email: body.email, first_name: 'Nina', last_name: 'Quist', full_name: 'Nina Quist', role: roles.newsAdmin },
      },
    });
    const { id, created_at, updated_at } = answer.body.data as Record<string, string>;
    for (const at of [created_at, updated_at]) expect(at).toMatch(/^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/);
    expect(await actsOn(id ?? '')).toEqual(['admin.create']);
    const [mail] = await t.services.db.select().from(outbox).where(eq(outbox.recipient, body.email));
    expect(mail).toMatchObject({ template: 'account_made', data: { by: 'Sofia Whitfield', where: null } });
    const [account] = await t.services.db.select().from(users).where(eq(users.email, body.email));
    expect(account).toMatchObject({ emailVerifiedAt: null });
    expect((await login(body.email)).body.data).toMatchObject({ mustChangePassword: true, redirect: '/change-password' });
  });

  it('never creates an account with a higher role', async () => {
    const admin = await adminOf(roles.admin);
    expect(await call(admin, 'POST', '/admin/admins', newAdminInput({ role: roles.superAdmin }))).toMatchObject({
      status: 403,
      body: { errors: [{ field: 'role' }] },
    });
    expect((await call(admin, 'POST', '/admin/admins', newAdminInput({ role: roles.admin }))).status).toBe(201);
    expect((await call(superAdmin, 'POST', '/admin/admins', newAdminInput({ role: roles.superAdmin }))).status).toBe(201);
    for (const role of [roles.internalUser, roles.newsAdmin, roles.adsAdmin, roles.companyAdmin, roles.driver])
      expect((await call(await adminOf(role), 'POST', '/admin/admins', newAdminInput())).status).toBe(403);
  });

  it.each([
    [{ role: roles.companyAdmin }, 'role'],
    [{ role: roles.driver }, 'role'],
    [{ role: undefined }, 'role'],
    [{ password: 'Password1!' }, 'password'],
    [{ email: 'x' }, 'email'],
    [{ last_name: '1' }, 'last_name'],
  ])('%j is 422 and named', async (wrong, field) => {
    const { status, body } = await call(superAdmin, 'POST', '/admin/admins', newAdminInput(wrong));
    expect(status).toBe(422);
    expect(body.errors.map((error) => error.field)).toContain(field);
  });

  it('creates one account per address, however many requests come in parallel', async () => {
    const body = newAdminInput();
    const token = await t.createToken(superAdmin);
    const answers = await Promise.all(Array.from({ length: 10 }, () => t.callRest('POST', '/admin/admins', { token, body })));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, ...Array.from({ length: 9 }, () => 409)]);
  });
});

describe('changing an admin', () => {
  const patch = (by: { id: string; roles: Role[] }, id: string, body: object) => call(by, 'PATCH', `/admin/admins/${id}`, body);

  it('changes name and role, and the role takes effect immediately', async () => {
    const nina = await adminOf(roles.newsAdmin);
    const session = await t.createToken(nina);
    expect((await t.callRest('GET', '/admin/get-admins', { token: session })).status).toBe(403);
    expect(await patch(superAdmin, nina.id, { first_name: 'Nora', role: roles.admin, version: 1 })).toMatchObject({
      status: 200,
      body: { data: { full_name: 'Nora Whitfield', role: roles.admin, version: 2 } },
    });
    expect((await t.callRest('GET', '/admin/get-admins', { token: session })).status).toBe(200);
    expect(await patch(superAdmin, nina.id, { first_name: 'Nele', version: 1 })).toMatchObject({
      status: 409,
      body: { errors: [{ code: 'edit_conflict', message: en.errors.changedMeanwhile }] },
    });
    expect(await actsOn(nina.id)).toEqual(['admin.update', 'admin.role']);
  });

  it('grants no role above the caller’s, does not change the caller’s own role, and does not change accounts above it', async () => {
    const admin = await adminOf(roles.admin);
    const nina = await adminOf(roles.newsAdmin);
    expect((await patch(admin, admin.id, { role: roles.superAdmin })).status).toBe(403);
    expect((await patch(admin, nina.id, { role: roles.superAdmin })).status).toBe(403);
    expect((await patch(admin, superAdmin.id, { role: roles.admin })).status).toBe(403);
    expect((await patch(admin, superAdmin.id, { first_name: 'Mallory' })).status).toBe(403);
    expect((await patch(superAdmin, superAdmin.id, { role: roles.admin })).status).toBe(403);
    expect((await patch(nina, nina.id, { role: roles.admin })).status).toBe(403);
    expect((await patch(admin, admin.id, { first_name: 'Andre' })).status).toBe(200);
  });

  it('leaves one super admin when several demote each other in parallel', async () => {
    const others = [await adminOf(roles.superAdmin), await adminOf(roles.superAdmin)];
    const all = [superAdmin, ...others];
    const answers = await Promise.all(all.map((one, n) => patch(one, all[(n + 1) % 3]!.id, { role: roles.admin })));
    const left = await t.services.db
      .select({ id: users.id })
      .from(users)
      .where(sql`${users.roles} @> array[${roles.superAdmin}]`);
    expect(left.length).toBeGreaterThanOrEqual(1);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3 - left.length);
  });

  it('lets one of two admins who demote each other succeed', async () => {
    const other = await adminOf(roles.superAdmin);
    const answers = await Promise.all([
      patch(superAdmin, other.id, { role: roles.admin }),
      patch(other, superAdmin.id, { role: roles.admin }),
    ]);
    const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b);
    expect(statuses[0]).toBe(200);
    expect([403, 409]).toContain(statuses[1]);
  });

  it('finds administrators only, not employers, drivers or unknown ids', async () => {
    const company = await makeCompany(t.services.db);
    for (const { id } of [await makeEmployee(t.services.db, company.id), await makeDriver(t.services.db), company]) {
      expect((await patch(superAdmin, id ?? '', { first_name: 'Nora' })).status).toBe(404);
      expect((await call(superAdmin, 'GET', `/admin/admins/${id}`)).status).toBe(404);
    }
  });
});

describe('the list of admins', () => {
  it('is oldest first, searched by full name, through each of its calls', async () => {
    const nina = await makeUser(t.services.db, { roles: [roles.newsAdmin], firstName: 'Zelda_%', lastName: "O'Neil" });
    const body = {
      filters: { and: [{ field: 'full_name', operator: 'ilike', value: "a_% o'N" }] },
      orders: [{ field: 'created_at', direction: 'asc' }],
    };
    for (const path of ['/admin/admins/search', '/admin/get-admins?limit=50'])
      expect((await call(superAdmin, 'POST', path, body)).body).toMatchObject({
        data: [{ id: nina.id, status: 'Active' }],
        pagination: { total: 1 },
      });
    const { data, pagination } = (await call(superAdmin, 'GET', '/admin/get-admins?limit=100')).body;
    const times = (data as { created_at: string }[]).map(({ created_at }) => created_at);
    expect(times).toEqual(times.toSorted());
    expect(pagination.total).toBe(times.length);
  });
});
