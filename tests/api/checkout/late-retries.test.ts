import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { invoices } from '#drizzle/schema/billing.ts';
import { jobs } from '#drizzle/schema/jobs.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';
import { shiftDates, daysUntil, findJobRow, makePayingCompany, makeRunningJob } from '#tests/helpers/renewals.ts';

/** A client without an answer repeats its request, possibly much later. Money must move once. */
let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

/** Moves everything that was billed this many days back. */
const daysLater = async (companyId: string, jobId: string, days: number) => {
  const [row] = await t.services.db.select().from(invoices).where(eq(invoices.companyId, companyId));
  if (row)
    await t.services.db
      .update(invoices)
      .set({ billingDate: new Date(row.billingDate.getTime() - days * 86_400_000) })
      .where(eq(invoices.companyId, companyId));
  await shiftDates(t, [jobId], days);
};
const caller = async (account: Parameters<TestApp['createToken']>[0]) => {
  const token = await t.createToken(account);
  return (path: string, body: object) => t.callRest('POST', path, { token, body });
};
const invoicesOf = (companyId: string) => t.services.db.select().from(invoices).where(eq(invoices.companyId, companyId));
const alreadyPaid = { status: 409, body: { message: expect.stringContaining('is already paid') } };

describe('a renewal by REST', () => {
  it.each([
    ['that runs out soon', { endsInDays: 5 }],
    ['that lapsed', { endsInDays: -3, status: 'INACTIVE' as const, nextBillingDate: null }],
  ])('of a job %s is charged to the card once, however late the retry', async (_, columns) => {
    const { companyId, account, readSales } = await makePayingCompany(t);
    const job = await makeRunningJob(t, companyId, columns);
    const post = await caller(account);
    const renew = () => post('/payment/invoice/renewal', { job_id: job.id });
    const parallelRenewals = await Promise.all([renew(), renew(), renew()]);
    expect(parallelRenewals.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
    for (const days of [0.1, 20]) {
      await daysLater(companyId, job.id, days);
      expect(await renew()).toMatchObject(alreadyPaid);
    }
    expect(await readSales()).toHaveLength(1);
    await daysLater(companyId, job.id, 9);
    expect(await renew()).toMatchObject({ status: 200 });
    expect(await readSales()).toHaveLength(2);
  });

  it('is invoiced once on terms, however late the retry', async () => {
    const { companyId, account } = await makePayingCompany(t, { card: null, company: { billingType: 'invoice' } });
    const job = await makeRunningJob(t, companyId, { endsInDays: 5 });
    const post = await caller(account);
    const renew = () => post('/payment/invoice/renewal', { job_id: job.id });
    expect(await renew()).toMatchObject({ status: 200, body: { data: { status: 'invoiced' } } });
    await daysLater(companyId, job.id, 2);
    expect(await renew()).toMatchObject(alreadyPaid);
    expect(await invoicesOf(companyId)).toHaveLength(1);
  });

  it('is refused while the paid days still run, and `renewable` says so', async () => {
    const { companyId, account, api, readSales } = await makePayingCompany(t);
    const post = await caller(account);
    const early = await makeRunningJob(t, companyId, { endsInDays: 7.1 });
    const due = await makeRunningJob(t, companyId, { endsInDays: 6.9 });
    const lapsed = await makeRunningJob(t, companyId, { endsInDays: -1, status: 'INACTIVE', nextBillingDate: null });
    const draft = await makeRunningJob(t, companyId, { status: 'INACTIVE', postingDate: null });
    const scheduled = await makeRunningJob(t, companyId, { status: 'SCHEDULED', endsInDays: 35 });
    const disabled = await makeRunningJob(t, companyId, { status: 'DISABLED', endsInDays: 20 });
    const states = [early, due, lapsed, draft, scheduled].map(async ({ id }) => (await api.jobs.get({ id })).renewable);
    expect(await Promise.all(states)).toEqual([false, true, true, false, false]);
    for (const { id } of [early, scheduled, disabled])
      expect(await post('/payment/invoice/renewal', { job_id: id })).toMatchObject(alreadyPaid);
    const never = await post('/payment/invoice/renewal', { job_id: draft.id });
    expect([never.status, never.body.errors[0]?.code]).toEqual([409, 'conflict']);
    expect(await readSales()).toEqual([]);
  });
});

describe('a renewal by a client that sends the number of purchases it has seen', () => {
  it('may be bought ahead at any time, once per purchase seen', async () => {
    const { companyId, api, readSales } = await makePayingCompany(t);
    const job = await makeRunningJob(t, companyId, { endsInDays: 20 });
    for (const purchases of [0, 1]) {
      expect(await api.checkout.renew({ jobId: job.id, purchases })).toMatchObject({ status: 'paid' });
      await expect(api.checkout.renew({ jobId: job.id, purchases })).rejects.toMatchObject({ cause: { code: 'already_paid' } });
    }
    expect(daysUntil((await findJobRow(t, job.id)).expirationDate)).toBe(80);
    expect(await readSales()).toHaveLength(2);
  });
});

describe('a boost', () => {
  it('is already paid as long as one is active, regardless of the caller', async () => {
    const { companyId, account, api, readSales } = await makePayingCompany(t);
    const job = await makeRunningJob(t, companyId, { endsInDays: 25 });
    const post = await caller(account);
    const boost = () => post(`/jobs/${job.id}/boost`, { job_id: job.id });
    expect(await boost()).toMatchObject({ status: 200 });
    await daysLater(companyId, job.id, 6);
    expect(await boost()).toMatchObject(alreadyPaid);
    await expect(api.checkout.buyBoost({ jobId: job.id, purchases: 1 })).rejects.toMatchObject({
      cause: { code: 'already_paid' },
    });
    await expect(api.checkout.quote({ jobId: job.id, kind: 'boost' })).rejects.toMatchObject({ cause: { code: 'already_paid' } });
    expect(await readSales()).toHaveLength(1);
    await daysLater(companyId, job.id, 2);
    expect(await boost()).toMatchObject({ status: 200 });
    expect(await readSales()).toHaveLength(2);
  });
});

describe('add-ons', () => {
  it('sell no boost while one that was bought on its own is active', async () => {
    const { companyId, account, api, readSales } = await makePayingCompany(t);
    const job = await makeRunningJob(t, companyId, { endsInDays: 25 });
    const token = await t.createToken(account);
    const choose = (...types: string[]) =>
      t.callRest('PATCH', `/jobs/${job.id}/addons`, {
        token,
        body: { addons: types.map((type) => ({ addon_type: type, subscribed: true })) },
      });
    const pay = () => t.callRest('POST', '/payment/employer/job/addons', { token, body: { job_id: job.id } });
    expect(await t.callRest('POST', `/jobs/${job.id}/boost`, { token, body: { job_id: job.id } })).toMatchObject({ status: 200 });
    expect(await choose('boost')).toMatchObject({ status: 200 });
    await expect(api.checkout.quote({ jobId: job.id, kind: 'addons' })).rejects.toMatchObject({
      cause: { code: 'already_paid' },
    });
    expect(await pay()).toMatchObject(alreadyPaid);
    await choose('boost', 'promote');
    const { lines } = await api.checkout.quote({ jobId: job.id, kind: 'addons' });
    expect(lines.map(({ addonType }) => addonType)).toEqual(['promote']);
    expect(await pay()).toMatchObject({ status: 200, body: { data: { amount: lines[0]?.amount } } });
    expect(await readSales()).toHaveLength(2);
  });

  it('that are paid for are already paid whenever they are asked for', async () => {
    const { companyId, account, api, readSales } = await makePayingCompany(t);
    const job = await makeRunningJob(t, companyId, { endsInDays: 25 });
    const post = await caller(account);
    const pay = () => post('/payment/employer/job/addons', { job_id: job.id });
    const none = await pay();
    expect([none.status, none.body.errors[0]?.code]).toEqual([409, 'conflict']);
    await api.checkout.editAddons({ id: job.id, addons: [{ addonType: 'promote' }] });
    expect(await pay()).toMatchObject({ status: 200 });
    await daysLater(companyId, job.id, 3);
    expect(await pay()).toMatchObject(alreadyPaid);
    await expect(api.checkout.payAddons({ jobId: job.id, purchases: 1 })).rejects.toMatchObject({
      cause: { code: 'already_paid' },
    });
    expect(await readSales()).toHaveLength(1);
  });
});

describe('a posting', () => {
  it('that is disabled after its renewal was paid is already paid', async () => {
    const { companyId, account } = await makePayingCompany(t);
    const job = await makeRunningJob(t, companyId, { endsInDays: 2 });
    const post = await caller(account);
    expect(await post('/payment/invoice/renewal', { job_id: job.id })).toMatchObject({ status: 200 });
    await t.services.db.update(jobs).set({ status: 'DISABLED' }).where(eq(jobs.id, job.id));
    expect(await post('/payment/invoice/renewal', { job_id: job.id })).toMatchObject(alreadyPaid);
  });
});
