import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { users } from '#drizzle/schema/accounts.ts';
import { makeDriver, makeUser } from '#server/demo/builders.ts';
import { roles } from '#shared/access/access.ts';
import type { EmployeeRole } from '#shared/access/authority.ts';
import { en } from '#shared/texts/en.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';
import { isSameAddress } from '#tests/helpers/spellings.ts';
import { actsOn, companyWithPeople, type Employee, login, emailsTo, newEmployeeInput, passwordHashOf } from './people.ts';

/** A person with an account joins a company with it, by accepting an invitation. */
let t: TestApp;
beforeAll(async () => void (t = await startTestApp()));
afterAll(() => t.close());

const linkTo = async (email: string) =>
  (await emailsTo(t, email)).findLast(({ template }) => template === 'join_company')?.data['token'] ?? '';

/** A driver with a password, invited by a new company. */
async function invitedDriver(role: EmployeeRole = roles.companyUser) {
  const world = await companyWithPeople(t);
  const driver = await makeDriver(t.services.db, { user: { passwordHash: await passwordHashOf(), firstName: 'Delia' } });
  const body = newEmployeeInput({ email: driver.email.toUpperCase(), password: undefined, invite: true, role });
  const answer = await t.callRest('POST', '/employees', { token: world.token, body });
  return { ...world, driver, answer, link: await linkTo(answer.body.data ? (answer.body.data as Employee).email : '') };
}

const rolesOf = async (id: string) => {
  const [row] = await t.services.db.select({ roles: users.roles }).from(users).where(eq(users.id, id));
  return row?.roles;
};

describe('a driver who is invited to a company', () => {
  it('joins with the account that they have, which stays a driver’s', async () => {
    const { company, admin, driver, answer, link } = await invitedDriver(roles.companyAdmin);
    expect(answer).toMatchObject({ status: 201, body: { data: { id: driver.id, invited: true, active: false } } });
    const visitor = await t.createCallerFor(null);
    expect(await visitor.employees.invitation({ token: link })).toMatchObject({
      companyName: company.companyName,
      hasAccount: true,
    });
    const self = await t.createCallerFor(driver);
    expect(await self.employees.accept({ token: link })).toEqual({ redirect: '/company/jobs' });
    expect(await rolesOf(driver.id)).toEqual([roles.driver, roles.companyAdmin]);
    expect((await login(t, driver.email)).body.data).toMatchObject({
      redirect: '/company/jobs',
      userRoles: [roles.driver, roles.companyAdmin],
    });
    const joined = await t.createCallerFor(driver);
    expect((await joined.company.get()).id).toBe(company.id);
    expect(await joined.drivers.profile()).toMatchObject({
      street1: driver.profile.street1,
      cdlStatus: driver.profile.cdlStatus,
    });
    const companyAdmin = await t.createCallerFor(admin);
    expect(await companyAdmin.employees.invitations()).toEqual([]);
    expect(await companyAdmin.employees.get({ id: driver.id })).toMatchObject({
      active: true,
      role: roles.companyAdmin,
      invited: false,
    });
    expect(await actsOn(t, driver.id)).toEqual(['employee.invite', 'employee.join']);
    expect(await emailsTo(t, admin.email)).toMatchObject([{ template: 'admin_added', data: { email: driver.email } }]);
    await expect(joined.employees.accept({ token: link })).rejects.toMatchObject({ cause: { code: 'gone' } });
  });

  it('is not touched and not shown before', async () => {
    const { admin, driver } = await invitedDriver();
    expect(await rolesOf(driver.id)).toEqual([roles.driver]);
    const companyAdmin = await t.createCallerFor(admin);
    const [waiting, ...others] = await companyAdmin.employees.invitations();
    expect(others).toEqual([]);
    expect(waiting).toMatchObject({ id: driver.id, firstName: 'Wanda', phone: '4025550150', active: false });
    await expect(companyAdmin.employees.get({ id: driver.id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const log = await companyAdmin.companies.log({ offset: 0, limit: 10 });
    expect(JSON.stringify(log)).not.toContain('Delia');
  });

  it('is written to at the account’s own address, not at another that the database takes for it', async ({ skip }) => {
    skip(!(await isSameAddress(t, 'i', '\u0130')), 'it takes none');
    const { token } = await companyWithPeople(t);
    const driver = await makeDriver(t.services.db, { user: { email: 'iris.inman@island.example', emailVerifiedAt: null } });
    const other = '\u0130ris.inman@island.example';
    const body = newEmployeeInput({ email: other, password: undefined, invite: true });
    const answer = await t.callRest('POST', '/employees', { token, body });
    expect(answer).toMatchObject({ status: 201, body: { data: { id: driver.id } } });
    expect(await emailsTo(t, other)).toEqual([]);
    expect(await emailsTo(t, driver.email)).toMatchObject([{ template: 'join_company' }]);
  });

  it('joins once when accepted twenty times in parallel, and only one of two companies', async () => {
    const one = await invitedDriver();
    const two = await companyWithPeople(t);
    const self = await t.createCallerFor(one.driver);
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => self.employees.accept({ token: one.link })));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const body = newEmployeeInput({ email: one.driver.email, password: undefined, invite: true });
    expect(await t.callRest('POST', '/employees', { token: two.token, body })).toMatchObject({
      status: 409,
      body: { errors: [{ message: en.errors.employeeElsewhere }] },
    });

    const invitation = await invitedDriver();
    const again = newEmployeeInput({ email: invitation.driver.email, password: undefined, invite: true });
    await t.callRest('POST', '/employees', { token: two.token, body: again });
    const links = [invitation.link, await linkTo(again.email)];
    const both = await t.createCallerFor(invitation.driver);
    const results = await Promise.allSettled(links.map((token) => both.employees.accept({ token })));
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });
});

describe('the link', () => {
  it('belongs to its owner only', async () => {
    const { driver, link } = await invitedDriver();
    const other = await t.createCallerFor(await makeDriver(t.services.db));
    await expect(other.employees.accept({ token: link })).rejects.toMatchObject({ cause: { code: 'forbidden' } });
    const visitor = await t.createCallerFor(null);
    await expect(visitor.employees.join({ token: link, password: 'Fresh#Asphalt42' })).rejects.toMatchObject({
      cause: { code: 'gone' },
    });
    expect(await rolesOf(driver.id)).toEqual([roles.driver]);
  });

  it('ends with a newer one, when it is withdrawn, after seven days, and with a change of address', async () => {
    const { db } = t.services;
    const { admin, driver, link } = await invitedDriver();
    const companyAdmin = await t.createCallerFor(admin);
    const self = await t.createCallerFor(driver);
    const expectExpired = (token: string) =>
      expect(self.employees.accept({ token })).rejects.toMatchObject({ cause: { code: 'gone' } });
    const [{ email } = { email: '' }] = await companyAdmin.employees.invitations();
    await companyAdmin.employees.inviteAgain({ id: driver.id });
    await expectExpired(link);
    const second = await linkTo(email);
    await db.execute(sql`update company_invitations set expires_at = to_timestamp(0) where user_id = ${driver.id}`);
    await expectExpired(second);
    expect(await companyAdmin.employees.invitations()).toMatchObject([{ id: driver.id, isOver: true }]);
    await companyAdmin.employees.inviteAgain({ id: driver.id });
    expect(await companyAdmin.employees.invitations()).toMatchObject([{ id: driver.id, isOver: false }]);
    const third = await linkTo(email);
    await db
      .update(users)
      .set({ email: `moved-${driver.id}@drivers.example` })
      .where(eq(users.id, driver.id));
    await expectExpired(third);
    await db.update(users).set({ email: driver.email }).where(eq(users.id, driver.id));
    const { admin: stranger } = await companyWithPeople(t);
    await expect((await t.createCallerFor(stranger)).employees.withdraw({ id: driver.id })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    await companyAdmin.employees.withdraw({ id: driver.id });
    await expectExpired(third);
    await expectExpired('unknown');
    expect(await actsOn(t, driver.id)).toEqual(['employee.invite', 'employee.invite', 'employee.invite', 'invitation.withdraw']);
  });

  it('is not sent to who runs the product, and not instead of a password', async () => {
    const { token } = await companyWithPeople(t);
    const staff = await makeUser(t.services.db, { roles: [roles.newsAdmin] });
    const driver = await makeDriver(t.services.db);
    for (const [body, message] of [
      [newEmployeeInput({ email: staff.email, password: undefined, invite: true }), en.errors.employeeElsewhere],
      [newEmployeeInput({ email: driver.email }), en.errors.employeeHasAccount],
    ] as const)
      expect(await t.callRest('POST', '/employees', { token, body })).toMatchObject({
        status: 409,
        body: { errors: [{ message }] },
      });
  });
});
