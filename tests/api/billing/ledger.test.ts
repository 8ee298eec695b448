import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { charges, invoiceLines, invoices, ledgerEntries, refunds } from '#drizzle/schema/billing.ts';
import { newId } from '#drizzle/schema/columns.ts';
import { makeCompany } from '#server/demo/builders.ts';
import { violatedConstraint } from '#server/errors.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';

let t: TestApp;
let companyId: string;
beforeAll(async () => {
  t = await startTestApp();
  ({ id: companyId } = await makeCompany(t.services.db));
});
afterAll(() => t.close());

let numbers = 0;
async function invoice(changes: Partial<typeof invoices.$inferInsert> = {}) {
  numbers += 1;
  const [row] = await t.services.db
    .insert(invoices)
    .values({
      invoiceCustomId: `INV-1999-${String(numbers).padStart(6, '0')}`,
      companyId,
      purpose: 'new_job',
      subjectKey: newId(),
      paymentMethod: 'card',
      status: 'paid',
      amountCents: 50_000,
      transactionId: 'tx',
      ...changes,
    })
    .returning();
  return row!;
}

const book = (invoiceId: string) =>
  t.services.db
    .select({ kind: ledgerEntries.kind, cents: ledgerEntries.amountCents })
    .from(ledgerEntries)
    .where(eq(ledgerEntries.invoiceId, invoiceId))
    .orderBy(ledgerEntries.createdAt, ledgerEntries.kind);

function refund(invoiceId: string, amountCents: number, changes: Partial<typeof refunds.$inferInsert> = {}) {
  const number = Math.floor(Math.random() * 1e6);
  return t.services.db
    .insert(refunds)
    .values({ companyId, invoiceId, number, kind: 'card', amountCents, status: 'done', reason: 'asked for', ...changes });
}

describe('the ledger', () => {
  it('records what is billed, paid, credited, refunded and voided', async () => {
    const paid = await invoice();
    await refund(paid.id, 20_000);
    expect(await book(paid.id)).toEqual([
      { kind: 'billed', cents: 50_000 },
      { kind: 'paid', cents: 50_000 },
      { kind: 'refunded', cents: 20_000 },
    ]);
    const open = await invoice({ status: 'open', paymentMethod: 'invoice', transactionId: null });
    await refund(open.id, 5_000, { kind: 'credit' });
    await t.services.db.update(invoices).set({ status: 'paid' }).where(eq(invoices.id, open.id));
    expect(await book(open.id)).toEqual([
      { kind: 'billed', cents: 50_000 },
      { kind: 'credited', cents: 5_000 },
      { kind: 'paid', cents: 45_000 },
    ]);
    const wrong = await invoice({ status: 'open', paymentMethod: 'invoice', transactionId: null });
    await t.services.db.update(invoices).set({ status: 'void' }).where(eq(invoices.id, wrong.id));
    expect(await book(wrong.id)).toEqual([
      { kind: 'billed', cents: 50_000 },
      { kind: 'voided', cents: 50_000 },
    ]);
  });

  it('counts a pending refund when it is done, and never again', async () => {
    const { id } = await invoice();
    await refund(id, 10_000, { status: 'pending' });
    expect(await book(id)).toHaveLength(2);
    await t.services.db.update(refunds).set({ status: 'done' }).where(eq(refunds.invoiceId, id));
    expect(await book(id)).toHaveLength(3);
    await expect(t.services.db.update(refunds).set({ amountCents: 1 }).where(eq(refunds.invoiceId, id))).rejects.toThrow(
      /Failed query/,
    );
  });

  it.each(['ledger_entries', 'invoice_lines'])('refuses to change or delete lines of %s', async (table) => {
    const { id } = await invoice();
    await t.services.db.insert(invoiceLines).values({ invoiceId: id, description: 'a line', amountCents: 50_000 });
    for (const change of [`update ${table} set amount_cents = 1`, `delete from ${table}`])
      await expect(t.services.db.execute(sql.raw(change))).rejects.toMatchObject({
        cause: { message: expect.stringMatching(/append-only/) },
      });
  });

  it('refuses to empty the ledger, and to delete invoices, charges and refunds', async () => {
    for (const change of ['truncate ledger_entries', 'delete from invoices', 'delete from charges', 'delete from refunds'])
      await expect(t.services.db.execute(sql.raw(change))).rejects.toMatchObject({
        cause: { message: expect.stringMatching(/append-only/) },
      });
  });

  it('keeps what an invoice billed, its end, and its count of refunds', async () => {
    const { id } = await invoice();
    const change = (set: object) => t.services.db.update(invoices).set(set).where(eq(invoices.id, id));
    await expect(change({ amountCents: 1 })).rejects.toThrow(/Failed query/);
    await expect(change({ invoiceCustomId: 'INV-1' })).rejects.toThrow(/Failed query/);
    await expect(change({ status: 'open' })).rejects.toThrow(/Failed query/);
    await expect(change({ refundedCents: 100 })).rejects.toThrow(/Failed query/);
    await change({ remindAt: new Date() });
  });

  it('refunds no more than was captured, in any way and number of parts', async () => {
    const paid = await invoice();
    await refund(paid.id, 30_000);
    await refund(paid.id, 15_000);
    const refusal = await refund(paid.id, 5_001).catch((error: unknown) => error);
    expect(violatedConstraint(refusal)).toBe('invoices_refund_check');
    await refund(paid.id, 5_000);
    const open = await invoice({ status: 'open', paymentMethod: 'invoice', transactionId: null });
    const never = await refund(open.id, 100).catch((error: unknown) => error);
    expect(violatedConstraint(never)).toBe('ledger_entries_refund_check');
  });

  it('serves parallel refunds one after the other', async () => {
    const { id } = await invoice();
    const tries = await Promise.allSettled(Array.from({ length: 8 }, () => refund(id, 10_000)));
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
    const [row] = await t.services.db.select().from(invoices).where(eq(invoices.id, id));
    expect(row?.refundedCents).toBe(50_000);
  });

  it('accepts whole cents only', async () => {
    const columns = await t.services.db.execute<{ table_name: string; data_type: string }>(
      sql`select table_name, column_name, data_type from information_schema.columns where column_name like '%cents'`,
    );
    expect(columns.length).toBeGreaterThan(5);
    expect(columns.filter(({ data_type }) => !['integer', 'bigint'].includes(data_type))).toEqual([]);
  });

  it('refuses a charge, a line and an invoice of nothing', async () => {
    await expect(invoice({ amountCents: 0 })).rejects.toThrow(/Failed query/);
    const charge = { companyId, purpose: 'new_job' as const, subjectKey: 'x', idempotencyKey: newId(), gatewayOrderId: 'x' };
    await expect(t.services.db.insert(charges).values({ ...charge, amountCents: -1 })).rejects.toThrow(/Failed query/);
  });
});
