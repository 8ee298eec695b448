import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { charges, invoices } from '#drizzle/schema/billing.ts';
import { companies } from '#drizzle/schema/companies.ts';
import { jobs } from '#drizzle/schema/jobs.ts';
import { renewDue } from '#server/checkout/auto-renew.ts';
import { daysFromNow, makeUser } from '#server/demo/builders.ts';
import type { PaymentGateway } from '#server/gateway/port.ts';
import { expireJobs } from '#server/jobs/due.ts';
import { roles } from '#shared/access/access.ts';
import { addCalendarDays } from '#shared/time-zone.ts';
import { type Caller, startTestApp, type TestApp } from '#tests/helpers/app.ts';
import { findEmailTemplates } from '#tests/helpers/billing.ts';
import { loseAnswer, rejectUnanswered } from '#tests/helpers/gateway-faults.ts';
import { daysUntil, findJobRow, makePayingCompany, makeRunningJob } from '#tests/helpers/renewals.ts';
import { createCardToken } from '#tests/helpers/test-cards.ts';

/** Other changes to a job while its purchase is in flight. The purchase takes effect exactly once. */
let t: TestApp;
let realGateway: PaymentGateway;
let admin: Caller;
beforeAll(async () => {
  t = await startTestApp();
  realGateway = t.services.gateway;
  admin = await t.createCallerFor(await makeUser(t.services.db, { roles: [roles.admin] }));
});
beforeEach(() => {
  t.services.gateway = realGateway;
});
afterAll(() => t.close());

/** Runs the action before the charge reaches the gateway. */
const chargeAfter = (act: () => Promise<unknown>) => {
  t.services.gateway = {
    ...realGateway,
    charge: async (request) => {
      await act();
      return realGateway.charge(request);
    },
  };
};
const chargesOf = (companyId: string) => t.services.db.select().from(charges).where(eq(charges.companyId, companyId));
const invoicesOf = (companyId: string) => t.services.db.select().from(invoices).where(eq(invoices.companyId, companyId));
const makeDue = async (companyId: string) => {
  const due = { dueAt: new Date(0), leaseUntil: null, mayArriveUntil: new Date(0) };
  await t.services.db.update(charges).set(due).where(eq(charges.companyId, companyId));
  await t.services.db.update(jobs).set({ leaseUntil: null }).where(eq(jobs.companyId, companyId));
};

describe('a manual renewal that is in flight', () => {
  it('posts the job again if its days run out before the gateway answers', async () => {
    const { companyId, api, readSales } = await makePayingCompany(t);
    const job = await makeRunningJob(t, companyId, { endsInDays: 1, autoRenew: false, nextBillingDate: null });
    chargeAfter(async () => {
      await t.services.db
        .update(jobs)
        .set({ expirationDate: daysFromNow(-0.01) })
        .where(eq(jobs.id, job.id));
      await expireJobs(t.services);
    });
    expect(await api.checkout.renew({ jobId: job.id })).toMatchObject({ status: 'paid' });
    const { status, expirationDate } = await findJobRow(t, job.id);
    expect([status, daysUntil(expirationDate)]).toEqual(['POSTED', 30]);
    expect(await readSales()).toHaveLength(1);
  });

  it('adds its days to those that run when an administrator takes the job down meanwhile', async () => {
    const { companyId, api } = await makePayingCompany(t);
    const job = await makeRunningJob(t, companyId, { endsInDays: 10 });
    chargeAfter(() => admin.jobs.disable({ id: job.id }));
    expect(await api.checkout.renew({ jobId: job.id, purchases: 0 })).toMatchObject({ status: 'paid' });
    const { status, expirationDate } = await findJobRow(t, job.id);
    expect([status, daysUntil(expirationDate)]).toEqual(['DISABLED', 40]);
  });

  it('is not made again by the clock on terms that began meanwhile', async () => {
    const { companyId, api, readSales } = await makePayingCompany(t);
    const job = await makeRunningJob(t, companyId, { endsInDays: 0 });
    t.services.gateway = { ...realGateway, charge: loseAnswer(realGateway), findByOrderId: rejectUnanswered };
    expect(await api.checkout.renew({ jobId: job.id })).toMatchObject({ status: 'processing' });
    await t.services.db.update(companies).set({ billingType: 'invoice' }).where(eq(companies.id, companyId));
    await renewDue(t.services);
    t.services.gateway = realGateway;
    await makeDue(companyId);
    await t.worker.runOnce();
    expect(await chargesOf(companyId)).toMatchObject([{ status: 'approved' }]);
    expect(await invoicesOf(companyId)).toMatchObject([{ status: 'paid', paymentMethod: 'card' }]);
    expect(await readSales()).toHaveLength(1);
    expect(daysUntil((await findJobRow(t, job.id)).expirationDate)).toBe(30);
  });

  it.each([
    ['ends later', 0.006, {}],
    ['is not billed', 0.0001, { status: 'Inactive' as const }],
    ['is too late', -40, {}],
  ])('keeps its dates when the clock meets it and it %s, and is met again within a minute', async (_, endsIn, company) => {
    const { companyId, api } = await makePayingCompany(t);
    const job = await makeRunningJob(t, companyId, { endsInDays: endsIn });
    t.services.gateway = { ...realGateway, charge: loseAnswer(realGateway), findByOrderId: rejectUnanswered };
    expect(await api.checkout.renew({ jobId: job.id })).toMatchObject({ status: 'processing' });
    await t.services.db
      .update(companies)
      .set({ status: 'Active', ...company })
      .where(eq(companies.id, companyId));
    const { expirationDate } = await findJobRow(t, job.id);
    await renewDue(t.services);
    const row = await findJobRow(t, job.id);
    expect(row).toMatchObject({ status: 'POSTED', expirationDate, unpaidSince: null });
    expect(row.leaseUntil?.getTime()).toBeLessThanOrEqual(Date.now() + 60_000);
  });

  it('stays up until the clock meets it again when its days run out before, and is paid from their end', async () => {
    const { companyId, api } = await makePayingCompany(t);
    const job = await makeRunningJob(t, companyId, { endsInDays: 0.0001 });
    const { expirationDate: ends } = await findJobRow(t, job.id);
    t.services.gateway = { ...realGateway, charge: loseAnswer(realGateway), findByOrderId: rejectUnanswered };
    await api.checkout.renew({ jobId: job.id });
    await renewDue(t.services);
    const row = await findJobRow(t, job.id);
    const [up, lease] = [row.expirationDate?.getTime() ?? 0, row.leaseUntil?.getTime() ?? 0];
    expect([up > lease, up <= lease + 30_000]).toEqual([true, true]);
    t.services.gateway = realGateway;
    await makeDue(companyId);
    await t.worker.runOnce();
    expect((await findJobRow(t, job.id)).expirationDate).toEqual(ends && addCalendarDays(ends, 30, 'US/Central'));
  });

  it('is no failed renewal because no card is stored', async () => {
    const { companyId, api, account } = await makePayingCompany(t, { card: null });
    const job = await makeRunningJob(t, companyId, { endsInDays: 0 });
    const token = await createCardToken(t.simulator.url);
    chargeAfter(() => renewDue(t.services));
    expect(await api.checkout.renew({ jobId: job.id, cardToken: token })).toMatchObject({ status: 'paid' });
    expect(await findEmailTemplates(t, account.email)).not.toContain('failed_payments');
    expect(daysUntil((await findJobRow(t, job.id)).expirationDate)).toBe(30);
  });
});
