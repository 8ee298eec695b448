import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { auditLog } from '#drizzle/schema/accounts.ts';
import { charges } from '#drizzle/schema/billing.ts';
import { settleByLookup, sweepCharges } from '#server/billing/sweep-charges.ts';
import { createEffectsResolver } from '#server/checkout/charge-effects.ts';
import type { PaymentGateway } from '#server/gateway/port.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';
import { rejectUnanswered } from '#tests/helpers/gateway-faults.ts';
import { makeJobRequest } from '#tests/helpers/posting.ts';
import { makePayingCompany } from '#tests/helpers/renewals.ts';

/** What the worker does with charges of unknown outcome and with failed ones. */
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

const chargeOf = async (companyId: string) => {
  const [charge] = await t.services.db.select().from(charges).where(eq(charges.companyId, companyId));
  if (!charge) throw new Error('There is no charge');
  return charge;
};
const makeDue = (companyId: string) =>
  t.services.db
    .update(charges)
    .set({ dueAt: new Date(0), mayArriveUntil: new Date(0), leaseUntil: null })
    .where(eq(charges.companyId, companyId));
const sweep = (gateway: PaymentGateway = realGateway) =>
  sweepCharges({ ...t.services, gateway }, createEffectsResolver(t.services.events));

/** An order whose charge may not have arrived, and a function that makes it arrive. */
async function chargeWithoutAnswer() {
  const { companyId, api, readSales } = await makePayingCompany(t);
  const order = await api.checkout.placeOrder(makeJobRequest({ addons: [], addresses: makeJobRequest().addresses.slice(0, 1) }));
  let chargeRequest: Parameters<PaymentGateway['charge']>[0] | undefined;
  t.services.gateway = {
    ...realGateway,
    charge: (request) => {
      chargeRequest = request;
      return rejectUnanswered();
    },
    findByOrderId: rejectUnanswered,
  };
  await api.checkout.charge({ orderToken: order.orderToken });
  t.services.gateway = realGateway;
  const arrive = async () => (chargeRequest ? realGateway.charge(chargeRequest) : undefined);
  return { companyId, readSales, arrive };
}

describe('a charge that one node settles while another fails to', () => {
  it('is kept: a charge with its purchase is never refunded automatically', async () => {
    const { companyId, readSales, arrive } = await chargeWithoutAnswer();
    await arrive();
    await makeDue(companyId);
    const charge = await chargeOf(companyId);
    const settledMeanwhile: PaymentGateway['findByOrderId'] = async () => {
      await settleByLookup(t.services, charge, createEffectsResolver(t.services.events));
      throw new Error('this node lost its way');
    };
    await sweep({ ...realGateway, findByOrderId: settledMeanwhile });
    expect(await chargeOf(companyId)).toMatchObject({ status: 'approved', dueAt: null });
    await t.services.db.update(charges).set({ leaseUntil: null }).where(eq(charges.companyId, companyId));
    await sweep();
    expect(await readSales()).toHaveLength(1);
  });
});

const returnedAmounts = async (companyId: string) => {
  const rows = await t.services.db.select().from(auditLog).where(eq(auditLog.companyId, companyId));
  return rows.filter(({ action }) => action === 'charge.give_back');
};

describe('a charge that was given up and arrived after all', () => {
  /** A charge that failed this many hours ago and is due for a lookup. */
  async function abandonedCharge(hours = 0) {
    const { companyId, arrive } = await chargeWithoutAnswer();
    await makeDue(companyId);
    await sweep();
    await arrive();
    const settledAt = new Date(Date.now() - hours * 3_600_000);
    await t.services.db.update(charges).set({ settledAt }).where(eq(charges.companyId, companyId));
    await makeDue(companyId);
    return companyId;
  }

  it('is looked up less and less often while it cannot be refunded, and after some days no more, with one line in the log', async () => {
    const undecidedLookup: PaymentGateway['findByOrderId'] = async (id) =>
      (await realGateway.findByOrderId(id)).map((one) => ({ ...one, outcome: 'pending' as const }));
    const nextLookupAfter = async (hours: number, gateway: Partial<PaymentGateway>) => {
      const companyId = await abandonedCharge(hours);
      await sweep({ ...realGateway, ...gateway });
      const { dueAt, status } = await chargeOf(companyId);
      return [status, dueAt && Math.round((dueAt.getTime() - Date.now()) / 60_000)];
    };
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
    for (const gateway of [{ findByOrderId: undecidedLookup }, { void: rejectUnanswered }, { findByOrderId: rejectUnanswered }]) {
      expect(await nextLookupAfter(0, gateway)).toEqual(['failed', 1]);
      expect(await nextLookupAfter(2, gateway)).toEqual(['failed', 30]);
      expect(await nextLookupAfter(48, gateway)).toEqual(['failed', 60]);
      const logged = vi.spyOn(t.services.log, 'error');
      expect(await nextLookupAfter(24 * 8, gateway)).toEqual(['failed', null]);
      expect(logged.mock.calls.filter(([, words]) => /not looked up any more/.test(words ?? ''))).toHaveLength(1);
      logged.mockRestore();
    }
    vi.useRealTimers();
  });

  it('is this node’s for as long as its calls may take, and is noted once though another took it up', async () => {
    const companyId = await abandonedCharge();
    const entered = Promise.withResolvers<void>();
    const gatewayAnswers = Promise.withResolvers<void>();
    const slow: PaymentGateway['void'] = async (id) => {
      entered.resolve();
      await gatewayAnswers.promise;
      return realGateway.void(id);
    };
    const slowNode = sweep({ ...realGateway, void: slow });
    await entered.promise;
    expect((await chargeOf(companyId)).leaseUntil?.getTime()).toBeGreaterThan(Date.now() + 5 * 60_000);
    await makeDue(companyId);
    await sweep();
    const charge = await chargeOf(companyId);
    gatewayAnswers.resolve();
    await slowNode;
    expect(await returnedAmounts(companyId)).toHaveLength(1);
    expect(await chargeOf(companyId)).toEqual(charge);
  });

  it('is refunded even if the gateway cannot be reached at the last lookup', async () => {
    const { companyId, readSales, arrive } = await chargeWithoutAnswer();
    await makeDue(companyId);
    await sweep();
    expect(await chargeOf(companyId)).toMatchObject({ status: 'failed' });
    await arrive();
    await t.services.db
      .update(charges)
      .set({ attempts: 3, dueAt: new Date(0) })
      .where(eq(charges.companyId, companyId));
    await sweep({ ...realGateway, void: rejectUnanswered });
    expect(await returnedAmounts(companyId)).toEqual([]);
    expect((await chargeOf(companyId)).dueAt).not.toBeNull();
    await makeDue(companyId);
    await sweep();
    expect(await returnedAmounts(companyId)).toHaveLength(1);
    expect(await readSales()).toEqual([]);
  });
});
