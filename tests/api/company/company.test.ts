import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditLog, users } from '#drizzle/schema/accounts.ts';
import { newId } from '#drizzle/schema/columns.ts';
import { companies } from '#drizzle/schema/companies.ts';
import { media } from '#drizzle/schema/media.ts';
import { makeCompany, makeEmployee, makeUser } from '#server/demo/builders.ts';
import { roles } from '#shared/access/access.ts';
import { en } from '#shared/texts/en.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

const employer = () => makeUser(t.services.db, { roles: [roles.companyUser] });
const admin = () => makeUser(t.services.db, { roles: [roles.admin] });
const info = {
  companyName: 'Lone Star Haulers',
  size: '11-20' as const,
  email: 'billing@lonestar.example',
  phone: '(214)555-0134',
};
const address = { street1: '1200 Main St', city: 'Dallas', state: 'TX', postalCode: '75201' };

async function twoCompanies() {
  const { db } = t.services;
  const [a, b] = [await makeCompany(db), await makeCompany(db, { companyName: 'Other Lines' })];
  return { a, b, adminOfA: await makeEmployee(db, a.id), adminOfB: await makeEmployee(db, b.id) };
}

describe('an employer creates a company', () => {
  it('which is active, self-service, paid by card and theirs', async () => {
    const user = await employer();
    const company = await (await t.createCallerFor(user)).company.create({ ...info, ...address });
    expect(company).toMatchObject({
      companyName: 'Lone Star Haulers',
      status: 'Active',
      type: 2,
      billingType: 'card',
      phone: '2145550134',
      employerId: user.id,
      city: 'Dallas',
      coordinates: { latitude: 32.7904, longitude: -96.8044 },
      logo: '',
      emailVerified: false,
      blockedUsers: [],
    });
    const [row] = await t.services.db.select({ roles: users.roles }).from(users).where(eq(users.id, user.id));
    expect(row?.roles).toEqual([roles.companyAdmin]);
    const own = await (await t.createCallerFor(user)).company.get();
    expect(own.id).toBe(company.id);
    const log = await t.services.db.select().from(auditLog).where(eq(auditLog.companyId, company.id));
    expect(log).toMatchObject([{ action: 'company.create', actorId: user.id }]);
  });

  it('by the contract’s payload, whose street1 is the whole address', async () => {
    const create = async (street1: string) => {
      const token = await t.createToken(await employer());
      const body = { company_name: 'Payload Lines', email: 'ap@payload.example', billing_type: 'CELERO', type: 2, logo: '' };
      return t.callRest('POST', '/companies', { token, body: { ...body, street1, phone: '(214)555-0134' } });
    };
    for (const line of ['1200 Main St, Dallas, TX 75201, USA', '1200 Main St, Dallas, TX']) {
      const place = { street1: '1200 Main St', city: 'Dallas', state: 'TX', country: 'US' };
      expect(await create(line)).toMatchObject({ status: 201, body: { data: place } });
    }
    for (const [line, message] of [
      ['1200 Main St', en.errors.addressTooVague],
      ['1200 Main St, Nowhereville, TX', en.errors.addressTooVague],
      ['290 Bremner Blvd, Toronto, ON, Canada', en.errors.addressNotUs],
    ] as const)
      expect(await create(line)).toMatchObject({ status: 422, body: { errors: [{ field: 'street1', message }] } });
  });

  it('once, whatever happens at the same time', async () => {
    const api = await t.createCallerFor(await employer());
    const outcomes = await Promise.allSettled(Array.from({ length: 5 }, () => api.company.create(info)));
    expect(outcomes.filter((one) => one.status === 'fulfilled')).toHaveLength(1);
    const refusal = outcomes.find((one) => one.status === 'rejected');
    expect(refusal?.reason).toMatchObject({ code: 'CONFLICT' });
    const created = await t.services.db
      .select({ id: companies.id })
      .from(companies)
      .where(eq(companies.companyName, 'Lone Star Haulers'));
    expect(created.length).toBeLessThanOrEqual(2);
  });

  it('without terms and types that only an admin gives', async () => {
    const api = await t.createCallerFor(await employer());
    await expect(api.company.create({ ...info, billingType: 'invoice' })).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(api.company.create({ ...info, type: 1 })).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });

  it.each([
    [{ state: 'ON', city: 'Toronto' }, en.errors.addressNotUs],
    [{ country: 'Canada', city: 'Dallas', state: 'TX' }, en.errors.addressNotUs],
    [{ city: 'Nowhereville', state: 'TX' }, en.errors.addressTooVague],
    [{ city: 'Dallas' }, en.errors.addressTooVague],
    [{ postalCode: '00000' }, en.errors.addressTooVague],
    [{ ...address, state: 'CA' }, expect.stringContaining('not in California')],
  ])('not at %j', async (place, message) => {
    const token = await t.createToken(await employer());
    const answer = await t.callRest('POST', '/companies', { token, body: { ...info, ...place } });
    expect(answer).toMatchObject({ status: 422, body: { message } });
  });

  it.each(['US', 'USA', 'u.s.', 'EUA', 'EE. UU.'])('at an address of the country %s', async (country) => {
    const api = await t.createCallerFor(await employer());
    expect(await api.company.create({ ...info, postalCode: '68102', country })).toMatchObject({
      city: 'Omaha',
      state: 'NE',
      country: 'US',
    });
  });
});

describe('an admin creates a company', () => {
  it('that is enterprise and inactive, without people', async () => {
    const api = await t.createCallerFor(await admin());
    const company = await api.company.create({ ...info, billingType: 'invoice' });
    expect(company).toMatchObject({ status: 'Inactive', type: 1, billingType: 'invoice', employerId: null });
    expect((await api.company.employees({ companyId: company.id })).items).toEqual([]);
    expect(await api.company.setStatus({ companyId: company.id, status: 'Active' })).toMatchObject({ status: 'Active' });
  });
});

describe('a company changes', () => {
  it('by its admin, field by field', async () => {
    const { a, adminOfA } = await twoCompanies();
    const token = await t.createToken(adminOfA);
    const answer = await t.callRest('PATCH', '/companies', {
      token,
      body: { company_name: 'Prairie Freight Inc', phone: null, unknown: 1 },
    });
    expect(answer).toMatchObject({
      status: 200,
      body: { data: { id: a.id, company_name: 'Prairie Freight Inc', phone: null, city: 'Omaha' } },
    });
  });

  it('with a new place when the address does', async () => {
    const { a, adminOfA } = await twoCompanies();
    const api = await t.createCallerFor(adminOfA);
    expect(await api.company.update({ companyId: a.id, postalCode: '75201' })).toMatchObject({
      city: 'Dallas',
      state: 'TX',
      latitude: 32.7904,
    });
    expect(await api.company.update({ street1: null, city: 'Chicago', state: 'Illinois', postalCode: null })).toMatchObject({
      street1: null,
      state: 'IL',
      postalCode: null,
    });
    await expect(api.company.update({ state: 'ON' })).rejects.toThrow('errors.addressNotUs');
  });

  it.each([{ billingType: 'invoice' as const }, { type: 1 as const }, { salesRef: 'S-1' }, { status: 'Cancelled' as const }])(
    'in %j only by administrators',
    async (change) => {
      const { a, adminOfA } = await twoCompanies();
      await expect((await t.createCallerFor(adminOfA)).company.update(change)).rejects.toMatchObject({ code: 'FORBIDDEN' });
      expect(await (await t.createCallerFor(await admin())).company.update({ companyId: a.id, ...change })).toMatchObject(change);
    },
  );

  it('when a legacy client sends it back unchanged', async () => {
    const { adminOfA } = await twoCompanies();
    const token = await t.createToken(adminOfA);
    const { body } = await t.callRest('GET', `/companies/${await idOf(token)}`, { token });
    const answer = await t.callRest('PATCH', '/companies', { token, body: body.data });
    expect(answer).toMatchObject({ status: 200, body: { data: { company_name: 'Prairie Freight', billing_type: 'CELERO' } } });
  });

  it('its logo only to one of its own', async () => {
    const { a, adminOfA, adminOfB } = await twoCompanies();
    const logo = { kind: 'logo' as const, mime: 'image/webp', bytes: 10, ownerId: adminOfA.id, companyId: a.id };
    const name = `logo-of-${a.id}.webp`;
    await t.services.db.insert(media).values({ ...logo, name });
    await expect((await t.createCallerFor(adminOfB)).company.update({ logo: name })).rejects.toMatchObject({
      code: 'UNPROCESSABLE_CONTENT',
    });
    expect(await (await t.createCallerFor(adminOfA)).company.update({ logo: name })).toMatchObject({
      logo: name,
      logoUrl: `/media/${name}`,
    });
    expect(await (await t.createCallerFor(adminOfA)).company.update({ logo: '' })).toMatchObject({ logo: '', logoUrl: '' });
  });

  it('not by its users, who read it', async () => {
    const { a } = await twoCompanies();
    const api = await t.createCallerFor(await makeEmployee(t.services.db, a.id, { roles: [roles.companyUser] }));
    expect(await api.company.get()).toMatchObject({ id: a.id });
    await expect(api.company.update({ companyName: 'Mine' })).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });

  it('also when it is cancelled: its settings stay in reach', async () => {
    const company = await makeCompany(t.services.db, { status: 'Cancelled' });
    const api = await t.createCallerFor(await makeEmployee(t.services.db, company.id));
    expect(await api.company.get()).toMatchObject({ status: 'Cancelled' });
    expect(await api.company.update({ size: '1-5' })).toMatchObject({ size: '1-5' });
    await expect(api.company.tags()).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });
});

async function idOf(token: string): Promise<string> {
  const { body } = await t.callRest('PATCH', '/companies', { token, body: {} });
  return (body.data as { id: string }).id;
}

describe("another company's things are not there", () => {
  it('whatever is asked of them', async () => {
    const { b, adminOfA, adminOfB } = await twoCompanies();
    const tag = await (await t.createCallerFor(adminOfB)).company.createTag({ text: 'Call back' });
    const token = await t.createToken(adminOfA);
    const calls = [
      t.callRest('GET', `/companies/${b.id}`, { token }),
      t.callRest('PATCH', `/companies/${b.id}`, { token, body: { company_name: 'Taken' } }),
      t.callRest('GET', `/companies/${b.id}/employers`, { token }),
      t.callRest('GET', `/admin/companies/${b.id}/employers`, { token }),
      t.callRest('DELETE', `/companies/tag/${tag.id}`, { token }),
      t.callRest('GET', '/companies/not-an-id', { token }),
    ];
    for (const answer of await Promise.all(calls))
      expect(answer).toMatchObject({ status: 404, body: { errors: [{ code: 'not_found' }] } });
    expect(await (await t.createCallerFor(adminOfB)).company.get()).toMatchObject({ companyName: 'Other Lines' });
  });

  it('but administrators and internal users see them', async () => {
    const { b } = await twoCompanies();
    const reader = await t.createCallerFor(await makeUser(t.services.db, { roles: [roles.internalUser] }));
    expect(await reader.company.get({ companyId: b.id })).toMatchObject({ id: b.id });
    await expect(reader.company.update({ companyId: b.id, companyName: 'Taken' })).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });
});

describe('tags', () => {
  it('are words of one company, once each', async () => {
    const { adminOfA, adminOfB } = await twoCompanies();
    const [api, other] = [await t.createCallerFor(adminOfA), await t.createCallerFor(adminOfB)];
    const second = await api.company.createTag({ text: ' Second choice ' });
    const call = await api.company.createTag({ text: 'call back' });
    await other.company.createTag({ text: 'Call back' });
    await expect(api.company.createTag({ text: 'CALL BACK' })).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await api.company.tags()).toEqual([call, { id: second.id, text: 'Second choice' }]);
    expect(await api.company.deleteTag({ id: call.id })).toEqual({ id: call.id });
    await expect(api.company.deleteTag({ id: call.id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('are suggested to staff for the company they name, and not to other companies', async () => {
    const { a, b, adminOfA, adminOfB } = await twoCompanies();
    const otherCompanyTag = await (await t.createCallerFor(adminOfB)).company.createTag({ text: 'Call back' });
    await (await t.createCallerFor(adminOfA)).company.createTag({ text: 'Night shift' });
    for (const role of [roles.superAdmin, roles.admin, roles.internalUser]) {
      const staff = await t.createCallerFor(await makeUser(t.services.db, { roles: [role] }));
      expect(await staff.company.tags({ companyId: b.id })).toEqual([otherCompanyTag]);
      await expect(staff.company.tags()).rejects.toMatchObject({ code: 'NOT_FOUND' });
      await expect(staff.company.tags({ companyId: newId() })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    }
    const employee = await t.createCallerFor(adminOfA);
    await expect(employee.company.tags({ companyId: b.id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await employee.company.tags({ companyId: a.id })).toEqual(await employee.company.tags());
  });
});

describe('employees', () => {
  it('are listed newest first, a page at a time', async () => {
    const { a, adminOfA } = await twoCompanies();
    const locked = await makeEmployee(t.services.db, a.id, { status: 'Locked', roles: [roles.companyUser] });
    const token = await t.createToken(adminOfA);
    const answer = await t.callRest('GET', '/employees?limit=1', { token });
    expect(answer.body.pagination).toEqual({ offset: 0, limit: 1, total: 2 });
    expect(answer.body.data).toMatchObject([
      { id: locked.id, company_id: a.id, blocked: true, active: true, first_name: 'Dana' },
    ]);
    expect((await t.callRest('GET', '/employees?limit=101', { token })).status).toBe(422);
    expect(await (await t.createCallerFor(adminOfA)).company.get()).toMatchObject({ blockedUsers: [locked.id] });
  });
});
