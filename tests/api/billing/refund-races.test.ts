import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { charges, invoices, ledgerEntries, refunds } from '#drizzle/schema/billing.ts';
import { sweepRefunds } from '#server/billing/settle-refund.ts';
import { sweepCharges } from '#server/billing/sweep-charges.ts';
import { createEffectsResolver } from '#server/checkout/charge-effects.ts';
import { makeUser } from '#server/demo/builders.ts';
import type { PaymentGateway } from '#server/gateway/port.ts';
import { roles } from '#shared/access/access.ts';
import { toCents } from '#shared/billing/pricing.ts';
import { formatsIn } from '#shared/format.ts';
import { type Caller, startTestApp, type TestApp } from '#tests/helpers/app.ts';
import { createBillingFixture } from '#tests/helpers/billing.ts';
import { loseAnswer, rejectUnanswered } from '#tests/helpers/gateway-faults.ts';
import { makeJobRequest } from '#tests/helpers/posting.ts';
import { getJobPrice } from '#tests/helpers/prices.ts';
import { makePayingCompany } from '#tests/helpers/renewals.ts';
import { createCardToken, readLedgerLines, filterApprovedSales, testCards, settleBatch } from '#tests/helpers/test-cards.ts';

const { money } = formatsIn('en');

/** Several people and failures act on the same payment. Afterward our ledger and the gateway's must agree. */
let t: TestApp;
let realGateway: PaymentGateway;
let admin: Caller;
const { contract, bill } = createBillingFixture(() => t);
beforeAll(async () => {
  t = await startTestApp();
  realGateway = t.services.gateway;
  admin = await t.createCallerFor(await makeUser(t.services.db, { roles: [roles.admin] }));
});
beforeEach(() => {
  t.services.gateway = realGateway;
});
afterAll(() => t.close());

const one = makeJobRequest().addresses.slice(0, 1);
/** An order of one job, paid with the stored card. */
async function paid() {
  const buyer = await makePayingCompany(t);
  const order = await buyer.api.checkout.placeOrder(makeJobRequest({ addons: [], addresses: one }));
  const { invoiceCustomId: id, transactionId } = await buyer.api.checkout.charge({ orderToken: order.orderToken });
  return { ...buyer, id: id ?? '', transactionId: transactionId ?? '' };
}
async function book(number: string) {
  const lines = await t.services.db
    .select({ kind: ledgerEntries.kind, cents: ledgerEntries.amountCents })
    .from(ledgerEntries)
    .innerJoin(invoices, eq(invoices.id, ledgerEntries.invoiceId))
    .where(eq(invoices.invoiceCustomId, number));
  const sum = (kind: string) => lines.filter((line) => line.kind === kind).reduce((all, { cents }) => all + cents, 0);
  return { paid: sum('paid'), voided: sum('voided'), refunded: sum('refunded'), credited: sum('credited') };
}
const makeDue = async () => {
  const due = { dueAt: new Date(0), leaseUntil: null };
  await t.services.db.update(charges).set({ ...due, mayArriveUntil: new Date(0) });
  await t.services.db.update(refunds).set(due).where(eq(refunds.status, 'pending'));
};

describe('refunds in parallel', () => {
  it('in parts stop exactly at what was captured', async () => {
    const { id, transactionId } = await paid();
    settleBatch(t);
    const part = Math.floor(getJobPrice() / 4) - 5;
    const left = getJobPrice() - 4 * part;
    const refundPart = () => admin.billing.refund({ id, amount: part, reason: 'a part' });
    for (let burst = 0; burst < 6; burst += 1) await Promise.allSettled(Array.from({ length: 4 }, refundPart));
    await expect(refundPart()).rejects.toMatchObject({ cause: { field: 'amount', message: `Enter ${money(left)} or less` } });
    expect(await book(id)).toEqual({ paid: toCents(getJobPrice()), voided: 0, refunded: toCents(4 * part), credited: 0 });
    expect(await realGateway.getTransaction(transactionId)).toMatchObject({ amountRefundedCents: toCents(4 * part) });
  });

  it('are asked for while another is being settled, without a ring of locks', async () => {
    const { id } = await paid();
    settleBatch(t);
    t.services.gateway = { ...realGateway, getTransaction: rejectUnanswered };
    await admin.billing.refund({ id, amount: 100, reason: 'answer lost' });
    t.services.gateway = realGateway;
    await makeDue();
    // Locks the invoice like a new refund does, and writes the refund once the settling transaction waits for the lock.
    const [row] = await t.services.db.select().from(invoices).where(eq(invoices.invoiceCustomId, id));
    let sweeping: Promise<number> | undefined;
    const holdingInvoice = t.services.db.transaction(async (tx) => {
      await tx.select().from(invoices).where(eq(invoices.invoiceCustomId, id)).for('update');
      if (t.services.kind === 'postgres') {
        sweeping = sweepRefunds(t.services);
        await waitForBlockedQuery();
      }
      const { id: invoiceId = '', companyId = '' } = row ?? {};
      const second = { companyId, invoiceId, number: 2, kind: 'card' as const, amountCents: 100, reason: 'more' };
      await tx.insert(refunds).values(second);
    });
    await expect(holdingInvoice).rejects.toMatchObject({ cause: { code: '23505', constraint_name: 'refunds_pending_key' } });
    await (sweeping ?? sweepRefunds(t.services));
    expect(await book(id)).toMatchObject({ refunded: 100_00 });
  });
});

async function waitForBlockedQuery(): Promise<void> {
  for (;;) {
    const [row] = await t.services.sql<{ n: number }[]>`select count(*)::int as n from pg_locks where not granted
      and locktype = 'transactionid'`;
    if (row?.n) return;
  }
}

describe('an open invoice', () => {
  it('is voided, paid and credited by several in parallel, and adds up whatever the order', async () => {
    const { company, job } = await contract();
    for (let round = 0; round < 4; round += 1) {
      const { invoiceCustomId: id } = await bill(company.id, job.id);
      await Promise.allSettled([
        admin.billing.updateInvoice({ id, status: 'void', reason: 'by mistake' }),
        admin.billing.refund({ id, amount: 50, reason: 'a part' }),
        admin.billing.updateInvoice({ id, status: 'paid' }),
        admin.billing.refund({ id, amount: 30.5, reason: 'another part' }),
      ]);
      const { paid: in_, voided, refunded, credited } = await book(id);
      const { status, refunded: shown } = await admin.billing
        .invoices({ query: id })
        .then(({ items }) => items[0] ?? { status: null, refunded: -1 });
      expect([status, refunded, shown]).toEqual([in_ ? 'paid' : 'void', 0, credited / 100]);
      expect(in_ === 0 || voided === 0).toBe(true);
      expect(in_ + voided).toBeLessThanOrEqual(400_00);
      expect(in_ + voided + credited).toBeGreaterThanOrEqual(400_00);
    }
  });
});

describe('a charge that is not settled yet', () => {
  it('has no invoice to refund, and is paid and refundable once it is', async () => {
    const { api, companyId } = await makePayingCompany(t);
    const order = await api.checkout.placeOrder(makeJobRequest({ addons: [], addresses: one }));
    t.services.gateway = { ...realGateway, charge: loseAnswer(realGateway), findByOrderId: rejectUnanswered };
    expect(await api.checkout.charge({ orderToken: order.orderToken })).toMatchObject({ status: 'processing' });
    const next = `INV-${new Date().getUTCFullYear()}-999999`;
    await expect(admin.billing.refund({ id: next, amount: getJobPrice(), reason: 'too early' })).rejects.toThrow(/not found/i);
    t.services.gateway = realGateway;
    await makeDue();
    await sweepCharges(t.services, createEffectsResolver(t.services.events));
    const [row] = await t.services.db.select().from(invoices).where(eq(invoices.companyId, companyId));
    const refunded = await admin.billing.refund({ id: row?.invoiceCustomId ?? '', amount: getJobPrice(), reason: 'all of it' });
    expect(refunded).toMatchObject({ status: 'paid', refunded: getJobPrice(), refunds: [{ status: 'done' }] });
  });

  it('returns a partial payment even if the answer to the refund is lost twice', async () => {
    const { api, companyId } = await makePayingCompany(t, { card: null });
    const order = await api.checkout.placeOrder(makeJobRequest({ addons: [], addresses: one }));
    const token = await createCardToken(t.simulator.url, testCards.partial);
    t.services.gateway = { ...realGateway, void: rejectUnanswered };
    expect(await api.checkout.charge({ orderToken: order.orderToken, cardToken: token })).toMatchObject({
      status: 'processing',
    });
    t.services.gateway = { ...realGateway, void: async (id) => realGateway.void(id).then(rejectUnanswered) };
    await makeDue();
    await sweepCharges(t.services, createEffectsResolver(t.services.events));
    t.services.gateway = realGateway;
    await makeDue();
    await sweepCharges(t.services, createEffectsResolver(t.services.events));
    expect(await api.checkout.order({ orderId: order.orderId })).toMatchObject({
      state: 'declined',
      declineReason: 'Your card couldn’t cover the full amount, so you weren’t charged. Try another card.',
    });
    const [charge] = await t.services.db.select().from(charges).where(eq(charges.companyId, companyId));
    expect(filterApprovedSales(await readLedgerLines(t.simulator.url, charge?.gatewayOrderId))).toEqual([]);
  });
});

describe('one order', () => {
  it('is charged once by two hundred calls at the same time', async () => {
    const { api, readSales, companyId } = await makePayingCompany(t);
    const order = await api.checkout.placeOrder(makeJobRequest({ addons: [], addresses: one }));
    const calls = Array.from({ length: 200 }, () => api.checkout.charge({ orderToken: order.orderToken }));
    const answers = await Promise.allSettled(calls);
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const codes = answers.flatMap((answer) => (answer.status === 'rejected' ? [String(answer.reason.cause?.code)] : []));
    expect(codes.filter((code) => code !== 'already_paid' && code !== 'payment_in_progress')).toEqual([]);
    await vi.waitFor(
      async () => expect(await api.checkout.order({ orderId: order.orderId })).toMatchObject({ state: 'paid' }),
      9000,
    );
    expect(await readSales()).toHaveLength(1);
    expect(await t.services.db.select().from(charges).where(eq(charges.companyId, companyId))).toHaveLength(1);
  });
});
