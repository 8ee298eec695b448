import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { charges, invoices } from '#drizzle/schema/billing.ts';
import { outbox } from '#drizzle/schema/outbox.ts';
import { makeCompany, makeEmployee } from '#server/demo/builders.ts';
import { type GatewayTransaction, GatewayUnavailable, type PaymentGateway } from '#server/gateway/port.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';
import { loseAnswer, rejectUnanswered } from '#tests/helpers/gateway-faults.ts';
import { makeJobRequest, postingPrice } from '#tests/helpers/posting.ts';
import { createCardToken, readLedgerLines, filterApprovedSales, testCards } from '#tests/helpers/test-cards.ts';

/** Faults between us and the gateway. The simulator's ledger shows how money really moved. */
let t: TestApp;
let realGateway: PaymentGateway;
beforeAll(async () => {
  t = await startTestApp();
  realGateway = t.services.gateway;
});
afterAll(() => t.close());

async function buyer() {
  t.services.gateway = realGateway;
  const { id: companyId } = await makeCompany(t.services.db);
  const account = await makeEmployee(t.services.db, companyId);
  const api = await t.createCallerFor(account);
  const order = await api.checkout.placeOrder(makeJobRequest());
  const pay = async (number: string) =>
    api.checkout.charge({ orderToken: order.orderToken, cardToken: await createCardToken(t.simulator.url, number) });
  const state = async () => (await api.checkout.order({ orderId: order.orderId })).state;
  return { account, api, companyId, order, pay, state };
}

const chargesOf = (companyId: string) => t.services.db.select().from(charges).where(eq(charges.companyId, companyId));
const invoicesOf = (companyId: string) => t.services.db.select().from(invoices).where(eq(invoices.companyId, companyId));
const ledgerOfCompany = async (companyId: string) => {
  const lines = await Promise.all(
    (await chargesOf(companyId)).map(({ gatewayOrderId }) => readLedgerLines(t.simulator.url, gatewayOrderId)),
  );
  return lines.flat();
};
/** Makes everything due that waits for a time. A silent call can no longer arrive. */
const makeDue = (companyId: string) =>
  t.services.db
    .update(charges)
    .set({ dueAt: new Date(0), mayArriveUntil: new Date(0), leaseUntil: null })
    .where(eq(charges.companyId, companyId));

describe('an answer that is lost', () => {
  it('is asked for, and the order is paid once', async () => {
    const { pay, state, companyId } = await buyer();
    expect(await pay(testCards.lostAnswer)).toMatchObject({ status: 'paid', amount: postingPrice });
    expect(await state()).toBe('paid');
    await expect(pay(testCards.approved)).rejects.toMatchObject({ cause: { code: 'already_paid' } });
    expect(filterApprovedSales(await ledgerOfCompany(companyId))).toHaveLength(1);
    expect(await invoicesOf(companyId)).toHaveLength(1);
  });
});

describe('a gateway that fails', () => {
  it('has a clear message, and the order is payable again', async () => {
    const { pay, state, companyId } = await buyer();
    await expect(pay(testCards.serverError)).rejects.toMatchObject({
      code: 'BAD_GATEWAY',
      message: expect.stringContaining('You weren’t charged'),
      cause: { code: 'gateway_failed' },
    });
    expect(await state()).toBe('payable');
    expect(await ledgerOfCompany(companyId)).toEqual([]);
    expect(await pay(testCards.approved)).toMatchObject({ status: 'paid' });
    expect(filterApprovedSales(await ledgerOfCompany(companyId))).toHaveLength(1);
  });

  it('leaves the order in processing while it cannot be asked, and the worker settles it afterwards', async () => {
    const { pay, state, companyId } = await buyer();
    t.services.gateway = { ...realGateway, charge: loseAnswer(realGateway), findByOrderId: rejectUnanswered };
    expect(await pay(testCards.approved)).toMatchObject({ status: 'processing', invoiceCustomId: null });
    expect(await state()).toBe('processing');
    await makeDue(companyId);
    await t.worker.runOnce();
    expect(await state()).toBe('processing');
    t.services.gateway = realGateway;
    await makeDue(companyId);
    await t.worker.runOnce();
    expect(await state()).toBe('paid');
    expect(filterApprovedSales(await ledgerOfCompany(companyId))).toHaveLength(1);
    await t.worker.runOnce();
    expect(await invoicesOf(companyId)).toHaveLength(1);
  });

  it('releases the order once a call that was never answered can no longer arrive, not before', async () => {
    const { pay, state, companyId } = await buyer();
    t.services.gateway = { ...realGateway, charge: rejectUnanswered };
    expect(await pay(testCards.approved)).toMatchObject({ status: 'processing' });
    await t.services.db
      .update(charges)
      .set({ dueAt: new Date(0) })
      .where(eq(charges.companyId, companyId));
    await t.worker.runOnce();
    expect(await state()).toBe('processing');
    await makeDue(companyId);
    await t.worker.runOnce();
    expect(await state()).toBe('payable');
    t.services.gateway = realGateway;
    expect(await pay(testCards.approved)).toMatchObject({ status: 'paid' });
    expect(filterApprovedSales(await ledgerOfCompany(companyId))).toHaveLength(1);
  });

  it('refunds a payment that arrives after the charge was given up', async () => {
    const { pay, api, companyId, order } = await buyer();
    const arrives = Promise.withResolvers<GatewayTransaction>();
    let chargeRequest: Parameters<PaymentGateway['charge']>[0] | undefined;
    t.services.gateway = {
      ...realGateway,
      charge: (request) => {
        chargeRequest = request;
        throw new GatewayUnavailable('lost');
      },
    };
    await pay(testCards.approved);
    await makeDue(companyId);
    await t.worker.runOnce();
    expect((await api.checkout.order({ orderId: order.orderId })).state).toBe('payable');
    t.services.gateway = realGateway;
    if (chargeRequest) arrives.resolve(await realGateway.charge(chargeRequest));
    const late = await arrives.promise;
    await makeDue(companyId);
    await t.worker.runOnce();
    expect(await realGateway.getTransaction(late.id)).toMatchObject({ outcome: 'voided' });
    expect(filterApprovedSales(await ledgerOfCompany(companyId))).toEqual([]);
  });
});

describe('a card that pays a part', () => {
  it('is refused like a decline and the part is refunded', async () => {
    const { pay, state, companyId } = await buyer();
    await expect(pay(testCards.partial)).rejects.toMatchObject({ code: 'PAYMENT_REQUIRED' });
    expect(await state()).toBe('declined');
    expect(await ledgerOfCompany(companyId)).toMatchObject([{ status: 'voided' }]);
    expect(await pay(testCards.approved)).toMatchObject({ status: 'paid' });
  });
});

describe('a slow gateway', () => {
  it('is answered in time, and its outcome follows automatically; a second caller must wait', async () => {
    const { pay, state, companyId, order, api, account } = await buyer();
    const first = await pay(testCards.slow);
    expect(first).toMatchObject({ status: 'processing', amount: postingPrice, transactionId: null });
    const otherToken = await createCardToken(t.simulator.url);
    await expect(api.checkout.charge({ orderToken: order.orderToken, cardToken: otherToken })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('is already paid'),
    });
    expect(await state()).toBe('paid');
    expect(filterApprovedSales(await ledgerOfCompany(companyId))).toHaveLength(1);
    expect(await api.billing.saveCard({ cardToken: otherToken, cardHolderName: 'Dana Whitfield' })).toMatchObject({
      cardType: 'visa',
    });
    const mails = await t.services.db.select().from(outbox).where(eq(outbox.recipient, account.email));
    expect(mails).toMatchObject([{ template: 'new_job' }]);
  });

  it('makes a second caller wait ten seconds at most', async () => {
    const { pay, companyId } = await buyer();
    t.services.gateway = { ...realGateway, charge: rejectUnanswered, findByOrderId: rejectUnanswered };
    await pay(testCards.approved);
    const startedAt = performance.now();
    // The gateway never answers, so only the limit can end the wait.
    await expect(pay(testCards.approved)).rejects.toMatchObject({ code: 'CONFLICT', cause: { code: 'payment_in_progress' } });
    expect(performance.now() - startedAt).toBeGreaterThan(9000);
    expect(await chargesOf(companyId)).toHaveLength(1);
    t.services.gateway = realGateway;
  });
});
