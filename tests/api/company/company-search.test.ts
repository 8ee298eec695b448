// @engine both
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeCompany, makeEmployee, makeJob, makeUser } from '#server/demo/builders.ts';
import { roles } from '#shared/access/access.ts';
import { type Caller, startTestApp, type TestApp } from '#tests/helpers/app.ts';

let t: TestApp;
let api: Caller;
let token: string;

const day = (text: string) => new Date(`${text}T12:00:00Z`);

beforeAll(async () => {
  t = await startTestApp();
  const { db } = t.services;
  await makeCompany(db, {
    companyName: 'Alpha Lines',
    type: 1,
    billingType: 'invoice',
    status: 'Active',
    phone: '2145550101',
    createdAt: day('2026-01-10'),
  });
  const bravo = await makeCompany(db, {
    companyName: 'bravo Freight',
    status: 'Inactive',
    phone: null,
    createdAt: day('2026-02-10'),
  });
  await makeCompany(db, { companyName: '100% Haul_ers', status: 'Cancelled', phone: '4025550199', createdAt: day('2026-03-10') });
  await makeJob(db, bravo.id);
  await makeJob(db, bravo.id, { status: 'CLOSED' });
  await makeJob(db, bravo.id, { status: 'POSTED' });
  const admin = await makeUser(db, { roles: [roles.admin] });
  api = await t.createCallerFor(admin);
  token = await t.createToken(admin);
});
afterAll(() => t.close());

type Search = Parameters<Caller['company']['search']>[0];
const names = async (search: Search) => (await api.company.search(search)).items.map((company) => company.companyName);
const by = (field: string, operator: string, value: unknown) =>
  names({
    filters: { and: [{ field, operator, value: value as string }] },
    orders: [{ field: 'company_name', direction: 'asc' }],
  });
const [haulers, alpha, bravo] = ['100% Haul_ers', 'Alpha Lines', 'bravo Freight'];

describe('the company list', () => {
  it('is newest first, fifty to a page, with its jobs counted', async () => {
    const { items, pagination } = await api.company.search({});
    expect(pagination).toEqual({ offset: 0, limit: 50, total: 3 });
    expect(items.map((company) => company.companyName)).toEqual([haulers, bravo, alpha]);
    expect(items.map(({ totalJobs, totalActiveJobs }) => [totalJobs, totalActiveJobs])).toEqual([
      [0, 0],
      [3, 2],
      [0, 0],
    ]);
  });

  it('speaks the wire of legacy clients', async () => {
    const body = {
      filters: { and: [{ field: 'company_name', operator: 'ilike', value: 'ALPHA' }] },
      orders: [{ field: 'created_at', direction: 'desc' }],
      statistics: true,
    };
    const answer = await t.callRest('POST', '/companies/search?offset=0&limit=50', { token, body });
    expect(answer.body.pagination.total).toBe(1);
    expect(answer.body.data).toMatchObject([
      {
        company_name: alpha,
        type: 1,
        billing_type: 'CONTRACT',
        phone: '2145550101',
        status: 'Active',
        total_jobs: 0,
        total_active_jobs: 0,
      },
    ]);
  });

  it.each<[string, string, unknown, string[]]>([
    ['company_name', 'ilike', 'A', [haulers, alpha, bravo]],
    ['company_name', 'ilike', '', [haulers, alpha, bravo]],
    ['company_name', 'ilike', '%', [haulers]],
    ['company_name', 'ilike', 'l_e', [haulers]],
    ['company_name', 'not_ilike', 'alpha', [haulers, bravo]],
    ['company_name', 'equals', 'ALPHA LINES', [alpha]],
    ['company_name', 'in', ['alpha lines', 'Bravo Freight'], [alpha, bravo]],
    ['type', 'equals', 1, [alpha]],
    ['type', 'equals', '2', [haulers, bravo]],
    ['type', 'in', [1, 2], [haulers, alpha, bravo]],
    ['billing_type', 'equals', 'invoice', [alpha]],
    ['billing_type', 'in', ['card'], [haulers, bravo]],
    ['status', 'equals', 'Inactive', [bravo]],
    ['status', 'in', ['Active', 'Cancelled'], [haulers, alpha]],
    ['created_at', 'between', ['2026-01-15', '2026-03-01'], [bravo]],
    ['created_at', 'between', ['2026-02-01', null], [haulers, bravo]],
    ['created_at', 'between', ['', '2026-02-01'], [alpha]],
    ['created_at', 'greater_than', '2026-02-10T12:00:00Z', [haulers]],
    ['created_at', 'less_than', '2026-02-10T12:00:00Z', [alpha]],
    ['created_at', 'equals', '2026-02-10T12:00:00Z', [bravo]],
    ['created_at', 'in', ['2026-02-10T12:00:00Z'], [bravo]],
    ['phone', 'ilike', '555', [haulers, alpha]],
    ['phone', 'not_ilike', '214', [haulers, bravo]],
    ['phone', 'equals', '2145550101', [alpha]],
    ['phone', 'equals', null, [bravo]],
    ['phone', 'in', ['4025550199'], [haulers]],
  ])('filtered by %s %s %j', async (field, operator, value, expected) => {
    expect(await by(field, operator, value)).toEqual(expected);
  });

  it.each<[string, string, unknown]>([
    ['sales_ref', 'equals', 'x'],
    ['constructor', 'equals', 'x'],
    ['type', 'ilike', '1'],
    ['type', 'equals', 3],
    ['status', 'equals', 'active'],
    ['status', 'greater_than', 'Active'],
    ['company_name', 'between', ['a', 'b']],
    ['created_at', 'between', ['2026-01-15']],
    ['created_at', 'equals', 'yesterday'],
    ['phone', 'like', '1'],
  ])('refuses %s %s %j by name', async (field, operator, value) => {
    await expect(by(field, operator, value)).rejects.toMatchObject({ code: 'UNPROCESSABLE_CONTENT', cause: { field } });
  });

  it('mixes and, or and nesting', async () => {
    const isAlpha = { field: 'company_name', operator: 'equals', value: alpha };
    const isInactive = { field: 'status', operator: 'equals', value: 'Inactive' };
    const hasPhone = { field: 'phone', operator: 'ilike', value: '214' };
    expect(await names({ filters: { or: [isInactive, { and: [isAlpha, hasPhone] }] } })).toEqual([bravo, alpha]);
    expect(await names({ filters: [isInactive, hasPhone] })).toEqual([]);
  });

  it('is sorted as asked and never repeats a row over pages', async () => {
    expect(await names({ orders: [{ field: 'company_name', direction: 'desc' }] })).toEqual([bravo, alpha, haulers]);
    expect(await names({ orders: [{ field: 'phone', direction: 'asc' }] })).toEqual([alpha, haulers, bravo]);
    const pages = await Promise.all(
      [0, 1, 2, 3].map((offset) => names({ orders: [{ field: 'billing_type', direction: 'asc' }], offset, limit: 1 })),
    );
    expect(pages.flat().toSorted()).toEqual([haulers, alpha, bravo].toSorted());
    expect(await names({ orders: [{ field: 'total_active_jobs', direction: 'desc' }], limit: 1 })).toEqual([bravo]);
    expect(await names({ orders: [{ field: 'total_jobs', direction: 'asc' }], offset: 2 })).toEqual([bravo]);
    await expect(names({ orders: [{ field: 'sales_ref', direction: 'asc' }] })).rejects.toMatchObject({
      code: 'UNPROCESSABLE_CONTENT',
    });
    await expect(names({ limit: 101 })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });

  it('is for administrators', async () => {
    const company = await makeCompany(t.services.db);
    const users = [await makeEmployee(t.services.db, company.id), await makeUser(t.services.db, { roles: [roles.internalUser] })];
    for (const user of users) {
      expect((await t.callRest('POST', '/companies/search', { token: await t.createToken(user), body: {} })).status).toBe(403);
    }
  });
});

describe('a search by email', () => {
  it('finds the company of a person who works there, and the company’s own email', async () => {
    const { db } = t.services;
    const company = await makeCompany(db, { companyName: 'Searched Haulers', email: 'office@searched.example' });
    const person = await makeEmployee(db, company.id);
    await makeEmployee(db, (await makeCompany(db, { companyName: 'Other Haulers' })).id);
    const found = ['Searched Haulers'];
    expect(await by('person_email', 'ilike', person.email)).toEqual(found);
    expect(await by('person_email', 'ilike', person.email.toUpperCase())).toEqual(found);
    expect(await by('person_email', 'ilike', 'OFFICE@searched')).toEqual(found);
    expect(await by('person_email', 'ilike', 'nobody@searched.example')).toEqual([]);
  });
});
