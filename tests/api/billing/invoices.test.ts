import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { invoiceNumbers, invoices, ledgerEntries } from '#drizzle/schema/billing.ts';
import { invoiceNumberAt } from '#server/billing/take-invoice-number.ts';
import { writeInvoice } from '#server/billing/write-invoice.ts';
import { daysFromNow, makeUser } from '#server/demo/builders.ts';
import { roles } from '#shared/access/access.ts';
import { startTestApp, type Caller, type TestApp } from '#tests/helpers/app.ts';
import { createBillingFixture } from '#tests/helpers/billing.ts';
import { makeJobRequest } from '#tests/helpers/posting.ts';
import { getJobPrice } from '#tests/helpers/prices.ts';

let t: TestApp;
let admin: Caller;
let adminToken: string;
beforeAll(async () => {
  t = await startTestApp();
  const account = await makeUser(t.services.db, { roles: [roles.admin], lastName: 'Boss' });
  admin = await t.createCallerFor(account);
  adminToken = await t.createToken(account);
});
afterAll(() => t.close());

const { contract, bill, findEmailsTo: emailsTo } = createBillingFixture(() => t);

describe('numbers', () => {
  it('use every position, even with parallel and rolled-back writes', async () => {
    const { company, job } = await contract();
    const failing = () =>
      t.services.db.transaction(async (tx) => {
        const lines = [{ description: 'x', jobId: job.id, addonType: null, amountCents: 100 }];
        await writeInvoice(tx, {
          companyId: company.id,
          purpose: 'boost',
          subjectKey: `gone-${Math.random()}`,
          transaction: null,
          language: null,
          lines,
        });
        throw new Error('rolled back');
      });
    const work = Array.from({ length: 30 }, (_, n) => (n % 3 ? bill(company.id, job.id) : failing()));
    const done = await Promise.allSettled(work);
    expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(20);
    const rows = await t.services.db.select({ number: invoices.invoiceCustomId }).from(invoices);
    const [counter] = await t.services.db.select().from(invoiceNumbers);
    if (!counter) throw new Error('No invoice numbers were used');
    const expected = Array.from({ length: rows.length }, (_, index) => invoiceNumberAt(counter, index + 1));
    expect(rows.map(({ number }) => number).toSorted()).toEqual(expected.toSorted());
    expect(counter.last).toBe(rows.length);
  });
});

describe('an invoice on terms', () => {
  it('is mailed to the company, and its admins where the address is not proven', async () => {
    const { company, job } = await contract({ email: 'books@prairie.example' });
    await bill(company.id, job.id);
    expect(await emailsTo('books@prairie.example')).toMatchObject([{ template: 'invoice_issued' }]);
    const unproven = await contract({ email: 'typo@prairie.example' });
    await t.services.db.execute(sql`update companies set email_verified_at = null where id = ${unproven.company.id}`);
    await bill(unproven.company.id, unproven.job.id);
    expect(await emailsTo('typo@prairie.example')).toEqual([]);
    expect(await emailsTo(unproven.owner.email)).toMatchObject([{ template: 'invoice_issued' }]);
  });

  it('is marked paid by an administrator, once, and the company gets the receipt', async () => {
    const { company, job, api, token } = await contract({ email: 'paid@prairie.example' });
    const { invoiceCustomId: id } = await bill(company.id, job.id);
    const body = { status: 'paid', payment_reference: 'Check 1042' };
    expect((await t.callRest('PATCH', `/admin/invoices/${id}`, { token, body })).status).toBe(403);
    const paid = await t.callRest('PATCH', `/admin/invoices/${id}`, { token: adminToken, body });
    expect(paid).toMatchObject({
      status: 200,
      body: {
        data: {
          invoice_custom_id: id,
          status: 'paid',
          amount: 400,
          payment_reference: 'Check 1042',
          company_name: 'Prairie Freight',
        },
      },
    });
    expect(await t.callRest('PATCH', `/admin/invoices/${id}`, { token: adminToken, body })).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('is already paid') },
    });
    await expect(admin.billing.updateInvoice({ id, status: 'void', reason: 'too late' })).rejects.toMatchObject({
      code: 'CONFLICT',
    });
    expect((await api.billing.invoices({ status: 'paid' })).items.map(({ invoiceCustomId }) => invoiceCustomId)).toEqual([id]);
    expect((await emailsTo('paid@prairie.example')).map(({ template }) => template).toSorted()).toEqual([
      'invoice_issued',
      'payment_receipt',
    ]);
  });

  it('is voided with a reason that the company reads', async () => {
    const { company, job, api } = await contract();
    const { invoiceCustomId: id } = await bill(company.id, job.id);
    await expect(admin.billing.updateInvoice({ id, status: 'void' })).rejects.toMatchObject({ cause: { field: 'reason' } });
    await admin.billing.updateInvoice({ id, status: 'void', reason: 'Billed twice' });
    const [voidInvoice] = (await api.billing.invoices({ view: 'void' })).items;
    expect(voidInvoice).toMatchObject({ invoiceCustomId: id, status: 'void', voidReason: 'Billed twice' });
    await expect(admin.billing.refund({ id, amount: 10, reason: 'more' })).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  it('is credited in parts, up to what it is worth', async () => {
    const { company, job, api } = await contract();
    const { invoiceCustomId: id, id: row } = await bill(company.id, job.id);
    const credited = await admin.billing.refund({ id, amount: 150.5, reason: 'Down for a day' });
    expect(credited).toMatchObject({
      status: 'open',
      amount: 400,
      refunded: 150.5,
      refunds: [{ number: `${id}-R1`, amount: 150.5, kind: 'credit', status: 'done' }],
    });
    await expect(admin.billing.refund({ id, amount: 250, reason: 'x y' })).rejects.toMatchObject({ cause: { field: 'amount' } });
    await expect(admin.billing.refund({ id, amount: 249.5, reason: 'all' })).rejects.toThrow(/void the invoice/i);
    await expect(api.billing.refund({ id, amount: 1, reason: 'mine' })).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await admin.billing.updateInvoice({ id, status: 'paid' });
    const book = await t.services.db.select().from(ledgerEntries).where(eq(ledgerEntries.invoiceId, row));
    expect(Object.fromEntries(book.map(({ kind, amountCents }) => [kind, amountCents]))).toEqual({
      billed: 400_00,
      credited: 150_50,
      paid: 249_50,
    });
    await expect(admin.billing.refund({ id, amount: 249.51, reason: 'too much' })).rejects.toMatchObject({
      cause: { field: 'amount' },
    });
    expect(await admin.billing.refund({ id, amount: 249.5, reason: 'the rest' })).toMatchObject({ refunded: 400 });
  });

  it('is reminded of before and after it is due, each time once, until it is paid', async () => {
    const { company, job } = await contract({ email: 'late@prairie.example' });
    const { id, invoiceCustomId } = await bill(company.id, job.id);
    const remindersOf = async () =>
      (await emailsTo('late@prairie.example')).filter(({ template }) => template === 'invoice_reminder');
    await t.worker.runOnce();
    expect(await remindersOf()).toHaveLength(0);
    const setDueDate = (days: number) =>
      t.services.db
        .update(invoices)
        .set({ dueAt: daysFromNow(days), remindAt: new Date() })
        .where(eq(invoices.id, id));
    await setDueDate(2);
    await Promise.all([t.worker.runOnce(), t.worker.runOnce()]);
    expect(await remindersOf()).toHaveLength(1);
    await setDueDate(-2);
    await t.worker.runOnce();
    await t.worker.runOnce();
    expect(await remindersOf()).toMatchObject([{ data: { daysLate: -2 } }, { data: { daysLate: 2 } }]);
    expect((await admin.billing.invoices({ view: 'overdue', companyId: company.id })).pagination.total).toBe(1);
    await admin.billing.updateInvoice({ id: invoiceCustomId, status: 'paid' });
    await t.services.db.update(invoices).set({ remindAt: new Date() }).where(eq(invoices.id, id));
    await t.worker.runOnce();
    expect(await remindersOf()).toHaveLength(2);
  });
});

describe('lists', () => {
  it('find, sort and count with several lines and refunds of each', async () => {
    const { company, job, api, token } = await contract({ companyName: 'Aurora Haulers' });
    const big = await bill(company.id, job.id, [300_00, 100_00, 100_00, 100_00]);
    await bill(company.id, job.id, [300_00]);
    await admin.billing.refund({ id: big.invoiceCustomId, amount: 1, reason: 'first' });
    await admin.billing.refund({ id: big.invoiceCustomId, amount: 2, reason: 'second' });
    const all = await api.billing.invoices({ orders: [{ field: 'amount', direction: 'desc' }] });
    expect(all.pagination.total).toBe(2);
    expect(all.items.map(({ amount, lines, refunds, refunded }) => [amount, lines.length, refunds.length, refunded])).toEqual([
      [600, 4, 2, 3],
      [300, 1, 0, 0],
    ]);
    const filters = { and: [{ field: 'amount', operator: 'greater_than', value: 300 }] };
    expect((await api.billing.invoices({ filters })).items).toMatchObject([{ invoiceCustomId: big.invoiceCustomId }]);
    expect((await admin.billing.invoices({ query: 'aurora' })).pagination.total).toBe(2);
    expect((await admin.billing.invoices({ query: 'Promote: Tanker Driver 3' })).pagination.total).toBe(1);
    const stranger = await contract();
    expect((await stranger.api.billing.invoices({ query: 'aurora', companyId: company.id })).items).toEqual([]);
    const ofJob = await t.callRest('POST', '/payment/employer/job/invoice', { token, body: { job_id: job.id } });
    expect(ofJob.body).toMatchObject({
      data: [
        { amount: 300, status: 'open', transaction_id: null },
        { id: big.invoiceCustomId, amount: 600 },
      ],
      pagination: { total: 2 },
    });
    const foreign = { token: stranger.token, body: { job_id: job.id } };
    expect((await t.callRest('POST', '/payment/employer/job/invoice', foreign)).status).toBe(404);
  });

  it('of a job show what that job cost in an order of several', async () => {
    const { api, token } = await contract();
    const addons = [{ addonType: 'promote' as const, subscribed: true }];
    const { addresses } = makeJobRequest();
    const order = await api.checkout.placeOrder(makeJobRequest({ addons, addresses: addresses.slice(0, 2) }));
    const charged = await api.checkout.charge({ orderToken: order.orderToken });
    expect(charged.amount).toBe(2 * getJobPrice('promote'));
    for (const { id } of order.jobs) {
      const items = await t.callRest('POST', '/payment/employer/job/invoice', { token, body: { job_id: id } });
      expect(items.body).toMatchObject({
        data: [{ id: charged.invoiceCustomId, amount: getJobPrice('promote') }],
        pagination: { total: 1 },
      });
    }
  });

  it('go into files with every line', async () => {
    const { company, job, token } = await contract();
    for (let n = 0; n < 3; n += 1) await bill(company.id, job.id);
    const file = async (path: string) =>
      ((await t.callRest('POST', path, { token, body: {} })).body as unknown as string).trim().split('\r\n');
    const invoiceRows = await file('/payment/company/invoice/export');
    expect(invoiceRows).toHaveLength(4);
    expect(invoiceRows[0]).toContain('Invoice,Company,Date (Central time),Item,Status');
    expect(invoiceRows[1]).toMatch(/New posting,open,Invoice,,400,0,/);
    const historyRows = await file('/payment/company/history/export');
    expect(historyRows).toHaveLength(4);
    expect(historyRows[1]).toMatch(/Tanker Driver,.*,300,/);
  });
});
