import { and, eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { charges, invoices } from '#drizzle/schema/billing.ts';
import { companies } from '#drizzle/schema/companies.ts';
import { jobs } from '#drizzle/schema/jobs.ts';
import { outbox } from '#drizzle/schema/outbox.ts';
import { sweepCharges } from '#server/billing/sweep-charges.ts';
import { renewDue } from '#server/checkout/auto-renew.ts';
import { createEffectsResolver } from '#server/checkout/charge-effects.ts';
import { GatewayUnavailable, type PaymentGateway } from '#server/gateway/port.ts';
import { toCents } from '#shared/billing/pricing.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';
import { getJobPrice } from '#tests/helpers/prices.ts';
import { shiftDates, daysUntil, findJobRow, makePayingCompany, makeRunningJob } from '#tests/helpers/renewals.ts';
import { readLedgerLines, filterApprovedSales, testCards } from '#tests/helpers/test-cards.ts';

let t: TestApp;
let realGateway: PaymentGateway;
beforeAll(async () => {
  t = await startTestApp();
  realGateway = t.services.gateway;
});
afterAll(() => t.close());

const chargesOf = (companyId: string) => t.services.db.select().from(charges).where(eq(charges.companyId, companyId));
const invoicesOf = (companyId: string) => t.services.db.select().from(invoices).where(eq(invoices.companyId, companyId));
const emailsTo = async (email: string) => {
  const rows = await t.services.db.select().from(outbox).where(eq(outbox.recipient, email)).orderBy(outbox.id);
  return rows.filter(({ template }) => template === 'auto_renew_job' || template === 'failed_payments');
};
const stateOf = async (id: string) => {
  const { status, expirationDate, nextBillingDate, renewalFailures } = await findJobRow(t, id);
  return [status, daysUntil(expirationDate), daysUntil(nextBillingDate), renewalFailures];
};

describe('a job whose billing date comes', () => {
  it('is announced once three days before, and then renews with its subscribed add-ons', async () => {
    const { companyId, account, readSales } = await makePayingCompany(t);
    const job = await makeRunningJob(t, companyId, {
      endsInDays: 5,
      addons: [{ type: 'promote' }, { type: 'boost', subscribed: false }],
    });
    await t.worker.runOnce();
    expect(await emailsTo(account.email)).toEqual([]);
    await shiftDates(t, [job.id], 2.5);
    await t.worker.runOnce();
    await t.worker.runOnce();
    expect(await emailsTo(account.email)).toMatchObject([
      { data: { next: expect.any(String), total: getJobPrice('promote'), invoice: null } },
    ]);
    expect(await readSales()).toEqual([]);
    await shiftDates(t, [job.id], 2.5);
    await t.worker.runOnce();
    await t.worker.runOnce();
    expect(await stateOf(job.id)).toEqual(['POSTED', 30, 30, 0]);
    expect(daysUntil((await findJobRow(t, job.id)).promotedUntil)).toBe(30);
    expect(await readSales()).toMatchObject([{ amount: toCents(getJobPrice('promote')) }]);
    expect((await emailsTo(account.email)).at(-1)).toMatchObject({
      template: 'auto_renew_job',
      data: { next: null, invoice: expect.stringMatching(/^INV-/), total: getJobPrice('promote') },
    });
  });

  it('runs out when its renewal was cancelled, and is not charged for', async () => {
    const { companyId, api, readSales } = await makePayingCompany(t);
    const job = await makeRunningJob(t, companyId, { endsInDays: 1 });
    await api.jobs.cancelRenewal({ id: job.id, renewalCancellationReason: 'Filled' });
    await shiftDates(t, [job.id], 1);
    await t.worker.runOnce();
    expect(await stateOf(job.id)).toEqual(['INACTIVE', 0, null, 0]);
    expect(await readSales()).toEqual([]);
  });

  it('expires without announcing another try if it was canceled while its card was being declined', async () => {
    const { companyId, api, account } = await makePayingCompany(t, { card: testCards.declined });
    const job = await makeRunningJob(t, companyId, { endsInDays: 0 });
    const cancelled: PaymentGateway['charge'] = async (request) => {
      await api.jobs.cancelRenewal({ id: job.id });
      return realGateway.charge(request);
    };
    await renewDue({ ...t.services, gateway: { ...realGateway, charge: cancelled } });
    await t.worker.runOnce();
    expect(await stateOf(job.id)).toEqual(['INACTIVE', 0, null, 0]);
    expect(await emailsTo(account.email)).toEqual([]);
  });

  it('is invoiced for a company on terms, and runs out for one that is not active', async () => {
    const invoiced = await makePayingCompany(t, { card: null, company: { billingType: 'invoice' } });
    const onTerms = await makeRunningJob(t, invoiced.companyId, { endsInDays: 0 });
    const inactive = await makePayingCompany(t);
    await t.services.db.update(companies).set({ status: 'Inactive' }).where(eq(companies.id, inactive.companyId));
    const unbilled = await makeRunningJob(t, inactive.companyId, { endsInDays: 0 });
    await t.worker.runOnce();
    await t.worker.runOnce();
    expect(await stateOf(onTerms.id)).toEqual(['POSTED', 30, 30, 0]);
    expect(await invoicesOf(invoiced.companyId)).toMatchObject([{ status: 'open', purpose: 'renewal' }]);
    expect((await findJobRow(t, unbilled.id)).status).toBe('INACTIVE');
    expect(await inactive.readSales()).toEqual([]);
  });
});

describe('a renewal that is declined', () => {
  it('is tried again after 1, 3 and 5 days with a notice each time, then the job goes down and is renewable', async () => {
    const { companyId, account, readSales, store, api } = await makePayingCompany(t, { card: testCards.noFunds });
    const job = await makeRunningJob(t, companyId, { endsInDays: 0 });
    await t.worker.runOnce();
    await t.worker.runOnce();
    expect(await stateOf(job.id)).toEqual(['POSTED', 1, 1, 1]);
    await shiftDates(t, [job.id], 1);
    await t.worker.runOnce();
    expect(await stateOf(job.id)).toEqual(['POSTED', 2, 2, 2]);
    await shiftDates(t, [job.id], 2);
    await t.worker.runOnce();
    expect(await stateOf(job.id)).toEqual(['POSTED', 2, 2, 3]);
    await shiftDates(t, [job.id], 2);
    await t.worker.runOnce();
    expect(await stateOf(job.id)).toEqual(['INACTIVE', -5, null, 0]);
    const mails = (await emailsTo(account.email)).filter(({ template }) => template === 'failed_payments');
    expect(mails.map(({ data }) => data['nextTry'] !== null)).toEqual([true, true, true, false]);
    expect(mails[0]?.data).toMatchObject({ reason: expect.stringMatching(/funds/i), total: getJobPrice() });
    await t.worker.runOnce();
    expect([await readSales(), (await chargesOf(companyId)).length]).toEqual([[], 4]);
    await store(testCards.approved);
    expect(await api.checkout.renew({ jobId: job.id })).toMatchObject({ status: 'paid' });
    expect(await stateOf(job.id)).toEqual(['POSTED', 30, 30, 0]);
  });

  it('is paid at a later try from the end of what was paid, and needs a card', async () => {
    const { companyId, store, readSales } = await makePayingCompany(t, { card: null });
    const job = await makeRunningJob(t, companyId, { endsInDays: 0 });
    await t.worker.runOnce();
    expect(await stateOf(job.id)).toEqual(['POSTED', 1, 1, 1]);
    expect(await chargesOf(companyId)).toEqual([]);
    await store(testCards.approved);
    await shiftDates(t, [job.id], 1);
    await t.worker.runOnce();
    expect(await stateOf(job.id)).toEqual(['POSTED', 29, 29, 0]);
    expect(await readSales()).toHaveLength(1);
  });
});

describe('many renewals in parallel', () => {
  const ledgerOfAll = async (ids: readonly string[]) => {
    const rows = await t.services.db
      .select()
      .from(charges)
      .where(inArray(charges.jobId, [...ids]));
    const lines = await Promise.all(rows.map(({ gatewayOrderId }) => readLedgerLines(t.simulator.url, gatewayOrderId)));
    return filterApprovedSales(lines.flat());
  };

  it('are charged once each by two workers', async () => {
    const { companyId } = await makePayingCompany(t);
    const due = await Promise.all(Array.from({ length: 40 }, () => makeRunningJob(t, companyId, { endsInDays: 0 })));
    const ids = due.map(({ id }) => id);
    const work = async () => {
      while ((await renewDue(t.services)) > 0);
    };
    await Promise.all([work(), work()]);
    const rows = await t.services.db.select().from(jobs).where(inArray(jobs.id, ids));
    expect(rows.map((row) => daysUntil(row.expirationDate))).toEqual(ids.map(() => 30));
    expect(await ledgerOfAll(ids)).toHaveLength(40);
    expect(await invoicesOf(companyId)).toHaveLength(40);
  });

  it('that a dying worker leaves behind are neither lost nor charged twice', async () => {
    const { companyId } = await makePayingCompany(t);
    const due = await Promise.all(Array.from({ length: 6 }, () => makeRunningJob(t, companyId, { endsInDays: 0 })));
    const ids = due.map(({ id }) => id);
    let callCount = 0;
    /** Some calls arrive and lose their answers, others are never sent, as with a killed process. */
    const crashingGateway: PaymentGateway = {
      ...realGateway,
      charge: async (request) => {
        callCount += 1;
        if (callCount % 2) await realGateway.charge(request);
        throw new GatewayUnavailable('killed');
      },
      findByOrderId: () => Promise.reject(new GatewayUnavailable('killed')),
    };
    await renewDue({ ...t.services, gateway: crashingGateway });
    expect((await chargesOf(companyId)).map(({ status }) => status)).toEqual(ids.map(() => 'pending'));
    expect((await findJobRow(t, ids[0]!)).status).toBe('POSTED');
    for (let turn = 0; turn < 3; turn += 1) {
      await t.services.db
        .update(charges)
        .set({ dueAt: new Date(0), mayArriveUntil: new Date(0), leaseUntil: null })
        .where(and(eq(charges.companyId, companyId), eq(charges.status, 'pending')));
      await t.services.db.update(jobs).set({ leaseUntil: null }).where(inArray(jobs.id, ids));
      await sweepCharges(t.services, createEffectsResolver(t.services.events));
      await renewDue(t.services);
    }
    expect(await ledgerOfAll(ids)).toHaveLength(6);
    const rows = await t.services.db.select().from(jobs).where(inArray(jobs.id, ids));
    expect(rows.map((row) => [row.status, daysUntil(row.expirationDate), row.purchases])).toEqual(
      ids.map(() => ['POSTED', 30, 1]),
    );
  });
});
