import { and, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditLog, users } from '#drizzle/schema/accounts.ts';
import { employees } from '#drizzle/schema/companies.ts';
import { outbox } from '#drizzle/schema/outbox.ts';
import { roles } from '#shared/access.ts';
import { messages } from '#shared/messages.ts';
import { makeCompany, makeDriver, makeEmployee, makeUser } from '#server/demo/builders.ts';
import { hashPassword } from '#server/session/passwords.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';

/** A company's people through REST (`rest: Companies, employees, admins`, `product: Companies, Accounts and sessions`). */
let t: TestApp;
let passwordHash: string;
const password = 'Fresh#Asphalt42';
let made = 0;

beforeAll(async () => {
  t = await startTestApp();
  passwordHash = await hashPassword(password);
});
afterAll(() => t.close());

async function companyWithPeople() {
  const { db } = t.services;
  const company = await makeCompany(db);
  const admin = await makeEmployee(db, company.id, { roles: [roles.companyAdmin], passwordHash, firstName: 'Ada' });
  const user = await makeEmployee(db, company.id, { roles: [roles.companyUser], passwordHash });
  return { company, admin, user, token: await t.tokenOf(admin), userToken: await t.tokenOf(user) };
}

const newcomer = (overrides: object = {}) => {
  made += 1;
  return {
    first_name: 'Wanda',
    last_name: 'Stone',
    email: `wanda-${made}@stone.example`,
    password,
    phone: '(402)555-0150',
    tn_newsletters: false,
    ...overrides,
  };
};
type Employee = { id: string; email: string; version: number };
const login = (email: string, word = password) =>
  t.rest('POST', '/auth/login', { body: { email, password: word, device_id: 'abcdefgh', role: 'employer' } });
const mailsTo = async (recipient: string) =>
  (await t.services.db.select().from(outbox).where(eq(outbox.recipient, recipient))).map(({ template, data }) => ({
    template,
    data: data as Record<string, string>,
  }));
const actsOn = async (id: string) =>
  (await t.services.db.select({ action: auditLog.action }).from(auditLog).where(eq(auditLog.subjectId, id))).map(
    ({ action }) => action,
  );

describe('adding somebody', () => {
  it('makes a verified account that must change its password, tells its owner and is written down', async () => {
    const { company, token } = await companyWithPeople();
    const body = newcomer();
    const answer = await t.rest('POST', '/employees', { token, body });
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
      'active blocked company_id created_at email first_name id invited last_name phone role version'.split(' '),
    );
    const { id } = answer.body.data as Employee;
    const [account] = await t.services.db.select().from(users).where(eq(users.id, id));
    expect(account).toMatchObject({ mustChangePassword: true, newsletters: false, roles: [roles.companyUser] });
    expect(account?.emailVerifiedAt).not.toBeNull();
    expect(await mailsTo(body.email)).toMatchObject([{ template: 'account_made', data: { by: 'Ada Whitfield' } }]);
    expect(await actsOn(id)).toEqual(['employee.add']);
    expect((await login(body.email)).body.data).toMatchObject({ mustChangePassword: true });
  });

  it('consents to nothing in another’s place, and takes the role that is given', async () => {
    const { token } = await companyWithPeople();
    const body = newcomer({ tn_newsletters: true, role: roles.companyAdmin });
    const { id } = (await t.rest('POST', '/employees', { token, body })).body.data as Employee;
    const [account] = await t.services.db.select().from(users).where(eq(users.id, id));
    expect(account).toMatchObject({ newsletters: false, newslettersConsentAt: null, roles: [roles.companyAdmin] });
  });

  it.each([
    [{ password: undefined }, 'password', messages.passwordRequired],
    [{ password: 'short' }, 'password', messages.passwordShort],
    [{ password: 'Password1!' }, 'password', messages.passwordCommon],
    [{ email: 'nothing' }, 'email', messages.signupEmailInvalid],
    [{ phone: '1' }, 'phone', messages.phoneLength],
    [{ first_name: '' }, 'first_name', messages.nameRequired],
    [{ role: roles.superAdmin }, 'role', 'Choose a role'],
    [{ role: roles.driver }, 'role', 'Choose a role'],
  ])('%j is 422', async (wrong, field, message) => {
    const { token } = await companyWithPeople();
    const answer = await t.rest('POST', '/employees', { token, body: newcomer(wrong) });
    expect(answer.status).toBe(422);
    expect(answer.body.errors).toContainEqual(expect.objectContaining({ field, message }));
  });

  it('refuses an address that has an account, whatever its case', async () => {
    const { token, user } = await companyWithPeople();
    const driver = await makeDriver(t.services.db);
    for (const email of [user.email.toUpperCase(), driver.email])
      expect(await t.rest('POST', '/employees', { token, body: newcomer({ email }) })).toMatchObject({
        status: 409,
        body: { errors: [{ field: 'email', detail: messages.emailExists }] },
      });
  });

  it('makes one account of fifty requests at once, in two companies', async () => {
    const [a, b] = [await companyWithPeople(), await companyWithPeople()];
    const body = newcomer();
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) => {
        const email = n % 2 ? body.email : body.email.toUpperCase();
        return t.rest('POST', '/employees', { token: n % 3 ? a.token : b.token, body: { ...body, email } });
      }),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...Array.from({ length: 49 }, () => 409)]);
    const rows = await t.services.db
      .select({ id: users.id })
      .from(users)
      .innerJoin(employees, eq(employees.userId, users.id))
      .where(sql`lower(${users.email}) = ${body.email}`);
    expect(rows).toHaveLength(1);
  }, 60_000);

  it('is for company admins in their own company, and for administrators in any', async () => {
    const [a, b] = [await companyWithPeople(), await companyWithPeople()];
    expect((await t.rest('POST', '/employees', { token: a.userToken, body: newcomer() })).status).toBe(403);
    expect((await t.rest('POST', `/companies/${b.company.id}/employers`, { token: a.token, body: newcomer() })).status).toBe(404);
    const admin = await t.tokenOf(await makeUser(t.services.db, { roles: [roles.admin] }));
    expect(await t.rest('POST', `/companies/${b.company.id}/employers`, { token: admin, body: newcomer() })).toMatchObject({
      status: 201,
      body: { data: { company_id: b.company.id } },
    });
    expect((await t.rest('POST', '/employees', { token: admin, body: newcomer() })).status).toBe(404);
  });
});

describe('an invitation', () => {
  const tokenOf = async (email: string) =>
    (await mailsTo(email)).findLast(({ template }) => template === 'join_company')?.data['token'];

  it('leads to a password of one’s own, once', async () => {
    const { token, company } = await companyWithPeople();
    const body = newcomer({ password: undefined, invite: true });
    const answer = await t.rest('POST', '/employees', { token, body });
    expect(answer).toMatchObject({ status: 201, body: { data: { invited: true } } });
    const { id } = answer.body.data as Employee;
    expect((await login(body.email, 'Anything#2026')).status).toBe(401);
    const link = (await tokenOf(body.email))!;
    const visitor = await t.as(null);
    expect(await visitor.employees.invitation({ token: link })).toEqual({
      email: body.email,
      firstName: 'Wanda',
      companyName: company.companyName,
    });
    await expect(visitor.employees.join({ token: link, password: 'Password1!' })).rejects.toMatchObject({
      cause: { field: 'password' },
    });
    expect(await visitor.employees.join({ token: link, password })).toEqual({ email: body.email });
    expect((await login(body.email)).body.data).toMatchObject({ mustChangePassword: false, redirect: '/company/jobs' });
    for (const again of [visitor.employees.join({ token: link, password }), visitor.employees.invitation({ token: link })])
      await expect(again).rejects.toMatchObject({ cause: { code: 'gone' } });
    expect((await t.rest('POST', `/employees/${id}/invite`, { token })).status).toBe(409);
    expect(await actsOn(id)).toEqual(['employee.add', 'employee.join']);
  });

  it('is taken once by twenty at a time', async () => {
    const { token } = await companyWithPeople();
    const body = newcomer({ password: undefined, invite: true });
    await t.rest('POST', '/employees', { token, body });
    const link = (await tokenOf(body.email))!;
    const visitor = await t.as(null);
    const outcomes = await Promise.allSettled(
      Array.from({ length: 20 }, () => visitor.employees.join({ token: link, password })),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('dies by a newer one, by a password set meanwhile, by deactivation and after seven days', async () => {
    const { token } = await companyWithPeople();
    const { db } = t.services;
    const visitor = await t.as(null);
    const invite = async () => {
      const body = newcomer({ password: undefined, invite: true });
      const { id } = (await t.rest('POST', '/employees', { token, body })).body.data as Employee;
      return { id, email: body.email, link: (await tokenOf(body.email))! };
    };
    const expectDead = (link: string) =>
      expect(visitor.employees.join({ token: link, password })).rejects.toMatchObject({ cause: { code: 'gone' } });

    const first = await invite();
    expect((await t.rest('POST', `/employees/${first.id}/invite`, { token })).status).toBe(200);
    await expectDead(first.link);
    expect(await visitor.employees.join({ token: (await tokenOf(first.email))!, password })).toEqual({ email: first.email });

    const second = await invite();
    await t.rest('POST', '/employees/password', { token, body: { employeeId: second.id, password } });
    await expectDead(second.link);

    const third = await invite();
    await t.rest('PATCH', `/employees/${third.id}`, { token, body: { active: false } });
    await expectDead(third.link);
    expect((await t.rest('POST', `/employees/${third.id}/invite`, { token })).status).toBe(409);

    const fourth = await invite();
    await db.execute(sql`update proofs set expires_at = now() - interval '1 second' where user_id = ${fourth.id}`);
    await expectDead(fourth.link);
    await expectDead('unknown');
  });
});

describe('changing somebody', () => {
  it('changes what is given, counts the version, and tells a loser what is there', async () => {
    const { token, user } = await companyWithPeople();
    const before = (await t.rest('GET', `/employees/${user.id}`, { token })).body.data as Employee;
    const change = { first_name: 'Wilma', phone: '+1 402 555 0199', version: before.version };
    expect(await t.rest('PATCH', `/employees/${user.id}`, { token, body: change })).toMatchObject({
      status: 200,
      body: { data: { first_name: 'Wilma', last_name: 'Whitfield', phone: '4025550199', version: before.version + 1 } },
    });
    expect(await t.rest('PATCH', `/employees/${user.id}`, { token, body: { ...change, first_name: 'Willa' } })).toMatchObject({
      status: 409,
      body: { errors: [{ code: 'edit_conflict', message: messages.changedMeanwhile }] },
    });
    expect((await t.rest('GET', `/employees/${user.id}`, { token })).body.data).toMatchObject({ first_name: 'Wilma' });
    expect(await actsOn(user.id)).toEqual(['employee.update']);
  });

  it('does not overwrite what the person changed meanwhile', async () => {
    const { token, user, userToken } = await companyWithPeople();
    const { version } = (await t.rest('GET', `/employees/${user.id}`, { token })).body.data as Employee;
    await t.rest('PATCH', '/employer', { token: userToken, body: { first_name: 'Olga' } });
    const stale = await t.rest('PATCH', `/employees/${user.id}`, { token, body: { first_name: 'Wilma', version } });
    expect(stale).toMatchObject({ status: 409, body: { errors: [{ code: 'edit_conflict' }] } });
    await t.rest('PATCH', '/user', { token: userToken, body: { last_name: 'Own' } });
    expect((await t.rest('GET', `/employees/${user.id}`, { token })).body.data).toMatchObject({
      first_name: 'Olga',
      last_name: 'Own',
      version: version + 2,
    });
  });

  it('loses none of a hundred edits at once: one wins, ninety-nine are told', async () => {
    const { token, user } = await companyWithPeople();
    const { version } = (await t.rest('GET', `/employees/${user.id}`, { token })).body.data as Employee;
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, n) =>
        t.rest('PATCH', `/employees/${user.id}`, { token, body: { first_name: `Wanda ${'abcdefghij'[n % 10]}x`, version } }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(99);
    const winner = answers.find(({ status }) => status === 200)!.body.data as { first_name: string };
    expect((await t.rest('GET', `/employees/${user.id}`, { token })).body.data).toMatchObject({ first_name: winner.first_name });
  }, 60_000);

  it('deactivates: out at the next request, no way back in, and back with the same role', async () => {
    const { token, company } = await companyWithPeople();
    const other = await makeEmployee(t.services.db, company.id, { roles: [roles.companyAdmin], passwordHash });
    const session = await t.tokenOf(other);
    expect((await t.rest('GET', '/jobs', { token: session })).status).toBe(200);
    expect((await t.rest('PATCH', `/employees/${other.id}`, { token, body: { active: false } })).body.data).toMatchObject({
      active: false,
      role: roles.companyAdmin,
    });
    expect((await t.rest('GET', '/jobs', { token: session })).status).toBe(401);
    expect(await login(other.email)).toMatchObject({ status: 403, body: { message: messages.deactivated } });
    expect((await login(other.email, 'Wrong#Asphalt42')).status).toBe(401);
    expect((await t.rest('POST', '/employees/password', { token, body: { employeeId: other.id, password } })).status).toBe(409);

    await t.rest('PATCH', `/employees/${other.id}`, { token, body: { active: true } });
    expect((await login(other.email)).body.data).toMatchObject({ userRoles: [roles.companyAdmin], redirect: '/company/jobs' });
    expect(await actsOn(other.id)).toEqual(['employee.deactivate', 'employee.reactivate']);
  });

  it('leaves a deactivated person what else the account is', async () => {
    const { token, company } = await companyWithPeople();
    const driver = await makeDriver(t.services.db, { user: { roles: [roles.driver, roles.companyUser], passwordHash } });
    await t.services.db.insert(employees).values({ userId: driver.id, companyId: company.id });
    await t.rest('PATCH', `/employees/${driver.id}`, { token, body: { active: false } });
    const answer = await login(driver.email);
    expect(answer.body.data).toMatchObject({ userRoles: [roles.driver], redirect: '/members' });
    const { accessToken } = answer.body.data as { accessToken: string };
    expect((await t.rest('GET', '/jobs', { token: accessToken })).status).toBe(403);
    expect((await t.rest('GET', '/member/profile', { token: accessToken })).status).toBe(200);
  });

  it('keeps the last company admin, whoever asks and however many at once', async () => {
    const { token, admin, user, company } = await companyWithPeople();
    const body = (change: object) => ({ token, body: change });
    for (const change of [{ active: false }, { role: roles.companyUser }])
      expect((await t.rest('PATCH', `/employees/${admin.id}`, body(change))).status).toBe(409);
    const superAdmin = await t.tokenOf(await makeUser(t.services.db, { roles: [roles.superAdmin] }));
    expect((await t.rest('PATCH', `/employees/${admin.id}`, { token: superAdmin, body: { active: false } })).status).toBe(409);

    await t.rest('PATCH', `/employees/${user.id}`, body({ role: roles.companyAdmin }));
    const third = await makeEmployee(t.services.db, company.id, { roles: [roles.companyAdmin], passwordHash });
    const all = [admin.id, user.id, third.id];
    const answers = await Promise.all(
      all.map((id, n) =>
        t.rest('PATCH', `/employees/${id}`, { token: superAdmin, body: n % 2 ? { active: false } : { role: roles.companyUser } }),
      ),
    );
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(1);
    const left = await t.services.db
      .select({ id: users.id })
      .from(users)
      .innerJoin(employees, eq(employees.userId, users.id))
      .where(
        and(eq(employees.companyId, company.id), eq(employees.active, true), sql`${users.roles} @> array[${roles.companyAdmin}]`),
      );
    expect(left).toHaveLength(1);
  });

  it('counts nobody as another admin who is locked, away or not there yet', async () => {
    const { token, admin, company } = await companyWithPeople();
    const { db } = t.services;
    await makeEmployee(db, company.id, { roles: [roles.companyAdmin], passwordHash, status: 'Locked' });
    await t.rest('POST', '/employees', { token, body: newcomer({ invite: true, role: roles.companyAdmin }) });
    const away = await makeEmployee(db, company.id, { roles: [roles.companyAdmin], passwordHash });
    await t.rest('PATCH', `/employees/${away.id}`, { token, body: { active: false } });
    expect((await t.rest('PATCH', `/employees/${admin.id}`, { token, body: { active: false } })).status).toBe(409);
  });

  it('is not for company users, nor for strangers', async () => {
    const [a, b] = [await companyWithPeople(), await companyWithPeople()];
    expect((await t.rest('PATCH', `/employees/${a.admin.id}`, { token: a.userToken, body: { active: false } })).status).toBe(403);
    for (const [method, path, body] of [
      ['PATCH', `/employees/${a.user.id}`, { active: false }],
      ['GET', `/employees/${a.user.id}`, undefined],
      ['POST', '/employees/password', { employeeId: a.user.id, password }],
      ['POST', `/employees/${a.user.id}/invite`, {}],
    ] as const)
      expect((await t.rest(method, path, { token: b.token, ...(body ? { body } : {}) })).status, path).toBe(404);
  });
});

describe('a password set by somebody else', () => {
  it('ends every session, holds the web at the change screen and is told by mail', async () => {
    const { token, user, userToken } = await companyWithPeople();
    const word = 'Given#Gravel77';
    expect((await t.rest('POST', '/employees/password', { token, body: { employeeId: user.id, password: word } })).status).toBe(
      200,
    );
    expect((await t.rest('GET', '/jobs', { token: userToken })).status).toBe(401);
    expect((await login(user.email)).status).toBe(401);
    expect((await login(user.email, word)).body.data).toMatchObject({ mustChangePassword: true });
    expect(await mailsTo(user.email)).toMatchObject([{ template: 'password_set', data: { by: 'Ada Whitfield' } }]);
    expect(await actsOn(user.id)).toContain('password.set');
  });

  it('is never the own one, nor that of an account that is more than the company’s', async () => {
    const { token, admin, company } = await companyWithPeople();
    const { db } = t.services;
    const set = (employeeId: string, by = token) =>
      t.rest('POST', '/employees/password', { token: by, body: { employeeId, password } });
    expect((await set(admin.id)).status).toBe(403);
    const driver = await makeDriver(db, { user: { roles: [roles.companyUser, roles.driver], passwordHash } });
    const boss = await makeUser(db, { roles: [roles.superAdmin, roles.companyUser], passwordHash });
    for (const { id } of [driver, boss]) await db.insert(employees).values({ userId: id, companyId: company.id });
    for (const { id } of [driver, boss]) {
      expect((await set(id)).status).toBe(403);
      expect((await t.rest('PATCH', `/employees/${id}`, { token, body: { first_name: 'Mallory' } })).status).toBe(403);
    }
    const helper = await t.tokenOf(await makeUser(db, { roles: [roles.admin] }));
    expect((await set(boss.id, helper)).status).toBe(403);
    expect((await set(driver.id, helper)).status).toBe(200);
  });
});

describe('the list', () => {
  it('is searched, sorted and paged on the wire', async () => {
    const { token, userToken, company } = await companyWithPeople();
    await makeEmployee(t.services.db, company.id, { firstName: '100%', lastName: "O'Hara", roles: [roles.companyUser] });
    const search = (body: object, by = token) => t.rest('POST', '/employees/search?limit=10', { token: by, body });
    const names = async (filter: object) =>
      ((await search({ filters: { and: [filter] } })).body.data as { first_name: string }[]).map((one) => one.first_name);
    expect(await names({ field: 'full_name', operator: 'ilike', value: "%o'h" })).toEqual([]);
    expect(await names({ field: 'full_name', operator: 'ilike', value: "% o'h" })).toEqual(['100%']);
    expect(await names({ field: 'role', operator: 'equals', value: roles.companyAdmin })).toEqual(['Ada']);
    const sorted = await search({ orders: [{ field: 'full_name', direction: 'asc' }] }, userToken);
    expect((sorted.body.data as { first_name: string }[]).map((one) => one.first_name)).toEqual(['100%', 'Ada', 'Dana']);
    expect(sorted.body.pagination).toEqual({ offset: 0, limit: 10, total: 3 });
    for (const path of ['/employees', `/companies/${company.id}/employers`, `/admin/companies/${company.id}/employers`])
      expect((await t.rest('GET', path, { token })).body.pagination.total).toBe(3);
  });

  it('stays readable to the people of a cancelled company, who change nothing', async () => {
    const { db } = t.services;
    const company = await makeCompany(db, { status: 'Cancelled' });
    const token = await t.tokenOf(await makeEmployee(db, company.id, { roles: [roles.companyAdmin] }));
    expect((await t.rest('GET', '/employees', { token })).status).toBe(200);
    expect(await t.rest('POST', '/employees', { token, body: newcomer() })).toMatchObject({
      status: 403,
      body: { errors: [{ code: 'company_cancelled' }] },
    });
  });
});
