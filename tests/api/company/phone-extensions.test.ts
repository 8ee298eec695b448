import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { users } from '#drizzle/schema/accounts.ts';
import { billingDetails } from '#drizzle/schema/billing.ts';
import { companies } from '#drizzle/schema/companies.ts';
import { makeDriver, makeUser } from '#server/demo/builders.ts';
import { roles } from '#shared/access/access.ts';
import { en } from '#shared/texts/en.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';
import { companyWithPeople, newEmployeeInput } from './people.ts';

/** Extensions of the office side's phone numbers (`docs/product/access.md#extensions`). */
let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

const number = '4025550143';
const withExtension = { phone: number, phone_extension: '12' };
const differs = {
  status: 422,
  body: { errors: [{ field: 'phone_extension', message: en.errors.phoneExtensionsDiffer }] },
};
const details = {
  name: 'Nora Quist',
  company_name: 'Prairie',
  street1: '1414 Harney St',
  street2: null,
  city: 'Omaha',
  state: 'NE',
};

describe('a company', () => {
  it('has the extension of its number in a field of its own, however it is written, and another company’s stays', async () => {
    const { db } = t.services;
    const { company, token } = await companyWithPeople(t);
    const other = await companyWithPeople(t);
    await db.update(companies).set({ phoneExtension: '77' }).where(eq(companies.id, other.company.id));
    const patch = (body: object) => t.callRest('PATCH', '/companies', { token, body });
    for (const phone of ['402-555-0143 ext. 12', '(402) 555-0143 x12', 'tel:+14025550143;ext=12'])
      expect((await patch({ phone })).body.data).toMatchObject(withExtension);
    expect((await t.callRest('GET', `/companies/${company.id}`, { token })).body.data).toMatchObject(withExtension);
    expect((await patch({ phone: number })).body.data).toMatchObject(withExtension);
    expect((await patch({ phone: number, phone_extension: '007' })).body.data).toMatchObject({ phone_extension: '007' });
    expect((await patch({ phone_extension: null })).body.data).toMatchObject({ phone: number, phone_extension: null });
    expect((await patch(withExtension)).body.data).toMatchObject(withExtension);
    expect((await patch({ phone: '402-555-0144' })).body.data).toMatchObject({ phone: '4025550144', phone_extension: null });
    const [row] = await db.select().from(companies).where(eq(companies.id, other.company.id));
    expect(row).toMatchObject({ phone: '4025550100', phoneExtension: '77' });
  });

  it('is refused two extensions, one that is too long, and one without a number', async () => {
    const { company, admin, token } = await companyWithPeople(t);
    const patch = (body: object) => t.callRest('PATCH', '/companies', { token, body });
    expect(await patch({ phone: '402-555-0143 x12', phone_extension: '13' })).toMatchObject(differs);
    for (const phone_extension of ['12345678', '12a'])
      expect(await patch({ phone_extension })).toMatchObject({ status: 422, body: { errors: [{ field: 'phone_extension' }] } });
    expect(await patch({ phone: null, phone_extension: '12' })).toMatchObject({
      status: 422,
      body: { errors: [{ field: 'phone_extension', message: en.errors.phoneRequired }] },
    });
    const [row] = await t.services.db.select().from(companies).where(eq(companies.id, company.id));
    expect(row).toMatchObject({ phone: company.phone, phoneExtension: null, version: 1 });
    const api = await t.createCallerFor(admin);
    expect(await api.company.update({ phone: '402-555-0143 x12' })).toMatchObject({ phone: number, phoneExtension: '12' });
    expect(await api.company.update({ phone: '' })).toMatchObject({ phone: null, phoneExtension: null });
  });

  it('and its first employer get the extension when an administrator creates them; the CSV file has a column for it', async () => {
    const token = await t.createToken(await makeUser(t.services.db, { roles: [roles.admin] }));
    const employer = { first_name: 'Ada', last_name: 'Stone', email: 'ada@extension.example', password: 'Fresh#Asphalt42' };
    const company = { company_name: 'Extension Freight', size: '6-10', email: 'ap@extension.example', billing_type: 'CONTRACT' };
    const body = {
      ...company,
      phone: '402-555-0143 x12',
      employer: { ...employer, phone: '402-555-0144', phone_extension: '9' },
    };
    expect(await t.callRest('POST', '/admin/companies', { token, body })).toMatchObject({
      status: 201,
      body: { data: withExtension },
    });
    const [account] = await t.services.db.select().from(users).where(eq(users.email, employer.email));
    expect(account).toMatchObject({ phone: '4025550144', phoneExtension: '9' });
    const conflicting = { ...employer, email: 'ida@extension.example', phone: '402-555-0144 x8', phone_extension: '9' };
    expect(await t.callRest('POST', '/admin/companies', { token, body: { ...body, employer: conflicting } })).toMatchObject({
      status: 422,
      body: { errors: [{ field: 'employer.phone_extension' }] },
    });
    const file = await t.app.inject({
      method: 'POST',
      url: '/api/1.0/companies/export',
      headers: { authorization: `Bearer ${token}` },
      payload: {},
    });
    expect(file.payload).toContain(`,${en.common.phone},${en.common.phoneExtension},`);
    expect(file.payload).toContain(`,${number},12,`);
  });
});

describe('billing details', () => {
  it('have an extension, and keep the company’s until they are saved', async () => {
    const { company, admin, token } = await companyWithPeople(t);
    const other = await companyWithPeople(t);
    await t.callRest('PATCH', '/companies', { token, body: withExtension });
    const api = await t.createCallerFor(admin);
    expect(await api.company.billingDetails()).toMatchObject({ isSaved: false, phone: number, phoneExtension: '12' });
    const input = { ...details, companyName: details.company_name, postalCode: '68102' };
    const save = (phone: object) => api.company.updateBillingDetails({ ...input, phone: number, ...phone });
    expect(await save({})).toMatchObject({ phone: number, phoneExtension: '12' });
    expect(await save({ phoneExtension: null })).toMatchObject({ phone: number, phoneExtension: null });
    expect(await save({ phone: '402-555-0143 ext 15' })).toMatchObject({ phone: number, phoneExtension: '15' });
    await expect(save({ phone: '402-555-0143 ext 15', phoneExtension: '16' })).rejects.toMatchObject({
      cause: { code: 'invalid', field: 'phoneExtension' },
    });
    const rows = await t.services.db.select().from(billingDetails).where(eq(billingDetails.companyId, company.id));
    expect(rows).toMatchObject([{ phone: number, phoneExtension: '15' }]);
    expect(await (await t.createCallerFor(other.admin)).company.billingDetails()).toMatchObject({ phoneExtension: null });
  });
});

describe('an employee', () => {
  it('gets, keeps and loses an extension, and the audit log names the field', async () => {
    const { token, user } = await companyWithPeople(t);
    const body = newEmployeeInput({ phone: '402-555-0143 x12' });
    const added = await t.callRest('POST', '/employees', { token, body });
    expect(added).toMatchObject({ status: 201, body: { data: withExtension } });
    const { id } = added.body.data as { id: string };
    const patch = (change: object) => t.callRest('PATCH', `/employees/${id}`, { token, body: change });
    expect((await patch({ first_name: 'Willa', phone: number })).body.data).toMatchObject(withExtension);
    expect(await patch({ phone: '402-555-0143 x12', phone_extension: '13' })).toMatchObject(differs);
    expect((await patch({ phone_extension: null })).body.data).toMatchObject({ phone: number, phone_extension: null });
    expect((await patch({ phone_extension: '5' })).body.data).toMatchObject({ phone_extension: '5' });
    const log = (await t.callRest('GET', '/companies/log', { token })).body.data as { action: string; detail: unknown }[];
    expect(log.filter(({ action }) => action === 'employee.update').at(0)?.detail).toEqual({ fields: ['phoneExtension'] });
    expect((await patch({ phone: '402-555-0144' })).body.data).toMatchObject({ phone: '4025550144', phone_extension: null });
    const [row] = await t.services.db.select().from(users).where(eq(users.id, user.id));
    expect(row).toMatchObject({ phoneExtension: null });
    const list = (await t.callRest('GET', '/employees', { token })).body.data as object[];
    expect(list.every((one) => 'phone_extension' in one)).toBe(true);
  });

  it('who has an account is invited with the extension that the company entered', async () => {
    const { token } = await companyWithPeople(t);
    const driver = await makeDriver(t.services.db);
    const body = newEmployeeInput({ email: driver.email, phone: '402-555-0143 x12', password: undefined, invite: true });
    expect((await t.callRest('POST', '/employees', { token, body })).body.data).toMatchObject(withExtension);
    const [row] = await t.services.db.select().from(users).where(eq(users.id, driver.id));
    expect(row).toMatchObject({ phone: driver.phone, phoneExtension: null });
  });

  it('changes it on the own account, and an administrator does', async () => {
    const { user, userToken, token } = await companyWithPeople(t);
    const own = (body: object) => t.callRest('PATCH', '/employer', { token: userToken, body });
    expect((await own({ phone: '402-555-0143 x12' })).body.data).toMatchObject(withExtension);
    expect((await own({ phone: number })).body.data).toMatchObject(withExtension);
    expect(await own({ phone: '402-555-0143 x12', phone_extension: '13' })).toMatchObject(differs);
    expect((await t.callRest('GET', '/employer', { token: userToken })).body.data).toMatchObject(withExtension);
    expect((await t.callRest('GET', `/employees/${user.id}`, { token })).body.data).toMatchObject(withExtension);
    const admin = await t.createToken(await makeUser(t.services.db, { roles: [roles.admin] }));
    const edit = (body: object) => t.callRest('PATCH', `/admin/employer/${user.id}`, { token: admin, body });
    expect((await edit({ first_name: 'Olga' })).body.data).toMatchObject(withExtension);
    expect((await edit({ phone_extension: '14' })).body.data).toMatchObject({ phone: number, phone_extension: '14' });
    expect((await edit({ phone: '402-555-0145' })).body.data).toMatchObject({ phone: '4025550145', phone_extension: null });
  });
});

describe('a driver', () => {
  it('is refused a number with an extension, and agrees to texts only for a number without one', async () => {
    const { db } = t.services;
    const driver = await makeDriver(db, { user: { phone: number } });
    const token = await t.createToken(driver);
    const refusal = { status: 422, body: { errors: [{ field: 'phone', message: en.errors.phoneExtensionNotAllowed }] } };
    expect(await t.callRest('PATCH', '/member/profile', { token, body: { phone: '402-555-0143 x12' } })).toMatchObject(refusal);
    await db.update(users).set({ phoneExtension: '12' }).where(eq(users.id, driver.id));
    const api = await t.createCallerFor(driver);
    await expect(api.messages.setTextConsent({ hasAgreed: true })).rejects.toMatchObject({ code: 'CONFLICT' });
    await t.callRest('PATCH', '/member/profile', { token, body: { phone: number } });
    expect(await api.messages.setTextConsent({ hasAgreed: true })).toMatchObject({ hasAgreed: true });
    await db.update(users).set({ phoneExtension: '12' }).where(eq(users.id, driver.id));
    expect(await api.messages.textConsent()).toMatchObject({ hasAgreed: false });
    await t.callRest('PATCH', '/member/profile', { token, body: { phone: '402-555-0149' } });
    const [row] = await db.select().from(users).where(eq(users.id, driver.id));
    expect(row).toMatchObject({ phone: '4025550149', phoneExtension: null });
  });

  it('who is an employee too keeps the extension that the account shows', async () => {
    const { db } = t.services;
    const person = await makeDriver(db, {
      user: { phone: number, phoneExtension: '12', roles: [roles.driver, roles.companyUser] },
    });
    const token = await t.createToken(person);
    await t.callRest('PATCH', '/member/profile', { token, body: { phone: number, first_name: 'Olga' } });
    const [row] = await db.select().from(users).where(eq(users.id, person.id));
    expect(row).toMatchObject({ firstName: 'Olga', phone: number, phoneExtension: '12' });
  });
});
