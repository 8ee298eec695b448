import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toCents } from '#shared/billing/pricing.ts';
import { auditLog } from '#drizzle/schema/accounts.ts';
import { outbox } from '#drizzle/schema/outbox.ts';
import { renewDue } from '#server/checkout/auto-renew.ts';
import type { PaymentGateway } from '#server/gateway/port.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';
import { shiftDates, daysTo, jobRow, payingCompany, runningJob } from '#tests/helpers/renewals.ts';
import { testCards } from '#tests/helpers/test-cards.ts';
import { jobPrice } from '#tests/helpers/prices.ts';

let t: TestApp;
let realGateway: PaymentGateway;
beforeAll(async () => {
  t = await startTestApp();
  realGateway = t.services.gateway;
});
afterAll(() => t.close());

const busy = { cause: { code: 'payment_in_progress' } };
const mailsTo = (email: string) => t.services.db.select().from(outbox).where(eq(outbox.recipient, email)).orderBy(outbox.id);

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
    const { companyId, api, books } = await payingCompany(t);
    const job = await runningJob(t, companyId, { endsInDays: 0 });
    let refusal: unknown;
    let bulk: unknown;
    await renewWhile(async () => {
      refusal = await api.jobs.close({ id: job.id }).catch((error: unknown) => error);
      bulk = await api.jobs.bulk.close({ ids: [job.id] });
    });
    expect(refusal).toMatchObject(busy);
    expect(bulk).toMatchObject({ done: [], refused: [{ id: job.id, message: expect.stringContaining('in progress') }] });
    expect(await jobRow(t, job.id)).toMatchObject({ status: 'POSTED', purchases: 1 });
    expect(await api.jobs.close({ id: job.id })).toMatchObject({ status: 'CLOSED', nextBillingDate: null });
    expect(await books()).toHaveLength(1);
  });

  it('is done once its renewal was declined', async () => {
    const { companyId, api, books } = await payingCompany(t, { card: testCards.declined });
    const job = await runningJob(t, companyId, { endsInDays: 0 });
    let refusal: unknown;
    await renewWhile(async () => {
      refusal = await api.jobs.close({ id: job.id }).catch((error: unknown) => error);
    });
    expect(refusal).toMatchObject(busy);
    expect(await api.jobs.close({ id: job.id })).toMatchObject({ status: 'CLOSED' });
    await t.worker.runOnce();
    expect(await books()).toEqual([]);
  });

  it('keeps it from being charged when it comes first', async () => {
    const { companyId, api, books } = await payingCompany(t);
    const job = await runningJob(t, companyId, { endsInDays: 0 });
    await api.jobs.close({ id: job.id });
    await t.worker.runOnce();
    expect(await jobRow(t, job.id)).toMatchObject({ status: 'CLOSED', purchases: 0 });
    expect(await books()).toEqual([]);
  });

  it('and renewing it at the same moment either closes it unbilled or bills it and refuses', async () => {
    const { companyId, api, books } = await payingCompany(t);
    for (let round = 1; round <= 8; round += 1) {
      const job = await runningJob(t, companyId, { endsInDays: 0 });
      const before = (await books()).length;
      const close = api.jobs.close({ id: job.id }).then(
        () => true,
        () => false,
      );
      await renewDue(t.services);
      const isClosed = await close;
      const { status, purchases } = await jobRow(t, job.id);
      const billed = (await books()).length - before;
      expect([status, billed]).toEqual([isClosed ? 'CLOSED' : 'POSTED', purchases]);
      // A job closed after the charge began is closed and billed; one closed before is not billed.
      if (status === 'POSTED') expect(billed).toBe(1);
    }
  });
});

describe('a renewal that was cancelled', () => {
  it('is switched on again with its day and price in a mail, and charged on that day', async () => {
    const { companyId, api, account, books } = await payingCompany(t);
    const job = await runningJob(t, companyId, { endsInDays: 12, addons: [{ type: 'promote' }] });
    await api.jobs.cancelRenewal({ id: job.id, renewalCancelationReason: 'Filled' });
    const answer = await api.checkout.resumeRenewal({ id: job.id });
    expect(answer).toMatchObject({ autoRenew: true, renewalCanceledAt: null, renewalCancellationReason: null });
    expect(answer.nextBillingDate).toEqual(answer.expirationDate);
    const mails = (await mailsTo(account.email)).filter(({ template }) => template === 'auto_renew_job');
    expect(mails).toMatchObject([
      { data: { isResumed: true, total: jobPrice('promote'), next: expect.any(String), invoice: null } },
    ]);
    const log = await t.services.db.select().from(auditLog).where(eq(auditLog.subjectId, job.id));
    expect(log.map(({ action }) => action)).toEqual(['job.cancel_renewal', 'job.resume_renewal']);
    await api.checkout.resumeRenewal({ id: job.id });
    expect(await mailsTo(account.email)).toHaveLength(mails.length);
    await t.worker.runOnce();
    expect(await books()).toEqual([]);
    await shiftDates(t, [job.id], 12);
    await t.worker.runOnce();
    expect(daysTo((await jobRow(t, job.id)).expirationDate)).toBe(30);
    expect(await books()).toMatchObject([{ amount: toCents(jobPrice('promote')) }]);
  });

  it('is told of once when its day is near, and again before a day that is far', async () => {
    const { companyId, api, account } = await payingCompany(t);
    const notices = async () => (await mailsTo(account.email)).filter(({ template }) => template === 'auto_renew_job').length;
    const near = await runningJob(t, companyId, { endsInDays: 2, autoRenew: false, nextBillingDate: null });
    await api.checkout.resumeRenewal({ id: near.id });
    await t.worker.runOnce();
    expect(await notices()).toBe(1);
    const far = await runningJob(t, companyId, { endsInDays: 20, autoRenew: false, nextBillingDate: null, renewalNoticed: true });
    await api.checkout.resumeRenewal({ id: far.id });
    await shiftDates(t, [far.id], 18);
    await t.worker.runOnce();
    expect(await notices()).toBe(3);
  });

  it('cannot be switched on for a job that is not up', async () => {
    const { companyId, api } = await payingCompany(t);
    for (const status of ['INACTIVE', 'CLOSED', 'DECLINED', 'DISABLED', 'PROCESSING_PAYMENT'] as const) {
      const { id } = await runningJob(t, companyId, { status, autoRenew: false });
      await expect(api.checkout.resumeRenewal({ id })).rejects.toMatchObject({
        code: 'CONFLICT',
        cause: { text: { parameters: { status } } },
      });
    }
  });

  it('ends its tries also when a client switches it off with the content', async () => {
    const { companyId, api } = await payingCompany(t, { card: testCards.noFunds });
    const job = await runningJob(t, companyId, { endsInDays: 0 });
    await t.worker.runOnce();
    expect(daysTo((await jobRow(t, job.id)).expirationDate)).toBe(1);
    await api.jobs.update({ id: job.id, autoRenew: false });
    await t.worker.runOnce();
    expect(await jobRow(t, job.id)).toMatchObject({ status: 'INACTIVE', nextBillingDate: null, renewalFailures: 0 });
  });
});
