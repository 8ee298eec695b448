import { and, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { users } from '#drizzle/schema/accounts.ts';
import { employees } from '#drizzle/schema/companies.ts';
import { jobs } from '#drizzle/schema/jobs.ts';
import { daysFromNow, makeDriver, makeEmployee, makeJob, makeUser } from '#server/demo/builders.ts';
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

/** Changes of a company's employees, and who may make them (`docs/product/companies.md#employees`). */
let t: TestApp;
let passwordHash: string;

beforeAll(async () => {
  t = await startTestApp();
  passwordHash = await passwordHashOf();
});
afterAll(() => t.close());

describe('changing an employee', () => {
  it('changes the given fields, increases the version, and returns a conflict for an old version', async () => {
    const { token, user } = await companyWithPeople(t);
    const before = (await t.callRest('GET', `/employees/${user.id}`, { token })).body.data as Employee;
    const change = { first_name: 'Wilma', phone: '+1 402 555 0199', version: before.version };
    expect(await t.callRest('PATCH', `/employees/${user.id}`, { token, body: change })).toMatchObject({
      status: 200,
      body: { data: { first_name: 'Wilma', last_name: 'Whitfield', phone: '4025550199', version: before.version + 1 } },
    });
    expect(await t.callRest('PATCH', `/employees/${user.id}`, { token, body: { ...change, first_name: 'Willa' } })).toMatchObject(
      {
        status: 409,
        body: { errors: [{ code: 'edit_conflict', message: en.errors.changedMeanwhile }] },
      },
    );
    expect((await t.callRest('GET', `/employees/${user.id}`, { token })).body.data).toMatchObject({ first_name: 'Wilma' });
    expect(await actsOn(t, user.id)).toEqual(['employee.update']);
  });

  it('does not overwrite what the person changed meanwhile', async () => {
    const { token, user, userToken } = await companyWithPeople(t);
    const { version } = (await t.callRest('GET', `/employees/${user.id}`, { token })).body.data as Employee;
    await t.callRest('PATCH', '/employer', { token: userToken, body: { first_name: 'Olga' } });
    const stale = await t.callRest('PATCH', `/employees/${user.id}`, { token, body: { first_name: 'Wilma', version } });
    expect(stale).toMatchObject({ status: 409, body: { errors: [{ code: 'edit_conflict' }] } });
    await t.callRest('PATCH', '/user', { token: userToken, body: { last_name: 'Own' } });
    expect((await t.callRest('GET', `/employees/${user.id}`, { token })).body.data).toMatchObject({
      first_name: 'Olga',
      last_name: 'Own',
      version: version + 2,
    });
  });

  it('makes one of thirty parallel edits and answers the others with a conflict', async () => {
    const { token, user } = await companyWithPeople(t);
    const { version } = (await t.callRest('GET', `/employees/${user.id}`, { token })).body.data as Employee;
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, n) =>
        t.callRest('PATCH', `/employees/${user.id}`, { token, body: { first_name: `Wanda ${'abcdefghij'[n % 10]}x`, version } }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(29);
    const winner = answers.find(({ status }) => status === 200)!.body.data as { first_name: string };
    expect((await t.callRest('GET', `/employees/${user.id}`, { token })).body.data).toMatchObject({
      first_name: winner.first_name,
    });
  });

  it('deactivates: signed out at the next request, cannot sign in, and returns with the same role', async () => {
    const { token, company } = await companyWithPeople(t);
    const other = await makeEmployee(t.services.db, company.id, { roles: [roles.companyAdmin], passwordHash });
    const session = await t.createToken(other);
    expect((await t.callRest('GET', '/jobs', { token: session })).status).toBe(200);
    expect((await t.callRest('PATCH', `/employees/${other.id}`, { token, body: { active: false } })).body.data).toMatchObject({
      active: false,
      role: roles.companyAdmin,
    });
    expect((await t.callRest('GET', '/jobs', { token: session })).status).toBe(401);
    expect(await login(t, other.email)).toMatchObject({ status: 403, body: { message: en.errors.deactivated } });
    expect((await login(t, other.email, 'Wrong#Asphalt42')).status).toBe(401);
    expect((await t.callRest('POST', '/employees/password', { token, body: { employeeId: other.id, password } })).status).toBe(
      409,
    );

    await t.callRest('PATCH', `/employees/${other.id}`, { token, body: { active: true } });
    expect((await login(t, other.email)).body.data).toMatchObject({ userRoles: [roles.companyAdmin], redirect: '/company/jobs' });
    expect(await actsOn(t, other.id)).toEqual(['employee.deactivate', 'employee.reactivate']);
  });

  it('leaves a deactivated person what else the account is', async () => {
    const { token, company } = await companyWithPeople(t);
    const driver = await makeDriver(t.services.db, { user: { roles: [roles.driver, roles.companyUser], passwordHash } });
    await t.services.db.insert(employees).values({ userId: driver.id, companyId: company.id });
    await t.callRest('PATCH', `/employees/${driver.id}`, { token, body: { active: false } });
    const answer = await login(t, driver.email);
    expect(answer.body.data).toMatchObject({ userRoles: [roles.driver], redirect: '/members' });
    const { accessToken } = answer.body.data as { accessToken: string };
    expect((await t.callRest('GET', '/jobs', { token: accessToken })).status).toBe(403);
    expect((await t.callRest('GET', '/member/profile', { token: accessToken })).status).toBe(200);
  });

  it('keeps the last company admin, regardless of the caller and of parallel requests', async () => {
    const { token, admin, user, company } = await companyWithPeople(t);
    const body = (change: object) => ({ token, body: change });
    for (const change of [{ active: false }, { role: roles.companyUser }])
      expect((await t.callRest('PATCH', `/employees/${admin.id}`, body(change))).status).toBe(409);
    const superAdmin = await t.createToken(await makeUser(t.services.db, { roles: [roles.superAdmin] }));
    expect((await t.callRest('PATCH', `/employees/${admin.id}`, { token: superAdmin, body: { active: false } })).status).toBe(
      409,
    );

    await t.callRest('PATCH', `/employees/${user.id}`, body({ role: roles.companyAdmin }));
    const third = await makeEmployee(t.services.db, company.id, { roles: [roles.companyAdmin], passwordHash });
    const all = [admin.id, user.id, third.id];
    const answers = await Promise.all(
      all.map((id, n) =>
        t.callRest('PATCH', `/employees/${id}`, {
          token: superAdmin,
          body: n % 2 ? { active: false } : { role: roles.companyUser },
        }),
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

  it('does not count locked, deactivated or invited people as another admin', async () => {
    const { token, admin, company } = await companyWithPeople(t);
    const { db } = t.services;
    await makeEmployee(db, company.id, { roles: [roles.companyAdmin], passwordHash, status: 'Locked' });
    await t.callRest('POST', '/employees', { token, body: newEmployeeInput({ invite: true, role: roles.companyAdmin }) });
    const away = await makeEmployee(db, company.id, { roles: [roles.companyAdmin], passwordHash });
    await t.callRest('PATCH', `/employees/${away.id}`, { token, body: { active: false } });
    expect((await t.callRest('PATCH', `/employees/${admin.id}`, { token, body: { active: false } })).status).toBe(409);
  });

  it('is not for company users, nor for strangers', async () => {
    const [a, b] = [await companyWithPeople(t), await companyWithPeople(t)];
    expect((await t.callRest('PATCH', `/employees/${a.admin.id}`, { token: a.userToken, body: { active: false } })).status).toBe(
      403,
    );
    for (const [method, path, body] of [
      ['PATCH', `/employees/${a.user.id}`, { active: false }],
      ['GET', `/employees/${a.user.id}`, undefined],
      ['POST', '/employees/password', { employeeId: a.user.id, password }],
      ['POST', `/employees/${a.user.id}/invite`, {}],
    ] as const)
      expect((await t.callRest(method, path, { token: b.token, ...(body ? { body } : {}) })).status, path).toBe(404);
  });
});

describe('leaving the company', () => {
  const leave = async (token: string) => (await t.createCallerWithToken(token)).employees.leave();
  const expectRefusal = (words: RegExp) => ({ cause: { code: 'conflict', message: expect.stringMatching(words) } });

  it('is done by the person: the next request has no access, and the log and an email record it', async () => {
    const { company, user, userToken, token, admin } = await companyWithPeople(t);
    const staff = await makeUser(t.services.db, { roles: [roles.admin] });
    const acting = await t.createImpersonationToken(staff, user);
    await expect(leave(acting)).rejects.toMatchObject({ cause: { code: 'impersonating' } });
    expect(await leave(userToken)).toEqual({ redirect: '/company-info' });
    expect((await t.callRest('GET', '/jobs', { token: userToken })).status).toBe(403);
    expect((await t.callRest('GET', '/user', { token: acting })).status).toBe(401);
    expect((await t.callRest('GET', '/employer', { token: userToken })).body.data).toMatchObject({ company_id: null });
    expect((await t.callRest('GET', `/employees/${user.id}`, { token })).status).toBe(404);
    expect(await emailsTo(t, user.email)).toMatchObject([
      { template: 'company_left', data: { companyName: company.companyName } },
    ]);
    const log = await (await t.createCallerFor(admin)).companies.log({ offset: 0, limit: 10 });
    expect(log.items.map(({ action }) => action)).toEqual(expect.arrayContaining(['employee.leave', 'impersonation.end']));
    await expect(leave(userToken)).rejects.toMatchObject({ cause: { code: 'conflict' } });
  });

  it('leaves a driver’s account intact and the company can be replaced: another one can be created or joined', async () => {
    const { company } = await companyWithPeople(t);
    const driver = await makeDriver(t.services.db, { user: { roles: [roles.driver, roles.companyUser], passwordHash } });
    await t.services.db.insert(employees).values({ userId: driver.id, companyId: company.id });
    const token = await t.createToken(driver);
    expect(await leave(token)).toEqual({ redirect: '/members' });
    expect((await t.callRest('GET', '/member/profile', { token })).status).toBe(200);
    expect((await t.callRest('GET', '/employer', { token })).status).toBe(403);

    const { user, userToken } = await companyWithPeople(t);
    await leave(userToken);
    const body = { company_name: 'Own Freight', size: '1-5', email: user.email, phone: '4025550100', city: 'Omaha', state: 'NE' };
    expect((await t.callRest('POST', '/companies', { token: userToken, body })).status).toBe(201);
  });

  it('takes a verified address to make the second company', async () => {
    const founder = await makeUser(t.services.db, { roles: [roles.companyUser], emailVerifiedAt: null });
    const token = await t.createToken(founder);
    const body = {
      company_name: 'First Freight',
      size: '1-5',
      email: founder.email,
      phone: '4025550100',
      city: 'Omaha',
      state: 'NE',
    };
    expect((await t.callRest('POST', '/companies', { token, body })).status).toBe(201);
    await leave(token);
    const refusal = { status: 403, body: { errors: [{ code: 'email_unverified' }] } };
    expect(await t.callRest('POST', '/companies', { token, body })).toMatchObject(refusal);
  });

  it('tells the last company admin what to do first, also when several leave in parallel', async () => {
    const { db } = t.services;
    const { company, admin, user, token, userToken } = await companyWithPeople(t);
    await expect(leave(token)).rejects.toMatchObject(expectRefusal(/someone else a company admin/));
    await t.callRest('PATCH', `/employees/${user.id}`, { token, body: { role: roles.companyAdmin } });
    const disabled = await makeJob(db, company.id, { status: 'DISABLED', autoRenew: true, nextBillingDate: daysFromNow(9) });
    const outcomes = await Promise.allSettled([leave(token), leave(userToken)]);
    expect(outcomes.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(0);
    const left = await db.select().from(employees).where(eq(employees.companyId, company.id));
    const [last] = left.map(({ userId }) => (userId === admin.id ? token : userToken));
    const job = await makeJob(db, company.id);
    if (last) await expect(leave(last)).rejects.toMatchObject(expectRefusal(/close them/));
    await db.update(jobs).set({ status: 'CLOSED' }).where(eq(jobs.id, job.id));
    if (last) await leave(last);
    expect(await db.select().from(employees).where(eq(employees.companyId, company.id))).toEqual([]);

    const staff = await t.createCallerFor(await makeUser(db, { roles: [roles.admin] }));
    await staff.jobs.enable({ id: disabled.id });
    const [enabled] = await db.select().from(jobs).where(eq(jobs.id, disabled.id));
    expect(enabled).toMatchObject({ status: 'POSTED', autoRenew: false, nextBillingDate: null });
  });
});
