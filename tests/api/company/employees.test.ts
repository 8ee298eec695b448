import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { users } from '#drizzle/schema/accounts.ts';
import { employees } from '#drizzle/schema/companies.ts';
import { makeCompany, makeDriver, makeEmployee, makeUser } from '#server/demo/builders.ts';
import { roles } from '#shared/access/access.ts';
import { en } from '#shared/texts/en.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';
import {
  actsOn,
  companyWithPeople,
  login,
  emailsTo,
  newEmployeeInput,
  type Employee,
  password,
  passwordHashOf,
} from './people.ts';

/** A company's employees through REST: added, listed, given a password (`docs/product/companies.md#employees`). */
let t: TestApp;
let passwordHash: string;

beforeAll(async () => {
  t = await startTestApp();
  passwordHash = await passwordHashOf();
});
afterAll(() => t.close());

describe('adding an employee', () => {
  it('creates an account that must change its password, emails its owner and is logged', async () => {
    const { company, token } = await companyWithPeople(t);
    const body = newEmployeeInput();
    const answer = await t.callRest('POST', '/employees', { token, body });
    expect(answer).toMatchObject({
      status: 201,
      body: {
        data: {
          email: body.email,
          company_id: company.id,
          first_name: 'Wanda',
          phone: '4025550150',
          role: roles.companyUser,
          active: true,
          blocked: false,
          invited: false,
        },
      },
    });
    expect(Object.keys(answer.body.data).sort()).toEqual(
      'active blocked company_id created_at email first_name id invited last_name phone phone_extension role version'.split(' '),
    );
    const { id } = answer.body.data as Employee;
    const [account] = await t.services.db.select().from(users).where(eq(users.id, id));
    expect(account).toMatchObject({ mustChangePassword: true, newsletters: false, roles: [roles.companyUser] });
    expect(await emailsTo(t, body.email)).toMatchObject([{ template: 'account_made', data: { by: 'Ada Whitfield' } }]);
    expect(await actsOn(t, id)).toEqual(['employee.add']);
    expect((await login(t, body.email)).body.data).toMatchObject({ mustChangePassword: true });
  });

  it('verifies no address: the link of the mail does', async () => {
    const { token } = await companyWithPeople(t);
    const { db } = t.services;
    const body = newEmployeeInput();
    const { id } = (await t.callRest('POST', '/employees', { token, body })).body.data as Employee;
    const verifiedAt = async () => (await db.select().from(users).where(eq(users.id, id)))[0]?.emailVerifiedAt;
    expect(await verifiedAt()).toBeNull();
    const link = (await emailsTo(t, body.email))[0]?.data['token'];
    expect((await t.callRest('POST', '/auth/verify-email', { body: { token: link } })).status).toBe(200);
    expect(await verifiedAt()).toBeInstanceOf(Date);
  });

  it('requires a verified address of the caller, for invitations too', async () => {
    const { company, user, token } = await companyWithPeople(t);
    const unproven = await makeEmployee(t.services.db, company.id, { emailVerifiedAt: null });
    const ownToken = await t.createToken(unproven);
    const refusal = { status: 403, body: { errors: [{ code: 'email_unverified' }] } };
    const invited = newEmployeeInput({ invite: true, password: undefined });
    expect(await t.callRest('POST', '/employees', { token: ownToken, body: newEmployeeInput() })).toMatchObject(refusal);
    expect(await t.callRest('POST', '/employees', { token: ownToken, body: invited })).toMatchObject(refusal);
    const { id } = (await t.callRest('POST', '/employees', { token, body: invited })).body.data as Employee;
    expect(await t.callRest('POST', `/employees/${id}/invite`, { token: ownToken })).toMatchObject(refusal);
    const staff = await makeUser(t.services.db, { roles: [roles.admin], emailVerifiedAt: null });
    const asStaff = { token: await t.createToken(staff) };
    const path = `/companies/${company.id}/employers`;
    expect(await t.callRest('POST', path, { ...asStaff, body: newEmployeeInput() })).toMatchObject(refusal);
    const admin = { ...newEmployeeInput(), role: roles.newsAdmin };
    expect(await t.callRest('POST', '/admin/admins', { ...asStaff, body: admin })).toMatchObject(refusal);
    const place = { street1: '1 Main St', city: 'Omaha', state: 'NE', postal_code: '68102' };
    const another = { company_name: 'Another', size: '1-5', email: 'a@b.example', phone: '4025550100', ...place };
    expect(await t.callRest('POST', '/companies', { ...asStaff, body: another })).toMatchObject(refusal);
    const both = { ...another, employer: newEmployeeInput() };
    expect(await t.callRest('POST', '/admin/companies', { ...asStaff, body: both })).toMatchObject(refusal);
    expect((await t.callRest('PATCH', `/employees/${user.id}`, { token: ownToken, body: { first_name: 'Olga' } })).status).toBe(
      200,
    );
  });

  it('creates no account for another address by a person whose own address is unverified', async () => {
    const { db } = t.services;
    const attacker = await makeUser(db, { roles: [roles.companyUser], emailVerifiedAt: null });
    const token = await t.createToken(attacker);
    const place = { street1: '1 Main St', city: 'Omaha', state: 'NE', postal_code: '68102' };
    const company = { company_name: 'Quick Post', size: '1-5', email: attacker.email, phone: '4025550100', ...place };
    expect((await t.callRest('POST', '/companies', { token, body: company })).status).toBe(201);
    const victim = newEmployeeInput();
    expect((await t.callRest('POST', '/employees', { token, body: victim })).status).toBe(403);

    await db.update(users).set({ emailVerifiedAt: new Date() }).where(eq(users.id, attacker.id));
    expect((await t.callRest('POST', '/employees', { token, body: victim })).status).toBe(201);
    const { accessToken } = (await login(t, victim.email)).body.data as { accessToken: string };
    expect((await t.callRest('GET', '/employer', { token: accessToken })).body.data).toMatchObject({ email_verified: false });
    const body = { secret_token: 'x', action_type: 'new_job', card_token: 'x' };
    const charge = await t.callRest('POST', '/payment/company/invoice/charge', { token: accessToken, body });
    expect(charge).toMatchObject({ status: 403, body: { errors: [{ code: 'password_change_required' }] } });
    const passwordChange = { old_password: password, new_password: 'Own-Words#4242' };
    expect((await t.callRest('POST', '/auth/change-password', { token: accessToken, body: passwordChange })).status).toBe(200);
    const again = (await login(t, victim.email, passwordChange.new_password)).body.data as { accessToken: string };
    const late = await t.callRest('POST', '/payment/company/invoice/charge', { token: again.accessToken, body });
    expect(late).toMatchObject({ status: 403, body: { errors: [{ code: 'email_unverified' }] } });
  });

  it('consents to nothing in another’s place, and takes the role that is given', async () => {
    const { token } = await companyWithPeople(t);
    const body = newEmployeeInput({ tn_newsletters: true, role: roles.companyAdmin });
    const { id } = (await t.callRest('POST', '/employees', { token, body })).body.data as Employee;
    const [account] = await t.services.db.select().from(users).where(eq(users.id, id));
    expect(account).toMatchObject({ newsletters: false, newslettersConsentAt: null, roles: [roles.companyAdmin] });
  });

  it.each([
    [{ password: undefined }, 'password', en.errors.passwordRequired],
    [{ password: 'short' }, 'password', en.errors.passwordShort],
    [{ password: 'Password1!' }, 'password', en.errors.passwordCommon],
    [{ email: 'nothing' }, 'email', 'Needs to be a valid email.'],
    [{ phone: '1' }, 'phone', en.errors.phoneLength],
    [{ first_name: '' }, 'first_name', en.errors.nameRequired],
    [{ role: roles.superAdmin }, 'role', 'Choose a role'],
    [{ role: roles.driver }, 'role', 'Choose a role'],
  ])('%j is 422', async (wrong, field, message) => {
    const { token } = await companyWithPeople(t);
    const answer = await t.callRest('POST', '/employees', { token, body: newEmployeeInput(wrong) });
    expect(answer.status).toBe(422);
    expect(answer.body.errors).toContainEqual(expect.objectContaining({ field, message }));
  });

  it('refuses an address that has an account, whatever its case', async () => {
    const { token, user } = await companyWithPeople(t);
    const driver = await makeDriver(t.services.db);
    const { user: elsewhere } = await companyWithPeople(t);
    for (const [email, message] of [
      [user.email.toUpperCase(), en.errors.employeeAlready],
      [elsewhere.email, en.errors.employeeElsewhere],
      [driver.email, en.errors.employeeHasAccount],
    ] as const)
      expect(await t.callRest('POST', '/employees', { token, body: newEmployeeInput({ email }) })).toMatchObject({
        status: 409,
        body: { errors: [{ field: 'email', detail: en.errors.emailExists, message }] },
      });
  });

  it('creates one account from sixteen parallel requests in two companies', async () => {
    const [a, b] = [await companyWithPeople(t), await companyWithPeople(t)];
    const body = newEmployeeInput();
    // More would wait in the queue of `server/limits/overload.ts`, and on a slow machine some of them would be refused there.
    const answers = await Promise.all(
      Array.from({ length: 16 }, (_, n) => {
        const email = n % 2 ? body.email : body.email.toUpperCase();
        return t.callRest('POST', '/employees', { token: n % 3 ? a.token : b.token, body: { ...body, email } });
      }),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      201,
      ...Array.from({ length: 15 }, () => 409),
    ]);
    const rows = await t.services.db
      .select({ id: users.id })
      .from(users)
      .innerJoin(employees, eq(employees.userId, users.id))
      .where(sql`lower(${users.email}) = ${body.email}`);
    expect(rows).toHaveLength(1);
  });

  it('is for company admins in their own company, and for administrators in any', async () => {
    const [a, b] = [await companyWithPeople(t), await companyWithPeople(t)];
    expect((await t.callRest('POST', '/employees', { token: a.userToken, body: newEmployeeInput() })).status).toBe(403);
    expect(
      (await t.callRest('POST', `/companies/${b.company.id}/employers`, { token: a.token, body: newEmployeeInput() })).status,
    ).toBe(404);
    const admin = await t.createToken(await makeUser(t.services.db, { roles: [roles.admin] }));
    expect(
      await t.callRest('POST', `/companies/${b.company.id}/employers`, { token: admin, body: newEmployeeInput() }),
    ).toMatchObject({
      status: 201,
      body: { data: { company_id: b.company.id } },
    });
    expect((await t.callRest('POST', '/employees', { token: admin, body: newEmployeeInput() })).status).toBe(404);
  });
});

describe('an administrator who acts as a company admin', () => {
  it('cannot add people, whose access would outlast the impersonation', async () => {
    const { company, admin } = await companyWithPeople(t);
    const { admin: otherAdmin } = await companyWithPeople(t);
    const staff = await makeUser(t.services.db, { roles: [roles.admin] });
    const withPassword = newEmployeeInput({ role: roles.companyAdmin });
    for (const person of [admin, otherAdmin]) {
      const acting = await t.createImpersonationToken(staff, person);
      const answer = await t.callRest('POST', '/employees', { token: acting, body: { ...withPassword, company_id: company.id } });
      expect(answer).toMatchObject({ status: 403, body: { errors: [{ code: 'impersonating' }] } });
    }
    expect((await login(t, withPassword.email)).status).toBe(401);
    const invited = newEmployeeInput({ invite: true, password: undefined });
    const token = await t.createImpersonationToken(staff, admin);
    expect(await t.callRest('POST', '/employees', { token, body: invited })).toMatchObject({
      status: 403,
      body: { errors: [{ code: 'impersonating' }] },
    });
    expect(await emailsTo(t, invited.email)).toEqual([]);
  });
});

describe('a new company admin', () => {
  const newAdminMails = async (email: string) =>
    (await emailsTo(t, email)).filter(({ template }) => template === 'admin_added').map(({ data }) => data);

  it('is reported by email to the other admins of the company, and to nobody else', async () => {
    const { company, admin, user, token } = await companyWithPeople(t);
    const { admin: stranger } = await companyWithPeople(t);
    const locked = await makeEmployee(t.services.db, company.id, { roles: [roles.companyAdmin], status: 'Locked' });
    const added = newEmployeeInput({ role: roles.companyAdmin });
    expect((await t.callRest('POST', '/employees', { token, body: added })).status).toBe(201);
    const { companyName } = company;
    expect(await newAdminMails(admin.email)).toEqual([
      { firstName: 'Ada', name: 'Wanda Stone', email: added.email, companyName, isSuperAdmin: false },
    ]);
    for (const { email } of [user, stranger, locked, added]) expect(await newAdminMails(email)).toEqual([]);
  });

  it('is reported when a company user gets the role or an admin is reactivated, and not otherwise', async () => {
    const { admin, user, token } = await companyWithPeople(t);
    const update = (body: object) => t.callRest('PATCH', `/employees/${user.id}`, { token, body });
    const count = async () => (await newAdminMails(admin.email)).length;
    await update({ first_name: 'Dana' });
    expect(await count()).toBe(0);
    expect((await update({ role: roles.companyAdmin })).status).toBe(200);
    expect(await count()).toBe(1);
    await update({ first_name: 'Dora' });
    await update({ active: false });
    expect(await count()).toBe(1);
    await update({ active: true });
    expect(await count()).toBe(2);
  });

  it('is not reported for a company user', async () => {
    const { admin, token } = await companyWithPeople(t);
    await t.callRest('POST', '/employees', { token, body: newEmployeeInput() });
    expect(await newAdminMails(admin.email)).toEqual([]);
  });
});

describe('a password set by another person', () => {
  it('ends every session, restricts the web to the change screen and is reported by email', async () => {
    const { token, user, userToken } = await companyWithPeople(t);
    const newPassword = 'Given#Gravel77';
    expect(
      (await t.callRest('POST', '/employees/password', { token, body: { employeeId: user.id, password: newPassword } })).status,
    ).toBe(200);
    expect((await t.callRest('GET', '/jobs', { token: userToken })).status).toBe(401);
    expect((await login(t, user.email)).status).toBe(401);
    expect((await login(t, user.email, newPassword)).body.data).toMatchObject({ mustChangePassword: true });
    expect(await emailsTo(t, user.email)).toMatchObject([{ template: 'password_set', data: { by: 'Ada Whitfield' } }]);
    expect(await actsOn(t, user.id)).toContain('password.set');
  });

  it('is never the caller’s own, nor that of an account outside the company’s control', async () => {
    const { token, admin, company } = await companyWithPeople(t);
    const { db } = t.services;
    const set = (employeeId: string, by = token) =>
      t.callRest('POST', '/employees/password', { token: by, body: { employeeId, password } });
    expect((await set(admin.id)).status).toBe(403);
    const driver = await makeDriver(db, { user: { roles: [roles.companyUser, roles.driver], passwordHash } });
    const boss = await makeUser(db, { roles: [roles.superAdmin, roles.companyUser], passwordHash });
    for (const { id } of [driver, boss]) await db.insert(employees).values({ userId: id, companyId: company.id });
    for (const { id } of [driver, boss]) {
      expect((await set(id)).status).toBe(403);
      expect((await t.callRest('PATCH', `/employees/${id}`, { token, body: { first_name: 'Mallory' } })).status).toBe(403);
    }
    const helper = await t.createToken(await makeUser(db, { roles: [roles.admin] }));
    expect((await set(boss.id, helper)).status).toBe(403);
    expect((await set(driver.id, helper)).status).toBe(200);
  });
});

describe('the list', () => {
  it('is searched, sorted and paged on the wire', async () => {
    const { token, userToken, company } = await companyWithPeople(t);
    await makeEmployee(t.services.db, company.id, { firstName: '100%', lastName: "O'Hara", roles: [roles.companyUser] });
    const search = (body: object, by = token) => t.callRest('POST', '/employees/search?limit=10', { token: by, body });
    const names = async (filter: object) =>
      ((await search({ filters: { and: [filter] } })).body.data as { first_name: string }[]).map((one) => one.first_name);
    expect(await names({ field: 'full_name', operator: 'ilike', value: "%o'h" })).toEqual([]);
    expect(await names({ field: 'full_name', operator: 'ilike', value: "% o'h" })).toEqual(['100%']);
    expect(await names({ field: 'role', operator: 'equals', value: roles.companyAdmin })).toEqual(['Ada']);
    const sorted = await search({ orders: [{ field: 'full_name', direction: 'asc' }] }, userToken);
    expect((sorted.body.data as { first_name: string }[]).map((one) => one.first_name)).toEqual(['100%', 'Ada', 'Dana']);
    expect(sorted.body.pagination).toEqual({ offset: 0, limit: 10, total: 3 });
    for (const path of ['/employees', `/companies/${company.id}/employers`, `/admin/companies/${company.id}/employers`])
      expect((await t.callRest('GET', path, { token })).body.pagination.total).toBe(3);
  });

  it('stays readable to the people of a cancelled company, who change nothing', async () => {
    const { db } = t.services;
    const company = await makeCompany(db, { status: 'Cancelled' });
    const token = await t.createToken(await makeEmployee(db, company.id, { roles: [roles.companyAdmin] }));
    expect((await t.callRest('GET', '/employees', { token })).status).toBe(200);
    expect(await t.callRest('POST', '/employees', { token, body: newEmployeeInput() })).toMatchObject({
      status: 403,
      body: { errors: [{ code: 'company_cancelled' }] },
    });
  });
});
