import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import PostalMime from 'postal-mime';
import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cards, invoiceNumbers, invoices, ledgerEntries } from '#drizzle/schema/billing.ts';
import { outbox } from '#drizzle/schema/outbox.ts';
import { roles } from '#shared/access.ts';
import { money } from '#shared/format.ts';
import { writeInvoice } from '#server/billing/write-invoice.ts';
import { daysFromNow, makeCompany, makeEmployee, makeJob, makeUser } from '#server/demo/builders.ts';
import { startTestApp, type Caller, type TestApp } from '#tests/helpers/app.ts';

let t: TestApp;
let admin: Caller;
let adminToken: string;
beforeAll(async () => {
  t = await startTestApp();
  const account = await makeUser(t.services.db, { roles: [roles.admin], lastName: 'Boss' });
  admin = await t.as(account);
  adminToken = await t.tokenOf(account);
});
afterAll(() => t.close());

let orders = 0;
async function contract(changes: { companyName?: string; email?: string } = {}) {
  const company = await makeCompany(t.services.db, { billingType: 'CONTRACT', ...changes });
  const owner = await makeEmployee(t.services.db, company.id);
  const job = await makeJob(t.services.db, company.id, { title: 'Tanker Driver' });
  return { company, api: await t.as(owner), token: await t.tokenOf(owner), owner, job };
}

function bill(companyId: string, jobId: string, lines = [300_00, 100_00]) {
  orders += 1;
  const subjectKey = `order-${orders}`;
  return t.services.db.transaction((tx) =>
    writeInvoice(tx, {
      companyId,
      purpose: 'new_job',
      subjectKey,
      transaction: null,
      lines: lines.map((amountCents, n) => ({
        description: n === 0 ? '30-day posting: Tanker Driver' : `Promote: Tanker Driver ${n}`,
        jobId,
        addonType: n === 0 ? null : 'promote',
        amountCents,
      })),
    }),
  );
}

const mailsTo = (email: string) =>
  t.services.db
    .select({ template: outbox.template, data: outbox.data })
    .from(outbox)
    .where(eq(outbox.recipient, email))
    .orderBy(outbox.id);

describe('numbers', () => {
  it('have no gap, whatever is written at once and taken back', async () => {
    const { company, job } = await contract();
    const failing = () =>
      t.services.db.transaction(async (tx) => {
        const lines = [{ description: 'x', jobId: job.id, addonType: null, amountCents: 100 }];
        await writeInvoice(tx, {
          companyId: company.id,
          purpose: 'boost',
          subjectKey: `gone-${Math.random()}`,
          transaction: null,
          lines,
        });
        throw new Error('taken back');
      });
    const work = Array.from({ length: 30 }, (_, n) => (n % 3 ? bill(company.id, job.id) : failing()));
    const done = await Promise.allSettled(work);
    expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(20);
    const rows = await t.services.db.select({ number: invoices.invoiceCustomId }).from(invoices);
    const numbers = rows.map(({ number }) => Number(number.slice(-6))).toSorted((a, b) => a - b);
    expect(numbers).toEqual(Array.from({ length: numbers.length }, (_, n) => n + 1));
    const [counter] = await t.services.db.select().from(invoiceNumbers);
    expect(counter?.last).toBe(numbers.length);
  });
});

describe('an invoice on terms', () => {
  it('is mailed to the company, and its admins where the address is not proven', async () => {
    const { company, job } = await contract({ email: 'books@prairie.example' });
    await bill(company.id, job.id);
    expect(await mailsTo('books@prairie.example')).toMatchObject([{ template: 'invoice_issued' }]);
    const unproven = await contract({ email: 'typo@prairie.example' });
    await t.services.db.execute(sql`update companies set email_verified_at = null where id = ${unproven.company.id}`);
    await bill(unproven.company.id, unproven.job.id);
    expect(await mailsTo('typo@prairie.example')).toEqual([]);
    expect(await mailsTo(unproven.owner.email)).toMatchObject([{ template: 'invoice_issued' }]);
  });

  it('is marked paid by an administrator, once, and the company gets the receipt', async () => {
    const { company, job, api, token } = await contract({ email: 'paid@prairie.example' });
    const { invoiceCustomId: id } = await bill(company.id, job.id);
    const body = { status: 'paid', payment_reference: 'Check 1042' };
    expect((await t.rest('PATCH', `/admin/invoices/${id}`, { token, body })).status).toBe(403);
    const paid = await t.rest('PATCH', `/admin/invoices/${id}`, { token: adminToken, body });
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
    expect(await t.rest('PATCH', `/admin/invoices/${id}`, { token: adminToken, body })).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('is already paid') },
    });
    await expect(admin.billing.updateInvoice({ id, status: 'void', reason: 'too late' })).rejects.toMatchObject({
      code: 'CONFLICT',
    });
    expect((await api.billing.invoices({ status: 'paid' })).items.map(({ invoiceCustomId }) => invoiceCustomId)).toEqual([id]);
    expect((await mailsTo('paid@prairie.example')).map(({ template }) => template).toSorted()).toEqual([
      'invoice_issued',
      'payment_receipt',
    ]);
  });

  it('is voided with a reason that the company reads', async () => {
    const { company, job, api } = await contract();
    const { invoiceCustomId: id } = await bill(company.id, job.id);
    await expect(admin.billing.updateInvoice({ id, status: 'void' })).rejects.toMatchObject({ cause: { field: 'reason' } });
    await admin.billing.updateInvoice({ id, status: 'void', reason: 'Billed twice' });
    const [seen] = (await api.billing.invoices({ view: 'void' })).items;
    expect(seen).toMatchObject({ invoiceCustomId: id, status: 'void', voidReason: 'Billed twice' });
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
    await expect(admin.billing.refund({ id, amount: 249.5, reason: 'all' })).rejects.toThrow(/void the invoice/);
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
      (await mailsTo('late@prairie.example')).filter(({ template }) => template === 'invoice_reminder');
    await t.worker.runOnce();
    expect(await remindersOf()).toHaveLength(0);
    const dueIn = (days: number) =>
      t.services.db
        .update(invoices)
        .set({ dueAt: daysFromNow(days), remindAt: new Date() })
        .where(eq(invoices.id, id));
    await dueIn(2);
    await Promise.all([t.worker.runOnce(), t.worker.runOnce()]);
    expect(await remindersOf()).toHaveLength(1);
    await dueIn(-2);
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
    const ofJob = await t.rest('POST', '/payment/employer/job/invoice', { token, body: { job_id: job.id } });
    expect(ofJob.body).toMatchObject({
      data: [
        { amount: 300, status: 'open', transaction_id: null },
        { id: big.invoiceCustomId, amount: 600 },
      ],
      pagination: { total: 2 },
    });
    const foreign = { token: stranger.token, body: { job_id: job.id } };
    expect((await t.rest('POST', '/payment/employer/job/invoice', foreign)).status).toBe(404);
  });

  it('go into files with every line', async () => {
    const { company, job, token } = await contract();
    for (let n = 0; n < 3; n += 1) await bill(company.id, job.id);
    const file = async (path: string) =>
      ((await t.rest('POST', path, { token, body: {} })).body as unknown as string).trim().split('\r\n');
    const invoiceRows = await file('/payment/company/invoice/export');
    expect(invoiceRows).toHaveLength(4);
    expect(invoiceRows[0]).toContain('Invoice,Company,Date (UTC),For,Status');
    expect(invoiceRows[1]).toMatch(/New posting,open,Invoice,,400,0,/);
    const historyRows = await file('/payment/company/history/export');
    expect(historyRows).toHaveLength(4);
    expect(historyRows[1]).toMatch(/Tanker Driver,.*,300,/);
  });
});

async function pdfText(bytes: Uint8Array) {
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(bytes)), { mergePages: true });
  return text.replace(/\s+/g, ' ');
}

describe('a receipt', () => {
  it('is a PDF that says what the invoice says, to see and by mail', async () => {
    const { company, job, api, token } = await contract({ email: 'pdf@prairie.example' });
    const { invoiceCustomId: id } = await bill(company.id, job.id, [300_00, 100_00, 50_25]);
    await admin.billing.refund({ id, amount: 20, reason: 'Late start' });
    const asked = await t.rest('POST', '/payment/company/billing/payment-receipt', {
      token,
      body: { invoiceId: id, send: true },
    });
    const { url } = asked.body.data as { url: string };
    expect(url).toBe(`${t.services.settings.publicUrl}/api/1.0/payment/receipts/${id}`);
    const answer = await t.app.inject({ url: new URL(url).pathname, headers: { authorization: `Bearer ${token}` } });
    expect(answer).toMatchObject({ statusCode: 200, headers: { 'content-type': 'application/pdf' } });
    const text = await pdfText(answer.rawPayload);
    const [invoice] = (await api.billing.invoices({ query: id })).items;
    for (const { description, amount } of invoice!.lines) expect(text).toContain(`${description} ${money(amount)}`);
    for (const part of [id, company.companyName, `Total ${money(invoice!.amount)}`, `Amount due ${money(430.25)}`, 'Late start'])
      expect(text).toContain(part);
    await t.worker.runOnce();
    const folder = join(t.services.settings.dataDir, 'outbox');
    const letters = await Promise.all(readdirSync(folder).map((name) => PostalMime.parse(readFileSync(join(folder, name)))));
    const mine = letters.filter(({ to }) => to?.[0]?.address === 'pdf@prairie.example');
    const names = mine
      .flatMap(({ attachments }) => attachments.map(({ filename }) => filename ?? ''))
      .toSorted((a, b) => a.localeCompare(b));
    expect(names).toEqual([`${id}-R1.pdf`, `${id}.pdf`, `${id}.pdf`]);
    const attached = mine.find(({ subject }) => subject?.startsWith('Refund'))?.attachments[0]?.content as ArrayBuffer;
    expect(await pdfText(new Uint8Array(attached))).toContain('This refund -$20.00');
  });

  it('is for the company and those who see every company', async () => {
    const { company, job } = await contract();
    const { invoiceCustomId: id } = await bill(company.id, job.id);
    const stranger = await contract();
    expect((await t.rest('GET', `/payment/receipts/${id}`, { token: stranger.token })).status).toBe(404);
    expect((await t.rest('GET', `/payment/receipts/${id}?refund=1`, { token: adminToken })).status).toBe(404);
    expect((await t.rest('GET', `/payment/receipts/${id}`)).status).toBe(401);
    expect((await t.rest('GET', `/payment/receipts/${id}`, { token: adminToken })).status).toBe(200);
  });
});

describe('a card that ends', () => {
  it('is told of 30 days before, 7 days before and when it has ended; never of one on terms', async () => {
    const company = await makeCompany(t.services.db, { email: 'card@prairie.example' });
    const terms = await contract({ email: 'terms@prairie.example' });
    const end = new Date(Date.now() + 20 * 86_400_000);
    const expirationDate = `${String(end.getUTCMonth() + 1).padStart(2, '0')}/${String(end.getUTCFullYear()).slice(2)}`;
    const card = { gatewayCustomerId: 'x', gatewayPaymentMethodId: 'y', cardType: 'visa', maskedNumber: '411111******1111' };
    for (const companyId of [company.id, terms.company.id])
      await t.services.db
        .insert(cards)
        .values({ ...card, companyId, expirationDate, cardHolderName: 'Dana', noticeDueAt: new Date() });
    await t.worker.runOnce();
    await t.worker.runOnce();
    expect(await mailsTo('card@prairie.example')).toMatchObject([
      { template: 'card_expiring', data: { card: 'Visa ending in 1111', expires: expirationDate, isOver: false } },
    ]);
    expect(await mailsTo('terms@prairie.example')).toEqual([]);
    const [row] = await t.services.db.select().from(cards).where(eq(cards.companyId, company.id));
    expect(row?.noticeDueAt && row.noticeDueAt > new Date()).toBe(true);
  });
});
