import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { charges } from '#drizzle/schema/billing.ts';
import { applications } from '#drizzle/schema/drivers.ts';
import { outbox } from '#drizzle/schema/outbox.ts';
import {
  daysFromNow,
  makeCompany,
  makeDriver,
  makeEmployee,
  makeJob,
  makeUser,
  rowOfApplication,
} from '#server/demo/builders.ts';
import { roles } from '#shared/access/access.ts';
import { type Language, languages } from '#shared/texts/texts.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';
import { createBillingFixture } from '#tests/helpers/billing.ts';
import { rejectUnanswered } from '#tests/helpers/gateway-faults.ts';
import { makeJobRequest } from '#tests/helpers/posting.ts';
import { makePayingCompany, makeRunningJob } from '#tests/helpers/renewals.ts';
import { createCardToken } from '#tests/helpers/test-cards.ts';

/** The language of the requests, which a test in English could not tell from the fallback. */
const other: Language = languages.at(-1) ?? 'en';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

/** The emails of a recipient by template, with the languages that they are written in until the recipient chooses one. */
async function readMail(recipient: string) {
  const rows = await t.services.db.select().from(outbox).where(eq(outbox.recipient, recipient)).orderBy(outbox.id);
  const languagesOf = (template: string) => rows.filter((row) => row.template === template).map(({ language }) => language);
  return Object.fromEntries(rows.map(({ template }) => [template, languagesOf(template)]));
}

it('the emails after paying are in the language of the request', async () => {
  const { id: companyId, email } = await makeCompany(t.services.db);
  const buyer = await makeEmployee(t.services.db, companyId);
  const api = await t.createCallerFor(buyer, other);
  const { orderToken } = await api.checkout.placeOrder(makeJobRequest());
  await api.checkout.charge({ orderToken, cardToken: await createCardToken(t.simulator.url) });
  expect(await readMail(buyer.email)).toMatchObject({ new_job: [other] });
  expect(await readMail(email ?? '')).toMatchObject({ payment_receipt: [other] });
});

it('the emails of a company that pays by invoice are in the language of the request', async () => {
  const { id: companyId, email } = await makeCompany(t.services.db, { billingType: 'invoice' });
  const buyer = await makeEmployee(t.services.db, companyId);
  const api = await t.createCallerFor(buyer, other);
  const job = await makeRunningJob(t, companyId, { endsInDays: 2 });
  await api.checkout.renew({ jobId: job.id });
  await api.checkout.buyBoost({ jobId: job.id });
  expect(await readMail(buyer.email)).toMatchObject({ renew_job: [other], boost_job: [other] });
  expect(await readMail(email ?? '')).toMatchObject({ invoice_issued: [other, other] });
});

it('a payment that the worker finishes is reported in the language of the request that began it', async () => {
  const { companyId, account } = await makePayingCompany(t);
  const api = await t.createCallerFor(account, other);
  const job = await makeRunningJob(t, companyId);
  const gateway = t.services.gateway;
  t.services.gateway = { ...gateway, charge: rejectUnanswered, findByOrderId: rejectUnanswered };
  await api.checkout.buyBoost({ jobId: job.id });
  t.services.gateway = gateway;
  await t.services.db
    .update(charges)
    .set({ dueAt: new Date(0), leaseUntil: null, mayArriveUntil: new Date(0) })
    .where(eq(charges.companyId, companyId));
  await t.worker.runOnce();
  expect(await readMail(account.email)).toMatchObject({ payment_not_taken: [other] });
});

it('receipts of refunds and of voided invoices are in the language of the request', async () => {
  const admin = await makeUser(t.services.db, { roles: [roles.superAdmin] });
  const api = await t.createCallerFor(admin, other);
  const billing = createBillingFixture(() => t);
  const { company, job } = await billing.contract();
  const credited = await billing.bill(company.id, job.id);
  await api.billing.refund({ id: credited.invoiceCustomId, amount: 50, reason: 'too much' });
  const voided = await billing.bill(company.id, job.id);
  await api.billing.updateInvoice({ id: voided.invoiceCustomId, status: 'void', reason: 'twice' });
  expect(await readMail(company.email ?? '')).toMatchObject({ refund_made: [other], invoice_voided: [other] });
});

it('an interview is proposed and answered in the languages of the two requests', async () => {
  const { db } = t.services;
  const { id: companyId } = await makeCompany(db);
  const recruiter = await makeEmployee(db, companyId);
  const driver = await makeDriver(db);
  const row = rowOfApplication(await makeJob(db, companyId), driver);
  const [application] = await db.insert(applications).values(row).returning({ id: applications.id });
  const company = await t.createCallerFor(recruiter, other);
  const time = daysFromNow(2).toISOString();
  const proposal = { applicantId: application?.id ?? '', kind: 'phone' as const, minutes: 30 as const, times: [time] };
  const { id } = await company.interviews.propose(proposal);
  const me = await t.createCallerFor(driver, 'en');
  await me.interviews.choose({ id, time });
  expect(await readMail(driver.email)).toMatchObject({ interview_proposed: [other], interview_scheduled: ['en'] });
  expect(await readMail(recruiter.email)).toMatchObject({ applicant_interview: ['en'] });
});

it('the clock writes in English', async () => {
  const { companyId, account } = await makePayingCompany(t);
  await makeRunningJob(t, companyId, { endsInDays: 0, autoRenew: true });
  await t.worker.runOnce();
  expect(await readMail(account.email)).toMatchObject({ auto_renew_job: [null] });
});
