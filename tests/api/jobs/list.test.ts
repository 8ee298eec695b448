// @engine both
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { applications } from '#drizzle/schema/drivers.ts';
import type { jobs } from '#drizzle/schema/jobs.ts';
import {
  daysFromNow,
  makeCompany,
  makeDriver,
  makeEmployee,
  makeJob,
  makeUser,
  rowOfApplication,
} from '#server/demo/builders.ts';
import { roles } from '#shared/access/access.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

/** A company with one job of each kind that the filters distinguish. */
async function carrier() {
  const { db } = t.services;
  const { id: companyId, companyName } = await makeCompany(db);
  const account = await makeEmployee(db, companyId);
  const make = (title: string, overrides: Partial<typeof jobs.$inferInsert> = {}) =>
    makeJob(db, companyId, { title, ...overrides });
  const created = {
    omaha: await make('Dry van, Omaha', { createdAt: daysFromNow(-5) }),
    tulsa: await make('Tanker 100% home', {
      jobType: 'tanker',
      city: 'Tulsa',
      state: 'OK',
      createdAt: daysFromNow(-4),
      boostUntil: daysFromNow(2.5),
    }),
    draft: await make('A draft', {
      status: 'INACTIVE',
      postingDate: null,
      expirationDate: null,
      nextBillingDate: null,
      createdAt: daysFromNow(-3),
    }),
    lapsed: await make('Lapsed', {
      status: 'INACTIVE',
      postingDate: daysFromNow(-40),
      expirationDate: daysFromNow(-10),
      autoRenew: false,
      createdAt: daysFromNow(-2),
    }),
    closed: await make('Closed', { status: 'CLOSED', createdAt: daysFromNow(-1) }),
  };
  return {
    companyId,
    companyName,
    account,
    api: await t.createCallerFor(account),
    token: await t.createToken(account),
    made: created,
  };
}

async function applyTo(job: Parameters<typeof rowOfApplication>[0], sent: Partial<typeof applications.$inferInsert>[]) {
  for (const one of sent)
    await t.services.db.insert(applications).values(rowOfApplication(job, await makeDriver(t.services.db), one));
}

const titles = (page: { items: { title: string }[] }) => page.items.map(({ title }) => title);

describe('the job list', () => {
  it('answers the wire shape, newest first', async () => {
    const { token, made } = await carrier();
    const at = { now: new Date(), before: daysFromNow(-1.5) };
    await applyTo(made.omaha, [{ applicationAt: at.now }, { applicationAt: at.now }, { applicationAt: at.before }]);
    await applyTo(made.omaha, [{ applicationAt: at.now, withdrawnAt: at.now }]);
    const { status, body } = await t.callRest('GET', '/jobs?limit=2&offset=3', { token });
    expect({ status, pagination: body.pagination }).toEqual({ status: 200, pagination: { offset: 3, limit: 2, total: 5 } });
    expect(body.data).toMatchObject([
      { title: 'Tanker 100% home', boost_active: true, boost_remaining_days: 3 },
      { title: 'Dry van, Omaha' },
    ]);
    expect(body.data[1]).toEqual({
      id: made.omaha.id,
      company_id: made.omaha.companyId,
      employer_id: null,
      title: 'Dry van, Omaha',
      job_type: 'dryVan',
      cdl_class: null,
      status: 'POSTED',
      decline_reason: null,
      today_applicants: 2,
      total_applicants: 0,
      total_candidates: null,
      posting_date: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      next_billing_date: expect.any(String),
      expiration_date: expect.any(String),
      renewable: false,
      auto_renew: true,
      renewal_failing: false,
      renewal_canceled_at: null,
      renewal_cancellation_reason: null,
      boost_active: false,
      boost_remaining_days: 0,
      city: 'Omaha',
      state: 'NE',
      time_zone: 'US/Central',
      requisite_number: null,
      tags: [],
      order_id: null,
      created_at: expect.any(String),
    });
  });

  it('filters by every field of the contract', async () => {
    const { api, made } = await carrier();
    await api.jobs.addTag({ id: made.tulsa.id, text: 'Urgent' });
    const found = async (field: string, operator: string, value: string | boolean | string[]) =>
      titles(await api.jobs.list({ filters: { and: [{ field, operator, value }] } }));
    expect(await found('title', 'ilike', '100%')).toEqual(['Tanker 100% home']);
    expect(await found('title', 'not_ilike', 'a')).toEqual(['Closed']);
    expect(await found('status', 'in', ['INACTIVE', 'CLOSED'])).toEqual(['Closed', 'Lapsed', 'A draft']);
    expect(await found('job_type', 'equals', 'tanker')).toEqual(['Tanker 100% home']);
    expect(await found('city', 'equals', 'tulsa')).toEqual(['Tanker 100% home']);
    expect(await found('state', 'in', ['OK'])).toEqual(['Tanker 100% home']);
    expect(await found('posting_date', 'less_than', daysFromNow(-30).toISOString())).toEqual(['Lapsed']);
    expect(await found('expiration_date', 'between', [daysFromNow(-20).toISOString(), daysFromNow(0).toISOString()])).toEqual([
      'Lapsed',
    ]);
    expect(await found('tag', 'equals', 'urgent')).toEqual(['Tanker 100% home']);
    expect(await found('auto_renew', 'equals', 'No')).toEqual(['Lapsed']);
    expect(await found('boost_active', 'equals', true)).toEqual(['Tanker 100% home']);
    expect(await found('boost_active', 'equals', false)).toHaveLength(4);
    expect(await found('created_at', 'greater_than', daysFromNow(-1.5).toISOString())).toEqual(['Closed']);
    await expect(found('employer_id', 'equals', 'x')).rejects.toMatchObject({ code: 'UNPROCESSABLE_CONTENT' });
  });

  it('distinguishes canceled jobs from active ones, in every spelling of the status', async () => {
    const { companyId, api, token } = await carrier();
    const make = (title: string, more: Partial<typeof jobs.$inferInsert> = {}) =>
      makeJob(t.services.db, companyId, { title, renewalCanceledAt: new Date(), autoRenew: false, ...more });
    await make('Canceled');
    await make('Canceled, then closed', { status: 'CLOSED' });
    await make('Canceled before its day', { status: 'SCHEDULED' });
    const admin = await t.createCallerFor(await makeUser(t.services.db, { roles: [roles.admin] }));
    const found = async (operator: 'equals' | 'in', value: string | string[]) => {
      const filters = { and: [{ field: 'status', operator, value }] };
      const own = titles(await api.jobs.list({ filters })).toSorted();
      expect(titles(await admin.jobs.list({ filters, companyId })).toSorted()).toEqual(own);
      const { status, body } = await t.callRest('POST', '/jobs/search', { token, body: { filters } });
      expect([status, (body.data as { title: string }[]).map(({ title }) => title).toSorted()]).toEqual([200, own]);
      return own;
    };
    for (const spelling of ['Cancelled', 'CANCELLED', 'Canceled', 'CANCELED'])
      expect(await found('equals', spelling)).toEqual(['Canceled']);
    const active = ['Dry van, Omaha', 'Tanker 100% home'];
    for (const spelling of ['APPROVED', 'ACTIVE', 'Active']) expect(await found('in', [spelling])).toEqual(active);
    expect(await found('equals', 'POSTED')).toEqual(['Canceled', ...active]);
    expect(await found('in', ['APPROVED', 'Cancelled'])).toEqual(['Canceled', ...active]);
    expect(await found('in', ['Cancelled', 'SCHEDULED'])).toEqual(['Canceled', 'Canceled before its day']);
    expect(await found('in', [])).toEqual([]);
    await expect(found('equals', 'posted')).rejects.toMatchObject({ code: 'UNPROCESSABLE_CONTENT' });
  });

  it('searches by its words, sorts and pages without overlap', async () => {
    const { api } = await carrier();
    expect(titles(await api.jobs.list({ query: 'OMAHA' }))).toEqual(['Dry van, Omaha']);
    const sorted = await api.jobs.list({ orders: [{ field: 'title', direction: 'asc' }] });
    expect(titles(sorted)).toEqual(['A draft', 'Closed', 'Dry van, Omaha', 'Lapsed', 'Tanker 100% home']);
    const pages = await Promise.all([0, 2, 4].map((offset) => api.jobs.list({ offset, limit: 2 })));
    expect(new Set(pages.flatMap(({ items }) => items.map(({ id }) => id))).size).toBe(5);
    await expect(api.jobs.list({ limit: 101 })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });

  it('shows the person’s own company only; an admin sees all and can select one', async () => {
    const a = await carrier();
    const b = await carrier();
    expect((await a.api.jobs.list({})).items.every(({ companyId }) => companyId === a.companyId)).toBe(true);
    expect((await a.api.jobs.list({ companyId: b.companyId })).items).toEqual([]);
    const admin = await t.createCallerFor(await makeUser(t.services.db, { roles: [roles.admin] }));
    expect((await admin.jobs.list({ companyId: b.companyId })).pagination.total).toBe(5);
    expect((await admin.jobs.list({})).pagination.total).toBeGreaterThan(9);
    const [first] = (await admin.jobs.list({ companyId: b.companyId, limit: 1 })).items;
    expect(first?.companyName).toBe(b.companyName);
  });
});
