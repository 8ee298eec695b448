import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { auditLog } from '#drizzle/schema/accounts.ts';
import { ledgerEntries, refunds } from '#drizzle/schema/billing.ts';
import { refundInvoice } from '#server/billing/refund-invoice.ts';
import { sweepRefunds } from '#server/billing/settle-refund.ts';
import { writeInvoice } from '#server/billing/write-invoice.ts';
import { makeCompany, makeUser } from '#server/demo/builders.ts';
import { GatewayUnavailable, type PaymentGateway } from '#server/gateway/port.ts';
import type { CompanyScope } from '#server/trpc.ts';
import { roles } from '#shared/access/access.ts';
import { startTestApp, type Caller, type TestApp } from '#tests/helpers/app.ts';
import { findEmailTemplates } from '#tests/helpers/billing.ts';
import { createCardToken, testCards, settleBatch } from '#tests/helpers/test-cards.ts';

let t: TestApp;
let admin: Caller;
let adminId: string;
beforeAll(async () => {
  t = await startTestApp();
  const account = await makeUser(t.services.db, { roles: [roles.admin] });
  adminId = account.id;
  admin = await t.createCallerFor(account);
});
afterAll(() => t.close());

let orders = 0;
async function paidByCard() {
  orders += 1;
  const email = `books-${orders}@prairie.example`;
  const company = await makeCompany(t.services.db, { email });
  const transaction = await t.services.gateway.charge({
    source: { kind: 'token', token: await createCardToken(t.simulator.url, testCards.approved) },
    amountCents: 400_00,
    orderId: `REFUND${orders}`,
    idempotencyKey: crypto.randomUUID(),
    description: 'Job posting',
    initiatedBy: 'customer',
  });
  const lines = [
    { description: '30-day posting', jobId: null, addonType: null, amountCents: 300_00 },
    { description: 'Promote', jobId: null, addonType: 'promote' as const, amountCents: 100_00 },
  ];
  const invoice = await t.services.db.transaction((tx) =>
    writeInvoice(tx, {
      companyId: company.id,
      purpose: 'new_job',
      subjectKey: `refund-${orders}`,
      lines,
      transaction,
      language: null,
    }),
  );
  return { id: invoice.invoiceCustomId, row: invoice.id, transactionId: transaction.id, email };
}

const gatewayTransaction = (id: string) => t.services.gateway.getTransaction(id);
const booked = async (row: string) => {
  const lines = await t.services.db.select().from(ledgerEntries).where(eq(ledgerEntries.invoiceId, row));
  return lines.filter(({ kind }) => kind === 'refunded').reduce((sum, { amountCents }) => sum + amountCents, 0);
};
const makeDue = (row: string) =>
  t.services.db.update(refunds).set({ dueAt: new Date(), leaseUntil: null }).where(eq(refunds.invoiceId, row));
const emailsSentTo = (email: string) => findEmailTemplates(t, email);

describe('a refund to the card', () => {
  it('of the whole, before the batch settles, voids the payment; with mail and audit', async () => {
    const { id, row, transactionId, email } = await paidByCard();
    const refunded = await admin.billing.refund({ id, amount: 400, reason: 'Posted by mistake' });
    expect(refunded).toMatchObject({ status: 'paid', refunded: 400, refunds: [{ kind: 'card', status: 'done', amount: 400 }] });
    expect(await gatewayTransaction(transactionId)).toMatchObject({ outcome: 'voided' });
    expect(await booked(row)).toBe(400_00);
    expect(await emailsSentTo(email)).toEqual(['payment_receipt', 'refund_made']);
    const [entry] = await t.services.db.select().from(auditLog).where(eq(auditLog.action, 'invoice.refund'));
    expect(entry).toMatchObject({ actorId: adminId, detail: { amountCents: 400_00, reason: 'Posted by mistake' } });
    await expect(admin.billing.refund({ id, amount: 1, reason: 'again' })).rejects.toThrow(/fully refunded/);
  });

  it('of a part waits for the batch, then is sent automatically', async () => {
    const { id, row, transactionId } = await paidByCard();
    const refunded = await admin.billing.refund({ id, amount: 100, reason: 'No promotion' });
    expect(refunded).toMatchObject({
      refunded: 0,
      refunds: [{ status: 'pending', failure: expect.stringContaining('refunded') }],
    });
    await expect(admin.billing.refund({ id, amount: 50, reason: 'more' })).rejects.toThrow(/in progress/);
    await makeDue(row);
    await t.worker.runOnce();
    expect(await booked(row)).toBe(0);
    settleBatch(t);
    await makeDue(row);
    await t.worker.runOnce();
    await t.worker.runOnce();
    expect(await booked(row)).toBe(100_00);
    expect(await gatewayTransaction(transactionId)).toMatchObject({ outcome: 'refunded', amountRefundedCents: 100_00 });
  });

  it('goes in parts up to what was captured', async () => {
    const { id, row, transactionId } = await paidByCard();
    settleBatch(t);
    await admin.billing.refund({ id, amount: 100, reason: 'first' });
    await admin.billing.refund({ id, amount: 250.25, reason: 'second' });
    await expect(admin.billing.refund({ id, amount: 49.76, reason: 'third' })).rejects.toMatchObject({
      cause: { field: 'amount', message: 'Enter $49.75 or less' },
    });
    const last = await admin.billing.refund({ id, amount: 49.75, reason: 'third' });
    expect(last.refunds.map(({ number, status }) => [number.slice(-2), status])).toEqual([
      ['R1', 'done'],
      ['R2', 'done'],
      ['R3', 'done'],
    ]);
    expect(await booked(row)).toBe(400_00);
    expect(await gatewayTransaction(transactionId)).toMatchObject({ amountRefundedCents: 400_00 });
  });

  it('moves money once, whatever the number of administrators', async () => {
    const { id, row, transactionId } = await paidByCard();
    settleBatch(t);
    const tries = await Promise.allSettled(
      Array.from({ length: 6 }, () => admin.billing.refund({ id, amount: 300, reason: 'in parallel' })),
    );
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await booked(row)).toBe(300_00);
    expect(await gatewayTransaction(transactionId)).toMatchObject({ amountRefundedCents: 300_00 });
  });

  it.each(['before', 'after'] as const)('whose answer is lost %s it took effect is settled once by a lookup', async (when) => {
    const { id, row, transactionId } = await paidByCard();
    settleBatch(t);
    const { gateway } = t.services;
    const losingGateway: PaymentGateway = {
      ...gateway,
      refund: async (...args) => {
        if (when === 'after') await gateway.refund(...args);
        throw new GatewayUnavailable('the line was cut');
      },
    };
    const actor = { userId: adminId, impersonatorId: null, companyId: null, roles: [roles.admin], ip: null };
    const services = { ...t.services, gateway: losingGateway };
    const everywhere = { companyId: null } as unknown as CompanyScope;
    const refunded = await refundInvoice(services, everywhere, actor as never, { id, amount: 100, reason: 'cut off' });
    expect(refunded.refunds).toMatchObject([{ status: 'pending', failure: expect.stringContaining('check again') }]);
    await makeDue(row);
    await Promise.all([t.worker.runOnce(), t.worker.runOnce()]);
    expect(await booked(row)).toBe(100_00);
    expect(await gatewayTransaction(transactionId)).toMatchObject({ amountRefundedCents: 100_00 });
  });

  it('with an outcome that stays unknown is looked up less and less often, and logged each time', async () => {
    const { id, row } = await paidByCard();
    settleBatch(t);
    const realGateway = t.services.gateway;
    t.services.gateway = { ...realGateway, getTransaction: () => Promise.reject(new GatewayUnavailable('it does not say')) };
    const logged = vi.spyOn(t.services.log, 'error');
    await admin.billing.refund({ id, amount: 100, reason: 'No promotion' });
    const pauses: number[] = [];
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
    for (const hours of [0, 1, 100]) {
      const createdAt = new Date(Date.now() - hours * 3_600_000);
      await t.services.db.update(refunds).set({ createdAt }).where(eq(refunds.invoiceId, row));
      await makeDue(row);
      await sweepRefunds(t.services);
      const [refund] = await t.services.db.select().from(refunds).where(eq(refunds.invoiceId, row));
      pauses.push(Math.round(((refund?.dueAt?.getTime() ?? 0) - Date.now()) / 1000));
    }
    vi.useRealTimers();
    t.services.gateway = realGateway;
    expect(pauses).toEqual([30, 900, 3600]);
    expect(logged).toHaveBeenCalledTimes(4);
    logged.mockRestore();
    await makeDue(row);
    await sweepRefunds(t.services);
    expect(await booked(row)).toBe(100_00);
  });

  it('that the gateway refuses is shown with its reason, and another may follow', async () => {
    const { id, row, transactionId } = await paidByCard();
    settleBatch(t);
    await t.services.gateway.refund(transactionId, 350_00);
    const refusal = await admin.billing.refund({ id, amount: 390, reason: 'too much there' });
    expect(refusal.refunds).toMatchObject([{ status: 'failed', failure: expect.stringMatching(/more than is left/) }]);
    expect(await booked(row)).toBe(0);
  });
});
