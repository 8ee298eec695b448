import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { charges } from '#drizzle/schema/billing.ts';
import type { PaymentGateway } from '#server/gateway/port.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';
import { findEmailTemplates } from '#tests/helpers/billing.ts';
import { loseAnswer, rejectUnanswered } from '#tests/helpers/gateway-faults.ts';
import { makePayingCompany, makeRunningJob } from '#tests/helpers/renewals.ts';
import { testCards } from '#tests/helpers/test-cards.ts';

let t: TestApp;
let realGateway: PaymentGateway;
beforeAll(async () => {
  t = await startTestApp();
  realGateway = t.services.gateway;
});
beforeEach(() => {
  t.services.gateway = realGateway;
});
afterAll(() => t.close());

const chargesOf = (companyId: string) => t.services.db.select().from(charges).where(eq(charges.companyId, companyId));
const makeDue = (companyId: string) =>
  t.services.db
    .update(charges)
    .set({ dueAt: new Date(0), leaseUntil: null, mayArriveUntil: new Date(0) })
    .where(eq(charges.companyId, companyId));

describe('a purchase that was answered with processing', () => {
  it('and turns out not to have been made is reported by email', async () => {
    const { companyId, api, account } = await makePayingCompany(t);
    const job = await makeRunningJob(t, companyId);
    t.services.gateway = { ...realGateway, charge: rejectUnanswered, findByOrderId: rejectUnanswered };
    expect(await api.checkout.buyBoost({ jobId: job.id })).toMatchObject({ status: 'processing' });
    t.services.gateway = realGateway;
    await makeDue(companyId);
    await t.worker.runOnce();
    expect(await chargesOf(companyId)).toMatchObject([{ status: 'failed' }]);
    expect(await findEmailTemplates(t, account.email)).toEqual(['payment_not_taken']);
  });

  it('and is declined a moment later is reported by email', async () => {
    const { companyId, api, account } = await makePayingCompany(t, { card: testCards.declined });
    const job = await makeRunningJob(t, companyId);
    t.services.gateway = { ...realGateway, charge: loseAnswer(realGateway), findByOrderId: rejectUnanswered };
    expect(await api.checkout.buyBoost({ jobId: job.id })).toMatchObject({ status: 'processing' });
    t.services.gateway = realGateway;
    await makeDue(companyId);
    await t.worker.runOnce();
    expect(await chargesOf(companyId)).toMatchObject([{ status: 'declined' }]);
    expect(await findEmailTemplates(t, account.email)).toEqual(['payment_declined']);
  });

  it('is reported once: a buyer who already saw that nothing was charged gets no email', async () => {
    const { companyId, api, account } = await makePayingCompany(t, { card: testCards.serverError });
    const job = await makeRunningJob(t, companyId);
    await expect(api.checkout.buyBoost({ jobId: job.id })).rejects.toMatchObject({ cause: { code: 'gateway_failed' } });
    expect(await findEmailTemplates(t, account.email)).toEqual([]);
  });
});
