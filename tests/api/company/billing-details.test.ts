import { eq } from 'drizzle-orm';
import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { companies, employees } from '#drizzle/schema/companies.ts';
import { makeEmployee } from '#server/demo/builders.ts';
import { roles } from '#shared/access/access.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';
import { createBillingFixture } from '#tests/helpers/billing.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

const { contract, bill, findEmailsTo: emailsTo } = createBillingFixture(() => t);
const details = {
  name: 'Nora Quist',
  phone: '(402)555-0188',
  phoneExtension: '12',
  companyName: 'Prairie Freight Accounts Payable',
  street1: '1414 Harney St',
  street2: 'Suite 5',
  city: 'Omaha',
  state: 'NE',
  postalCode: '68102',
};

describe('billing information', () => {
  it('is the company’s own until it is saved, and its own afterwards', async () => {
    const { company, api } = await contract();
    const before = await api.company.billingDetails();
    expect(before).toMatchObject({
      isSaved: false,
      companyId: company.id,
      companyName: company.companyName,
      phone: company.phone,
      city: company.city,
    });
    const saved = await api.company.updateBillingDetails(details);
    expect(saved).toMatchObject({
      ...details,
      isSaved: true,
      phone: '4025550188',
      coordinates: { latitude: expect.any(Number) },
    });
    expect(await api.company.billingDetails()).toEqual(saved);
    expect(await api.company.get()).toMatchObject({ companyName: company.companyName });
  });

  it('suggests the founder’s name until the founder leaves', async () => {
    const { db } = t.services;
    const { company, api } = await contract();
    const founder = await makeEmployee(db, company.id, { firstName: 'Ida', lastName: 'Reyes', roles: [roles.companyUser] });
    await db.update(companies).set({ employerId: founder.id }).where(eq(companies.id, company.id));
    expect(await api.company.billingDetails()).toMatchObject({ name: 'Ida Reyes' });
    await db.update(employees).set({ active: false }).where(eq(employees.userId, founder.id));
    expect(await api.company.billingDetails()).toMatchObject({ name: '' });
    await db.update(employees).set({ active: true }).where(eq(employees.userId, founder.id));
    await (await t.createCallerFor(founder)).employees.leave();
    expect(await api.company.billingDetails()).toMatchObject({ name: '' });
  });

  it('is on receipts and on the mails with them', async () => {
    const { company, api, job, token } = await contract({ email: 'ap@prairie.example' });
    await api.company.updateBillingDetails(details);
    const { invoiceCustomId } = await bill(company.id, job.id);
    const answer = await t.app.inject({
      url: `/api/1.0/payment/receipts/${invoiceCustomId}`,
      headers: { authorization: `Bearer ${token}` },
    });
    const { text } = await extractText(await getDocumentProxy(new Uint8Array(answer.rawPayload)), { mergePages: true });
    const pdfText = text.replace(/\s+/g, ' ');
    for (const part of [
      details.companyName,
      details.name,
      '1414 Harney St',
      'Suite 5',
      'Omaha, NE 68102',
      '(402)555-0188 ext. 12',
    ])
      expect(pdfText).toContain(part);
    const [mail] = await emailsTo('ap@prairie.example');
    expect(mail?.data).toMatchObject({ receipt: { company: { name: details.companyName } } });
  });

  it('is changed by company admins only, read by their people, and refused outside the US', async () => {
    const { company, api } = await contract();
    const user = await t.createCallerFor(await makeEmployee(t.services.db, company.id, { roles: [roles.companyUser] }));
    await expect(user.company.updateBillingDetails(details)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect(await user.company.billingDetails()).toMatchObject({ isSaved: false });
    await expect(api.company.updateBillingDetails({ ...details, state: 'Ontario' })).rejects.toMatchObject({
      cause: { code: 'invalid', field: 'state' },
    });
    await expect(api.company.updateBillingDetails({ ...details, name: '' })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    const stranger = await contract();
    expect(await stranger.api.company.billingDetails()).toMatchObject({ companyId: stranger.company.id, isSaved: false });
  });
});
