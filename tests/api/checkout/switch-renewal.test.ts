import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditLog } from '#drizzle/schema/accounts.ts';
import { outbox } from '#drizzle/schema/outbox.ts';
import { renewDue } from '#server/checkout/auto-renew.ts';
import type { PaymentGateway } from '#server/gateway/port.ts';
import { toCents } from '#shared/billing/pricing.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';
import { getJobPrice } from '#tests/helpers/prices.ts';
import { shiftDates, daysUntil, findJobRow, makePayingCompany, makeRunningJob } from '#tests/helpers/renewals.ts';
import { testCards } from '#tests/helpers/test-cards.ts';

let t: TestApp;
let realGateway: PaymentGateway;
beforeAll(async () => {
  t = await startTestApp();
  realGateway = t.services.gateway;
});
afterAll(() => t.close());

const busy = { cause: { code: 'payment_in_progress' } };
const emailsTo = (email: string) => t.services.db.select().from(outbox).where(eq(outbox.recipient, email)).orderBy(outbox.id);

/** Renews what is due, and does something else while the charge is in flight. */
const renewWhile = (act: () => Promise<unknown>) =>
  renewDue({
    ...t.services,
    gateway: {
      ...realGateway,
      charge: async (request) => {
        await act();
        return realGateway.charge(request);
      },
    },
  });

describe('closing a job whose billing date has come', () => {
  it('is refused while its renewal is being charged, and done once that is decided', async () => {
    const { companyId, api, readSales } = await makePayingCompany(t);
    const job = await makeRunningJob(t, companyId, { endsInDays: 0 });
    let refusal: unknown;
    let bulk: unknown;
    await renewWhile(async () => {
      refusal = await api.checkout.closeJob({ id: job.id }).catch((error: unknown) => error);
      bulk = await api.checkout.closeJobs({ ids: [job.id] });
    });
    expect(refusal).toMatchObject(busy);
    expect(bulk).toMatchObject({ done: [], refused: [{ id: job.id, message: expect.stringContaining('in progress') }] });
    expect(await findJobRow(t, job.id)).toMatchObject({ status: 'POSTED', purchases: 1 });
    expect(await api.checkout.closeJob({ id: job.id })).toMatchObject({ status: 'CLOSED', nextBillingDate: null });
    expect(await readSales()).toHaveLength(1);
  });

  it('is done once its renewal was declined', async () => {
    const { companyId, api, readSales } = await makePayingCompany(t, { card: testCards.declined });
    const job = await makeRunningJob(t, companyId, { endsInDays: 0 });
    let refusal: unknown;
    await renewWhile(async () => {
      refusal = await api.checkout.closeJob({ id: job.id }).catch((error: unknown) => error);
    });
    expect(refusal).toMatchObject(busy);
    expect(await api.checkout.closeJob({ id: job.id })).toMatchObject({ status: 'CLOSED' });
    await t.worker.runOnce();
    expect(await readSales()).toEqual([]);
  });

  it('prevents the charge if it is first', async () => {
    const { companyId, api, readSales } = await makePayingCompany(t);
    const job = await makeRunningJob(t, companyId, { endsInDays: 0 });
    await api.checkout.closeJob({ id: job.id });
    await t.worker.runOnce();
    expect(await findJobRow(t, job.id)).toMatchObject({ status: 'CLOSED', purchases: 0 });
    expect(await readSales()).toEqual([]);
  });

  it('and renewing it at the same moment either closes it unbilled or bills it and refuses', async () => {
    const { companyId, api, readSales } = await makePayingCompany(t);
    for (let round = 1; round <= 8; round += 1) {
      const job = await makeRunningJob(t, companyId, { endsInDays: 0 });
      const before = (await readSales()).length;
      const close = api.checkout.closeJob({ id: job.id }).then(
        () => true,
        () => false,
      );
      await renewDue(t.services);
      const isClosed = await close;
      const { status, purchases } = await findJobRow(t, job.id);
      const billed = (await readSales()).length - before;
      expect([status, billed]).toEqual([isClosed ? 'CLOSED' : 'POSTED', purchases]);
      // A job closed after the charge began is closed and billed; one closed before is not billed.
      if (status === 'POSTED') expect(billed).toBe(1);
    }
  });
});

describe('a renewal that was cancelled', () => {
  it('is switched on again with its day and price in a mail, and charged on that day', async () => {
    const { companyId, api, account, readSales } = await makePayingCompany(t);
    const job = await makeRunningJob(t, companyId, { endsInDays: 12, addons: [{ type: 'promote' }] });
    await api.jobs.cancelRenewal({ id: job.id, renewalCancellationReason: 'Filled' });
    const answer = await api.checkout.resumeRenewal({ id: job.id });
    expect(answer).toMatchObject({ autoRenew: true, renewalCanceledAt: null, renewalCancellationReason: null });
    expect(answer.nextBillingDate).toEqual(answer.expirationDate);
    const mails = (await emailsTo(account.email)).filter(({ template }) => template === 'auto_renew_job');
    expect(mails).toMatchObject([
      { data: { isResumed: true, total: getJobPrice('promote'), next: expect.any(String), invoice: null } },
    ]);
    const log = await t.services.db.select().from(auditLog).where(eq(auditLog.subjectId, job.id));
    expect(log.map(({ action }) => action)).toEqual(['job.cancel_renewal', 'job.resume_renewal']);
    await api.checkout.resumeRenewal({ id: job.id });
    expect(await emailsTo(account.email)).toHaveLength(mails.length);
    await t.worker.runOnce();
    expect(await readSales()).toEqual([]);
    await shiftDates(t, [job.id], 12);
    await t.worker.runOnce();
    expect(daysUntil((await findJobRow(t, job.id)).expirationDate)).toBe(30);
    expect(await readSales()).toMatchObject([{ amount: toCents(getJobPrice('promote')) }]);
  });

  it('is announced once if its date is near, and again before a later date', async () => {
    const { companyId, api, account } = await makePayingCompany(t);
    const notices = async () => (await emailsTo(account.email)).filter(({ template }) => template === 'auto_renew_job').length;
    const near = await makeRunningJob(t, companyId, { endsInDays: 2, autoRenew: false, nextBillingDate: null });
    await api.checkout.resumeRenewal({ id: near.id });
    await t.worker.runOnce();
    expect(await notices()).toBe(1);
    const far = await makeRunningJob(t, companyId, {
      endsInDays: 20,
      autoRenew: false,
      nextBillingDate: null,
      renewalNoticed: true,
    });
    await api.checkout.resumeRenewal({ id: far.id });
    await shiftDates(t, [far.id], 18);
    await t.worker.runOnce();
    expect(await notices()).toBe(3);
  });

  it('cannot be turned on for a job that is not posted', async () => {
    const { companyId, api } = await makePayingCompany(t);
    for (const status of ['INACTIVE', 'CLOSED', 'DECLINED', 'DISABLED', 'PROCESSING_PAYMENT'] as const) {
      const { id } = await makeRunningJob(t, companyId, { status, autoRenew: false });
      await expect(api.checkout.resumeRenewal({ id })).rejects.toMatchObject({
        code: 'CONFLICT',
        cause: { text: { parameters: { status } } },
      });
    }
  });

  it('ends its tries also when a client switches it off with the content', async () => {
    const { companyId, api } = await makePayingCompany(t, { card: testCards.noFunds });
    const job = await makeRunningJob(t, companyId, { endsInDays: 0 });
    await t.worker.runOnce();
    expect(daysUntil((await findJobRow(t, job.id)).expirationDate)).toBe(1);
    await api.jobs.update({ id: job.id, autoRenew: false });
    await t.worker.runOnce();
    expect(await findJobRow(t, job.id)).toMatchObject({ status: 'INACTIVE', nextBillingDate: null, renewalFailures: 0 });
  });
});
