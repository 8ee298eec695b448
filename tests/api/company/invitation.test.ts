import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';
import { actsOn, companyWithPeople, login, emailsTo, newEmployeeInput, type Employee, password } from './people.ts';

/** A person is invited by email to choose the first password. */
let t: TestApp;
beforeAll(async () => void (t = await startTestApp()));
afterAll(() => t.close());

describe('an invitation', () => {
  const tokenOf = async (email: string) =>
    (await emailsTo(t, email)).findLast(({ template }) => template === 'join_company')?.data['token'];

  it('lets the person choose a password, once', async () => {
    const { token, company } = await companyWithPeople(t);
    const body = newEmployeeInput({ password: undefined, invite: true });
    const answer = await t.callRest('POST', '/employees', { token, body });
    expect(answer).toMatchObject({ status: 201, body: { data: { invited: true } } });
    const { id } = answer.body.data as Employee;
    expect((await login(t, body.email, 'Anything#2026')).status).toBe(401);
    const link = (await tokenOf(body.email))!;
    const visitor = await t.createCallerFor(null);
    expect(await visitor.employees.invitation({ token: link })).toEqual({
      email: body.email,
      firstName: 'Wanda',
      companyName: company.companyName,
      hasAccount: false,
    });
    await expect(visitor.employees.join({ token: link, password: 'Password1!' })).rejects.toMatchObject({
      cause: { field: 'password' },
    });
    expect(await visitor.employees.join({ token: link, password })).toEqual({ email: body.email });
    const { accessToken } = (await login(t, body.email)).body.data as { accessToken: string };
    expect((await t.callRest('GET', '/employer', { token: accessToken })).body.data).toMatchObject({ email_verified: true });
    expect((await login(t, body.email)).body.data).toMatchObject({ mustChangePassword: false, redirect: '/company/jobs' });
    const again = { token: link, password };
    await expect(visitor.employees.join(again)).rejects.toMatchObject({ cause: { code: 'gone' } });
    await expect(visitor.employees.invitation({ token: link })).rejects.toMatchObject({ cause: { code: 'gone' } });
    expect((await t.callRest('POST', `/employees/${id}/invite`, { token })).status).toBe(409);
    expect(await actsOn(t, id)).toEqual(['employee.add', 'employee.join']);
  });

  it('is taken once by twenty at a time', async () => {
    const { token } = await companyWithPeople(t);
    const body = newEmployeeInput({ password: undefined, invite: true });
    await t.callRest('POST', '/employees', { token, body });
    const link = (await tokenOf(body.email))!;
    const visitor = await t.createCallerFor(null);
    const outcomes = await Promise.allSettled(
      Array.from({ length: 20 }, () => visitor.employees.join({ token: link, password })),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('is void after a newer one, after a password was set, after deactivation and after seven days', async () => {
    const { token } = await companyWithPeople(t);
    const { db } = t.services;
    const visitor = await t.createCallerFor(null);
    const invite = async () => {
      const body = newEmployeeInput({ password: undefined, invite: true });
      const { id } = (await t.callRest('POST', '/employees', { token, body })).body.data as Employee;
      return { id, email: body.email, link: (await tokenOf(body.email))! };
    };
    const expectExpired = (link: string) =>
      expect(visitor.employees.join({ token: link, password })).rejects.toMatchObject({ cause: { code: 'gone' } });

    const first = await invite();
    expect((await t.callRest('POST', `/employees/${first.id}/invite`, { token })).status).toBe(200);
    await expectExpired(first.link);
    expect(await visitor.employees.join({ token: (await tokenOf(first.email))!, password })).toEqual({ email: first.email });

    const second = await invite();
    await t.callRest('POST', '/employees/password', { token, body: { employeeId: second.id, password } });
    await expectExpired(second.link);

    const third = await invite();
    await t.callRest('PATCH', `/employees/${third.id}`, { token, body: { active: false } });
    await expectExpired(third.link);
    expect((await t.callRest('POST', `/employees/${third.id}/invite`, { token })).status).toBe(409);

    const fourth = await invite();
    await db.execute(sql`update proofs set expires_at = to_timestamp(0) where user_id = ${fourth.id}`);
    await expectExpired(fourth.link);
    await expectExpired('unknown');
  });
});
