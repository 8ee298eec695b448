import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { refunds } from '#drizzle/schema/billing.ts';
import { sweepRefunds } from '#server/billing/settle-refund.ts';
import { makeUser } from '#server/demo/builders.ts';
import type { PaymentGateway } from '#server/gateway/port.ts';
import { roles } from '#shared/access/access.ts';
import { type Caller, startTestApp, type TestApp } from '#tests/helpers/app.ts';
import { makeJobRequest } from '#tests/helpers/posting.ts';
import { makePayingCompany } from '#tests/helpers/renewals.ts';
import { settleBatch } from '#tests/helpers/test-cards.ts';

let t: TestApp;
let admin: Caller;
beforeAll(async () => {
  t = await startTestApp();
  admin = await t.createCallerFor(await makeUser(t.services.db, { roles: [roles.admin] }));
});
afterAll(() => t.close());

/** A partial refund that waits for its payment to settle. */
async function waitingRefund() {
  const { api } = await makePayingCompany(t);
  const order = await api.checkout.placeOrder(makeJobRequest({ addons: [], addresses: makeJobRequest().addresses.slice(0, 1) }));
  const { invoiceCustomId, transactionId } = await api.checkout.charge({ orderToken: order.orderToken });
  await admin.billing.refund({ id: invoiceCustomId ?? '', amount: 100, reason: 'No promotion' });
  return transactionId ?? '';
}
const makeRefundsDue = () =>
  t.services.db
    .update(refunds)
    .set({ dueAt: new Date(0), leaseUntil: null })
    .where(eq(refunds.status, 'pending'));

it('refunds that wait on a slow gateway are refunded once by two nodes', async () => {
  const first = await waitingRefund();
  const second = await waitingRefund();
  settleBatch(t);
  await makeRefundsDue();
  const realGateway = t.services.gateway;
  const entered = Promise.withResolvers<void>();
  const gatewayAnswers = Promise.withResolvers<void>();
  /** The first refund takes longer than its lease. */
  const slow: PaymentGateway = {
    ...realGateway,
    getTransaction: async (id) => {
      if (id === first) {
        entered.resolve();
        await gatewayAnswers.promise;
      }
      return realGateway.getTransaction(id);
    },
  };
  const slowNode = sweepRefunds({ ...t.services, gateway: slow, gatewayCalls: new Set() });
  await entered.promise;
  await t.services.db.execute(`update refunds set due_at = to_timestamp(0), lease_until = null
    where status = 'pending' and invoice_id in (select id from invoices where transaction_id = '${second}')`);
  await sweepRefunds(t.services);
  expect(await realGateway.getTransaction(second)).toMatchObject({ amountRefundedCents: 100_00 });
  gatewayAnswers.resolve();
  await slowNode;
  expect(await realGateway.getTransaction(second)).toMatchObject({ amountRefundedCents: 100_00 });
  expect(await realGateway.getTransaction(first)).toMatchObject({ amountRefundedCents: 100_00 });
});
