import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { charges, refunds } from '#drizzle/schema/billing.ts';
import { sweepRefunds } from '#server/billing/settle-refund.ts';
import { sweepCharges } from '#server/billing/sweep-charges.ts';
import { createEffectsResolver } from '#server/checkout/charge-effects.ts';
import { makeUser } from '#server/demo/builders.ts';
import { startWorker } from '#server/worker/worker.ts';
import { roles } from '#shared/access/access.ts';
import { type Caller, startTestApp, type TestApp } from '#tests/helpers/app.ts';
import { rejectUnanswered } from '#tests/helpers/gateway-faults.ts';
import { makeJobRequest } from '#tests/helpers/posting.ts';
import { makePayingCompany } from '#tests/helpers/renewals.ts';

/** The worker's timeout, shortened so that the test does not wait. */
const waitMs = 100;
let t: TestApp;
let admin: Caller;
beforeAll(async () => {
  t = await startTestApp();
  admin = await t.createCallerFor(await makeUser(t.services.db, { roles: [roles.admin] }));
});
afterAll(() => t.close());

it('keeps the worker neither from its other tasks nor from stopping, and what it was asked is settled before it stops', async () => {
  const realGateway = t.services.gateway;
  const { api, companyId } = await makePayingCompany(t);
  const place = () => api.checkout.placeOrder(makeJobRequest({ addons: [], addresses: makeJobRequest().addresses.slice(0, 1) }));
  const { invoiceCustomId } = await api.checkout.charge({ orderToken: (await place()).orderToken });
  await admin.billing.refund({ id: invoiceCustomId ?? '', amount: 100, reason: 'No promotion' });
  t.services.gateway = { ...realGateway, charge: rejectUnanswered, findByOrderId: rejectUnanswered };
  await api.checkout.charge({ orderToken: (await place()).orderToken });
  await t.services.db.update(refunds).set({ dueAt: new Date(0), leaseUntil: null });
  await t.services.db
    .update(charges)
    .set({ dueAt: new Date(0), mayArriveUntil: new Date(0) })
    .where(eq(charges.status, 'pending'));
  const answers = Promise.withResolvers<void>();
  const hangingGateway = {
    ...realGateway,
    findByOrderId: (id: string) => answers.promise.then(() => realGateway.findByOrderId(id)),
    getTransaction: (id: string) => answers.promise.then(() => realGateway.getTransaction(id)),
  };
  const services = { ...t.services, gateway: hangingGateway };
  const round = () =>
    Promise.all([sweepCharges(services, createEffectsResolver(t.services.events), waitMs), sweepRefunds(services, waitMs)]);
  expect(await round()).toEqual([1, 1]);
  await t.services.db.update(refunds).set({ dueAt: new Date(0), leaseUntil: null });
  await t.services.db.update(charges).set({ leaseUntil: null });
  expect(await round()).toEqual([0, 0]);
  const worker = startWorker(services, t.transport, { ticking: false });
  await startWorker(services, t.transport, { ticking: false, finishMs: waitMs }).stop();
  const stopped = worker.stop();
  answers.resolve();
  await stopped;
  const ofCompany = await t.services.db.select().from(charges).where(eq(charges.companyId, companyId));
  expect(ofCompany.map(({ status }) => status)).toContain('failed');
  expect((await t.services.db.select().from(refunds))[0]?.failure).toContain('refunded');
});
