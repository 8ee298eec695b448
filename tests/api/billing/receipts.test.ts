import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import PostalMime from 'postal-mime';
import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cards } from '#drizzle/schema/billing.ts';
import { makeCompany, makeUser } from '#server/demo/builders.ts';
import { roles } from '#shared/access/access.ts';
import { formatsIn } from '#shared/format.ts';
import { startTestApp, type Caller, type TestApp } from '#tests/helpers/app.ts';
import { createBillingFixture } from '#tests/helpers/billing.ts';

const { money } = formatsIn('en');

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

async function pdfText(bytes: Uint8Array) {
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(bytes)), { mergePages: true });
  return text.replace(/\s+/g, ' ');
}

describe('a receipt', () => {
  it('is a PDF with the invoice’s data, for download and by email', async () => {
    const { company, job, api, token } = await contract({ email: 'pdf@prairie.example' });
    const { invoiceCustomId: id } = await bill(company.id, job.id, [300_00, 100_00, 50_25]);
    await admin.billing.refund({ id, amount: 20, reason: 'Late start' });
    const response = await t.callRest('POST', '/payment/company/billing/payment-receipt', {
      token,
      body: { invoiceId: id, send: true },
    });
    const { url } = response.body.data as { url: string };
    expect(url).toBe(`${t.services.settings.publicUrl}/api/1.0/payment/receipts/${id}`);
    const byCustomId = await t.callRest('POST', '/payment/company/billing/payment-receipt', {
      token,
      body: { invoice_custom_id: id },
    });
    expect(byCustomId).toMatchObject({ status: 200, body: { data: { url } } });
    expect((await t.callRest('POST', '/payment/company/billing/payment-receipt', { token, body: {} })).status).toBe(422);
    const answer = await t.app.inject({ url: new URL(url).pathname, headers: { authorization: `Bearer ${token}` } });
    expect(answer).toMatchObject({ statusCode: 200, headers: { 'content-type': 'application/pdf' } });
    const text = await pdfText(answer.rawPayload);
    const [invoice] = (await api.billing.invoices({ query: id })).items;
    for (const { description, amount } of invoice!.lines) expect(text).toContain(`${description} ${money(amount)}`);
    for (const part of [id, company.companyName, `Total ${money(invoice!.amount)}`, `Amount due ${money(430.25)}`, 'Late start'])
      expect(text).toContain(part);
    await t.worker.runOnce();
    const folder = join(t.services.settings.dataDir, 'outbox');
    const emails = await Promise.all(readdirSync(folder).map((name) => PostalMime.parse(readFileSync(join(folder, name)))));
    const ownEmails = emails.filter(({ to }) => to?.[0]?.address === 'pdf@prairie.example');
    const names = ownEmails
      .flatMap(({ attachments }) => attachments.map(({ filename }) => filename ?? ''))
      .toSorted((a, b) => a.localeCompare(b));
    expect(names).toEqual([`${id}-R1.pdf`, `${id}.pdf`, `${id}.pdf`]);
    const attached = ownEmails.find(({ subject }) => subject?.startsWith('Refund'))?.attachments[0]?.content as ArrayBuffer;
    expect(await pdfText(new Uint8Array(attached))).toContain('This refund -$20.00');
  });

  it('is for the company and those who see every company', async () => {
    const { company, job } = await contract();
    const { invoiceCustomId: id } = await bill(company.id, job.id);
    const stranger = await contract();
    expect((await t.callRest('GET', `/payment/receipts/${id}`, { token: stranger.token })).status).toBe(404);
    expect((await t.callRest('GET', `/payment/receipts/${id}?refund=1`, { token: adminToken })).status).toBe(404);
    expect((await t.callRest('GET', `/payment/receipts/${id}`)).status).toBe(401);
    expect((await t.callRest('GET', `/payment/receipts/${id}`, { token: adminToken })).status).toBe(200);
  });
});

describe('a card that ends', () => {
  it('is reported 30 days before, 7 days before and when it has expired; never to a company on terms', async () => {
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
    expect(await emailsTo('card@prairie.example')).toMatchObject([
      { template: 'card_expiring', data: { card: { cardType: 'visa' }, expires: expirationDate, isOver: false } },
    ]);
    expect(await emailsTo('terms@prairie.example')).toEqual([]);
    const [row] = await t.services.db.select().from(cards).where(eq(cards.companyId, company.id));
    expect(row?.noticeDueAt && row.noticeDueAt > new Date()).toBe(true);
  });
});
