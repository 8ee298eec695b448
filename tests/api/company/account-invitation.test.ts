import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { users } from '#drizzle/schema/accounts.ts';
import { roles } from '#shared/access/access.ts';
import type { EmployeeRole } from '#shared/access/authority.ts';
import { en } from '#shared/texts/en.ts';
import { makeDriver, makeUser } from '#server/demo/builders.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';
import { actsOn, companyWithPeople, type Employee, login, mailsTo, newcomer, passwordHashOf } from './people.ts';
import { isTakenFor } from '#tests/helpers/spellings.ts';

/** A person with an account joins a company with it, by accepting an invitation. */
let t: TestApp;
beforeAll(async () => void (t = await startTestApp()));
afterAll(() => t.close());

const linkTo = async (email: string) =>
  (await mailsTo(t, email)).findLast(({ template }) => template === 'join_company')?.data['token'] ?? '';

/** A driver with a password, invited by a new company. */
async function invitedDriver(role: EmployeeRole = roles.companyUser) {
  const world = await companyWithPeople(t);
  const driver = await makeDriver(t.services.db, { user: { passwordHash: await passwordHashOf(), firstName: 'Delia' } });
  const body = newcomer({ email: driver.email.toUpperCase(), password: undefined, invite: true, role });
  const answer = await t.rest('POST', '/employees', { token: world.token, body });
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
    const visitor = await t.as(null);
    expect(await visitor.employees.invitation({ token: link })).toMatchObject({
      companyName: company.companyName,
      hasAccount: true,
    });
    const self = await t.as(driver);
    expect(await self.employees.accept({ token: link })).toEqual({ redirect: '/company/jobs' });
    expect(await rolesOf(driver.id)).toEqual([roles.driver, roles.companyAdmin]);
    expect((await login(t, driver.email)).body.data).toMatchObject({
      redirect: '/company/jobs',
      userRoles: [roles.driver, roles.companyAdmin],
    });
    const joined = await t.as(driver);
    expect((await joined.company.get()).id).toBe(company.id);
    expect(await joined.drivers.profile()).toBeDefined();
    const chief = await t.as(admin);
    expect(await chief.employees.invitations()).toEqual([]);
    expect(await chief.employees.get({ id: driver.id })).toMatchObject({
      active: true,
      role: roles.companyAdmin,
      invited: false,
    });
    expect(await actsOn(t, driver.id)).toEqual(['employee.invite', 'employee.join']);
    await expect(joined.employees.accept({ token: link })).rejects.toMatchObject({ cause: { code: 'gone' } });
  });

  it('is not touched and not shown before', async () => {
    const { admin, driver } = await invitedDriver();
    expect(await rolesOf(driver.id)).toEqual([roles.driver]);
    const chief = await t.as(admin);
    const [waiting, ...others] = await chief.employees.invitations();
    expect(others).toEqual([]);
    expect(waiting).toMatchObject({ id: driver.id, firstName: 'Wanda', phone: '4025550150', active: false });
    await expect(chief.employees.get({ id: driver.id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const log = await chief.companies.log({ offset: 0, limit: 10 });
    expect(JSON.stringify(log)).not.toContain('Delia');
  });

  it('is written to at the account’s own address, not at another that the database takes for it', async ({ skip }) => {
    skip(!(await isTakenFor(t, 'i', '\u0130')), 'it takes none');
    const { token } = await companyWithPeople(t);
    const driver = await makeDriver(t.services.db, { user: { email: 'iris.inman@island.example', emailVerifiedAt: null } });
    const other = 'iris.inman@\u0130sland.example';
    const body = newcomer({ email: other, password: undefined, invite: true });
    const answer = await t.rest('POST', '/employees', { token, body });
    expect(answer).toMatchObject({ status: 201, body: { data: { id: driver.id } } });
    expect(await mailsTo(t, other)).toEqual([]);
    expect(await mailsTo(t, driver.email)).toMatchObject([{ template: 'join_company' }]);
  });

  it('joins once when accepted twenty times in parallel, and only one of two companies', async () => {
    const one = await invitedDriver();
    const two = await companyWithPeople(t);
    const self = await t.as(one.driver);
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => self.employees.accept({ token: one.link })));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const body = newcomer({ email: one.driver.email, password: undefined, invite: true });
    expect(await t.rest('POST', '/employees', { token: two.token, body })).toMatchObject({
      status: 409,
      body: { errors: [{ message: en.errors.employeeElsewhere }] },
    });

    const invitation = await invitedDriver();
    const again = newcomer({ email: invitation.driver.email, password: undefined, invite: true });
    await t.rest('POST', '/employees', { token: two.token, body: again });
    const links = [invitation.link, await linkTo(again.email)];
    const both = await t.as(invitation.driver);
    const results = await Promise.allSettled(links.map((token) => both.employees.accept({ token })));
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });
});

describe('the link', () => {
  it('belongs to its owner only', async () => {
    const { driver, link } = await invitedDriver();
    const other = await t.as(await makeDriver(t.services.db));
    await expect(other.employees.accept({ token: link })).rejects.toMatchObject({ cause: { code: 'forbidden' } });
    const visitor = await t.as(null);
    await expect(visitor.employees.join({ token: link, password: 'Fresh#Asphalt42' })).rejects.toMatchObject({
      cause: { code: 'gone' },
    });
    expect(await rolesOf(driver.id)).toEqual([roles.driver]);
  });

  it('ends with a newer one, when it is withdrawn, after seven days, and with a change of address', async () => {
    const { db } = t.services;
    const { admin, driver, link } = await invitedDriver();
    const chief = await t.as(admin);
    const self = await t.as(driver);
    const expectDead = (token: string) =>
      expect(self.employees.accept({ token })).rejects.toMatchObject({ cause: { code: 'gone' } });
    const [{ email } = { email: '' }] = await chief.employees.invitations();
    await chief.employees.inviteAgain({ id: driver.id });
    await expectDead(link);
    const second = await linkTo(email);
    await db.execute(sql`update company_invitations set expires_at = now() - interval '1 second' where user_id = ${driver.id}`);
    await expectDead(second);
    expect(await chief.employees.invitations()).toMatchObject([{ id: driver.id, isOver: true }]);
    await chief.employees.inviteAgain({ id: driver.id });
    expect(await chief.employees.invitations()).toMatchObject([{ id: driver.id, isOver: false }]);
    const third = await linkTo(email);
    await db
      .update(users)
      .set({ email: `moved-${driver.id}@drivers.example` })
      .where(eq(users.id, driver.id));
    await expectDead(third);
    await db.update(users).set({ email: driver.email }).where(eq(users.id, driver.id));
    const { admin: stranger } = await companyWithPeople(t);
    await expect((await t.as(stranger)).employees.withdraw({ id: driver.id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await chief.employees.withdraw({ id: driver.id });
    await expectDead(third);
    await expectDead('unknown');
    expect(await actsOn(t, driver.id)).toEqual(['employee.invite', 'employee.invite', 'employee.invite', 'invitation.withdraw']);
  });

  it('is not sent to who runs the product, and not instead of a password', async () => {
    const { token } = await companyWithPeople(t);
    const staff = await makeUser(t.services.db, { roles: [roles.newsAdmin] });
    const driver = await makeDriver(t.services.db);
    for (const [body, message] of [
      [newcomer({ email: staff.email, password: undefined, invite: true }), en.errors.employeeElsewhere],
      [newcomer({ email: driver.email }), en.errors.employeeHasAccount],
    ] as const)
      expect(await t.rest('POST', '/employees', { token, body })).toMatchObject({ status: 409, body: { errors: [{ message }] } });
  });
});
