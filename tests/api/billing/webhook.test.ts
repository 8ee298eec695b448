import { createHmac } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { charges, gatewayEvents } from '#drizzle/schema/billing.ts';
import { makeCompany, makeEmployee } from '#server/demo/builders.ts';
import { GatewayUnavailable, type PaymentGateway } from '#server/gateway/port.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';
import { makeJobRequest } from '#tests/helpers/posting.ts';
import { createCardToken, readLedgerLines, filterApprovedSales, testGatewayKeys } from '#tests/helpers/test-cards.ts';

let t: TestApp;
let realGateway: PaymentGateway;
beforeAll(async () => {
  t = await startTestApp();
  realGateway = t.services.gateway;
});
afterAll(() => t.close());

const deliver = (payload: string, { secret = testGatewayKeys.webhookSecret, eventId = crypto.randomUUID() } = {}) =>
  t.app.inject({
    method: 'POST',
    url: '/webhooks/celero',
    headers: {
      'content-type': 'application/json',
      'x-webhook-event-id': eventId,
      signature: createHmac('sha256', secret).update(payload).digest('base64url'),
    },
    payload,
  });

/** An order whose charge went through without an answer. */
async function lostCharge() {
  const { id: companyId } = await makeCompany(t.services.db);
  const api = await t.createCallerFor(await makeEmployee(t.services.db, companyId));
  const order = await api.checkout.placeOrder(makeJobRequest());
  const unavailable = new GatewayUnavailable('no answer');
  t.services.gateway = {
    ...realGateway,
    charge: async (request) => {
      await realGateway.charge(request);
      throw unavailable;
    },
    findByOrderId: () => Promise.reject(unavailable),
  };
  await api.checkout.charge({ orderToken: order.orderToken, cardToken: await createCardToken(t.simulator.url) });
  t.services.gateway = realGateway;
  const [charge] = await t.services.db.select().from(charges).where(eq(charges.companyId, companyId));
  const [line] = await readLedgerLines(t.simulator.url, charge?.gatewayOrderId);
  const state = async () => (await api.checkout.order({ orderId: order.orderId })).state;
  return { state, orderId: charge?.gatewayOrderId ?? '', transactionId: line?.id ?? '' };
}

const body = (transactionId: string, orderId: string) =>
  `${JSON.stringify({ status: 'success', msg: '', type: 'transaction_create', transaction_id: transactionId, data: { id: transactionId, order_id: orderId } })}\n`;

describe('a delivery of the gateway', () => {
  it('settles the reported charge once, by asking the gateway', async () => {
    const { state, transactionId, orderId } = await lostCharge();
    expect(await state()).toBe('processing');
    const eventId = crypto.randomUUID();
    const payload = body(transactionId, orderId);
    const answers = await Promise.all([deliver(payload, { eventId }), deliver(payload, { eventId }), deliver(payload)]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    expect(await state()).toBe('paid');
    expect(await t.services.db.select().from(gatewayEvents).where(eq(gatewayEvents.id, eventId))).toHaveLength(1);
    expect(filterApprovedSales(await readLedgerLines(t.simulator.url, orderId))).toHaveLength(1);
  });

  it('is believed only with our signature, and never for what it says itself', async () => {
    const { state, transactionId, orderId } = await lostCharge();
    const forged = await deliver(body(transactionId, orderId), { secret: 'wrong-secret' });
    expect(forged.statusCode).toBe(401);
    expect(await state()).toBe('processing');
    const other = await deliver(body('no-such-transaction', 'NOSUCHORDER'));
    expect(other.statusCode).toBe(200);
    expect(await state()).toBe('processing');
  });

  it('of the type test has no effect', async () => {
    const { state, transactionId, orderId } = await lostCharge();
    const payload = body(transactionId, orderId).replace('transaction_create', 'test');
    expect((await deliver(payload, { secret: '00000000-0000-4000-8000-000000000001' })).statusCode).toBe(200);
    expect(await state()).toBe('processing');
  });
});
