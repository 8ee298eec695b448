import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { charges, refunds } from '#drizzle/schema/billing.ts';
import { roles } from '#shared/access.ts';
import { sweepRefunds } from '#server/billing/settle-refund.ts';
import { sweepCharges } from '#server/billing/sweep-charges.ts';
import { effectsOf } from '#server/checkout/effects.ts';
import { makeUser } from '#server/demo/builders.ts';
import { GatewayUnavailable } from '#server/gateway/port.ts';
import { type Caller, startTestApp, type TestApp } from '#tests/helpers/app.ts';
import { posting } from '#tests/helpers/posting.ts';
import { payingCompany } from '#tests/helpers/renewals.ts';

let t: TestApp;
let admin: Caller;
beforeAll(async () => {
  t = await startTestApp();
  admin = await t.as(await makeUser(t.services.db, { roles: [roles.admin] }));
});
afterAll(() => t.close());

it('does not keep the worker from its other tasks, and what it was asked is settled when it answers', async () => {
  const real = t.services.gateway;
  const { api, companyId } = await payingCompany(t);
  const place = () => api.checkout.placeOrder(posting({ addons: [], addresses: posting().addresses.slice(0, 1) }));
  const { invoiceCustomId } = await api.checkout.charge({ secretToken: (await place()).jobsPostToken });
  await admin.billing.refund({ id: invoiceCustomId ?? '', amount: 100, reason: 'No promotion' });
  const silent = () => Promise.reject(new GatewayUnavailable('no answer'));
  t.services.gateway = { ...real, charge: silent, findByOrderId: silent };
  await api.checkout.charge({ secretToken: (await place()).jobsPostToken });
  await t.services.db.update(refunds).set({ dueAt: new Date(0), leaseUntil: null });
  await t.services.db
    .update(charges)
    .set({ dueAt: new Date(0), mayArriveUntil: new Date(0) })
    .where(eq(charges.status, 'pending'));
  const answers = Promise.withResolvers<void>();
  const hanging = {
    ...real,
    findByOrderId: (id: string) => answers.promise.then(() => real.findByOrderId(id)),
    getTransaction: (id: string) => answers.promise.then(() => real.getTransaction(id)),
  };
  const services = { ...t.services, gateway: hanging };
  const began = Date.now();
  await Promise.all([sweepCharges(services, effectsOf(t.services.events)), sweepRefunds(services)]);
  expect(Date.now() - began).toBeLessThan(12_000);
  answers.resolve();
  await expect
    .poll(async () =>
      (await t.services.db.select().from(charges).where(eq(charges.companyId, companyId))).map((one) => one.status),
    )
    .toContain('failed');
  await expect.poll(async () => (await t.services.db.select().from(refunds))[0]?.failure).toContain('refunded');
});
