import { eq, sql } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { auditLog, sessions, users } from '#drizzle/schema/accounts.ts';
import { cards, charges, invoices } from '#drizzle/schema/billing.ts';
import { newId } from '#drizzle/schema/columns.ts';
import { companies, companyIdentities, companySignIns, employees } from '#drizzle/schema/companies.ts';
import { applications } from '#drizzle/schema/drivers.ts';
import { applicationEvents } from '#drizzle/schema/hiring.ts';
import { jobs } from '#drizzle/schema/jobs.ts';
import { media } from '#drizzle/schema/media.ts';
import { batchRecipients, conversations, messageBatches, messages } from '#drizzle/schema/messages.ts';
import { outbox } from '#drizzle/schema/outbox.ts';
import { sweepClosedCompanies } from '#server/deletion/sweep-companies.ts';
import { makeCompany, makeDriver, makeEmployee, makeJob, makeUser, rowOfApplication } from '#server/demo/builders.ts';
import { sweepOutbox } from '#server/mail/outbox.ts';
import { storeImage } from '#server/media/store-image.ts';
import { roles } from '#shared/access/access.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';
import { createBillingFixture, findEmailTemplates } from '#tests/helpers/billing.ts';
import { createCardToken, testCards } from '#tests/helpers/test-cards.ts';

let t: TestApp;
beforeAll(async () => void (t = await startTestApp()));
afterAll(() => t.close());
const { bill } = createBillingFixture(() => t);

const dayMs = 24 * 60 * 60 * 1000;
const stored = async (id: string) => (await t.services.db.select().from(companies).where(eq(companies.id, id)))[0]!;
const isRead = async (path: string) => (await t.app.inject({ url: path })).statusCode === 200;

/** Whether the gateway still takes money from a stored card. */
async function chargeWith(card: { customerId: string; paymentMethodId: string }): Promise<'charged' | 'refused'> {
  const orderId = newId().replaceAll('-', '').slice(-17);
  const request = { source: { kind: 'stored' as const, card }, amountCents: 100, orderId, idempotencyKey: newId() };
  const charge = t.services.gateway.charge({ ...request, description: 'Test', initiatedBy: 'merchant' });
  return charge.then(
    ({ outcome }) => (outcome === 'approved' ? 'charged' : 'refused'),
    () => 'refused',
  );
}

/** A company with people, a posted job that renews, a draft, an applicant with everything, a card, an invoice and a logo. */
async function running(companyName: string) {
  const { db } = t.services;
  const company = await makeCompany(db, { companyName, phone: '4025550100', phoneExtension: '12' });
  const admin = await makeEmployee(db, company.id, { roles: [roles.companyAdmin] });
  const colleague = await makeEmployee(db, company.id, { roles: [roles.companyUser, roles.driver] });
  const job = await makeJob(db, company.id, { employerId: admin.id, autoRenew: true });
  const scheduled = await makeJob(db, company.id, { status: 'SCHEDULED', scheduledAt: new Date(Date.now() + dayMs) });
  const disabled = await makeJob(db, company.id, { status: 'DISABLED' });
  const driver = await makeDriver(db, { user: { lastName: 'Quackenbush' } });
  const [application] = await db.insert(applications).values(rowOfApplication(job, driver)).returning({ id: applications.id });
  const applicationId = application!.id;
  await db.insert(applicationEvents).values({ applicationId, companyId: company.id, kind: 'note', text: 'Quackenbush is late' });
  const talk = { companyId: company.id, driverId: driver.id, applicationId, lastSender: 'company' as const };
  const [conversation] = await db.insert(conversations).values(talk).returning({ id: conversations.id });
  await db
    .insert(messages)
    .values({ conversationId: conversation!.id, sender: 'company', body: 'Hello Quackenbush', applicationId });
  const batch = { id: newId(), companyId: company.id, body: 'Hi', key: newId(), sendAt: new Date(Date.now() + dayMs) };
  await db.insert(messageBatches).values(batch);
  await db.insert(batchRecipients).values({ batchId: batch.id, applicationId, dueAt: batch.sendAt });
  const invoiceId = await bill(company.id, job.id);
  const square = { width: 8, height: 8, channels: 3 as const, background: '#c45a14' };
  const data = await sharp({ create: square }).webp().toBuffer();
  const owner = { ownerId: admin.id, companyId: company.id, kind: 'logo' as const };
  const logo = await storeImage(db, t.services.media, { data, width: 8, height: 8 }, owner);
  await db.update(companies).set({ logo: logo.name }).where(eq(companies.id, company.id));
  const api = await t.createCallerFor(admin);
  await api.billing.saveCard({
    cardToken: await createCardToken(t.simulator.url, testCards.approved),
    cardHolderName: 'Dana Whitfield',
  });
  return {
    company,
    admin,
    colleague,
    job,
    scheduled,
    disabled,
    driver,
    applicationId,
    invoiceId,
    logo: `/media/${logo.name}`,
    api,
  };
}

describe('closing a company', () => {
  test('takes jobs offline, stops renewals, deletes the card, keeps invoices and emails everyone', async () => {
    const { db } = t.services;
    const { company, admin, colleague, job, scheduled, disabled, api } = await running('Closing Carriers');
    const other = await running('Open Otters');
    expect((await t.callRest('GET', `/public/jobs/${job.id}`)).status).toBe(200);
    const [card] = await db.select().from(cards).where(eq(cards.companyId, company.id));
    const ref = { customerId: card!.gatewayCustomerId, paymentMethodId: card!.gatewayPaymentMethodId };
    expect(await chargeWith(ref)).toBe('charged');
    expect(await api.deletion.erasure()).toEqual({ erasedOn: null });
    const { erasedOn } = await api.deletion.closeCompany({ name: ' closing  carriers ' });
    expect(await api.deletion.erasure()).toEqual({ erasedOn });
    expect(await other.api.deletion.erasure()).toEqual({ erasedOn: null });
    expect(Math.round((erasedOn.getTime() - Date.now()) / dayMs)).toBe(30);
    expect((await t.callRest('GET', `/public/jobs/${job.id}`)).status).not.toBe(200);
    const rows = await db.select().from(jobs).where(eq(jobs.companyId, company.id));
    const statusOf = (id: string) => rows.find((row) => row.id === id)?.status;
    expect([job, scheduled, disabled].map(({ id }) => statusOf(id))).toEqual(['CLOSED', 'CLOSED', 'DISABLED']);
    expect(rows.map(({ autoRenew, nextBillingDate }) => [autoRenew, nextBillingDate])).toEqual(rows.map(() => [false, null]));
    expect(await db.select().from(cards).where(eq(cards.companyId, company.id))).toEqual([]);
    expect(await chargeWith(ref)).toBe('refused');
    expect(await db.select().from(invoices).where(eq(invoices.companyId, company.id))).toMatchObject([{ status: 'open' }]);
    for (const person of [admin, colleague]) expect(await findEmailTemplates(t, person.email)).toContain('company_closed');
    expect(await stored(company.id)).toMatchObject({ status: 'Cancelled', erasedAt: null });
    const [entry] = await db.select().from(auditLog).where(eq(auditLog.action, 'company.close'));
    expect(entry).toMatchObject({ actorId: admin.id, companyId: company.id });
    expect((await t.callRest('GET', `/public/jobs/${other.job.id}`)).status).toBe(200);
    expect(await stored(other.company.id)).toMatchObject({ status: 'Active', closedAt: null });
    expect(await findEmailTemplates(t, other.admin.email)).not.toContain('company_closed');
  });

  test('is for company admins who type the name, confirmed, not impersonated, and once', async () => {
    const { db } = t.services;
    const { company, admin, colleague, api } = await running('Particular Partners');
    await expect(api.deletion.closeCompany({ name: 'Other Partners' })).rejects.toMatchObject({
      cause: { code: 'invalid', field: 'name' },
    });
    const body = { name: 'Particular Partners' };
    const close = (token: string) => t.callRest('POST', '/companies/close', { token, body });
    expect((await close(await t.createToken(colleague))).status).toBe(403);
    expect((await close(await t.createToken(await makeUser(db, { roles: [roles.superAdmin] })))).status).toBe(403);
    const superAdmin = await makeUser(db, { roles: [roles.superAdmin] });
    expect((await close(await t.createImpersonationToken(superAdmin, admin))).body.errors[0]?.code).toBe('impersonating');
    const token = await t.createToken(admin);
    await db
      .update(sessions)
      .set({ confirmedAt: new Date(Date.now() - 11 * 60_000) })
      .where(eq(sessions.userId, admin.id));
    expect((await close(token)).body.errors[0]?.code).toBe('step_up_required');
    expect((await stored(company.id)).closedAt).toBeNull();
    const tokens = await Promise.all(Array.from({ length: 4 }, () => t.createToken(admin)));
    const statuses = (await Promise.all(tokens.map(close))).map(({ status }) => status);
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409]);
  });

  test('waits for a payment in progress', async () => {
    const { company, job, api } = await running('Paying Pelicans');
    const charge = { companyId: company.id, purpose: 'renewal' as const, subjectKey: job.id, jobId: job.id, amountCents: 100 };
    await t.services.db.insert(charges).values({ ...charge, idempotencyKey: newId(), gatewayOrderId: newId().slice(0, 17) });
    await expect(api.deletion.closeCompany({ name: 'Paying Pelicans' })).rejects.toMatchObject({
      cause: { code: 'payment_in_progress' },
    });
    expect((await stored(company.id)).status).toBe('Active');
  });
});

describe('the data of a closed company', () => {
  test('is erased after 30 days and not before; invoices stay, people keep their accounts', async () => {
    const { db } = t.services;
    const { company, admin, colleague, job, driver, applicationId, logo, api } = await running('Erased Elks');
    const other = await running('Kept Kites');
    const provider = { issuer: 'https://id.example.com', clientId: 'haulboard', sealedSecret: 'sealed', domainToken: 'token' };
    const provedDomain = { ...provider, domain: 'elks.example', domainVerifiedAt: new Date() };
    await db.insert(companySignIns).values({ ...provedDomain, companyId: company.id });
    await db
      .insert(companyIdentities)
      .values({ companyId: company.id, issuer: provider.issuer, subject: 'wapiti', userId: colleague.id });
    await api.deletion.closeCompany({ name: 'Erased Elks' });
    const closedDaysAgo = (days: number) =>
      db
        .update(companies)
        .set({ closedAt: new Date(Date.now() - days * dayMs) })
        .where(eq(companies.id, company.id));
    await closedDaysAgo(29.9);
    await sweepClosedCompanies(t.services);
    expect((await stored(company.id)).erasedAt).toBeNull();
    expect((await db.select().from(applications).where(eq(applications.id, applicationId)))[0]?.lastName).toBe('Quackenbush');
    expect(await isRead(logo)).toBe(true);

    await closedDaysAgo(30.1);
    await sweepClosedCompanies(t.services);
    expect(await stored(company.id)).toMatchObject({
      companyName: 'Erased Elks',
      phone: null,
      phoneExtension: null,
      logo: null,
      email: '',
    });
    expect((await stored(company.id)).erasedAt).toBeInstanceOf(Date);
    expect(await db.select().from(applications).where(eq(applications.id, applicationId))).toMatchObject([
      { fullName: 'Deleted driver', email: null, driverId: null },
    ]);
    for (const table of [applicationEvents, conversations, messageBatches, employees, media, companySignIns, companyIdentities])
      expect(await db.select().from(table).where(eq(table.companyId, company.id))).toEqual([]);
    await db.insert(companySignIns).values({ ...provedDomain, companyId: other.company.id });
    expect(await isRead(logo)).toBe(false);
    expect((await db.select().from(jobs).where(eq(jobs.id, job.id)))[0]).toMatchObject({ descriptionHtml: '', title: job.title });
    expect(await db.select().from(invoices).where(eq(invoices.companyId, company.id))).toHaveLength(1);
    const rolesOf = async (id: string) => (await db.select().from(users).where(eq(users.id, id)))[0]?.roles;
    expect([await rolesOf(admin.id), await rolesOf(colleague.id)]).toEqual([[roles.companyUser], [roles.driver]]);
    expect(await findEmailTemplates(t, admin.email)).toEqual(['company_closed', 'company_erased']);
    expect((await (await t.createCallerFor(driver)).drivers.applications({ offset: 0, limit: 10 })).pagination.total).toBe(0);
    const staff = await t.createCallerFor(await makeUser(db, { roles: [roles.superAdmin] }));
    expect(await staff.company.get({ companyId: company.id })).toMatchObject({ status: 'Cancelled' });
    expect((await staff.billing.invoices({ companyId: company.id, offset: 0, limit: 10 })).pagination.total).toBe(1);
    await expect(staff.company.setStatus({ companyId: company.id, status: 'Active' })).rejects.toMatchObject({
      cause: { code: 'conflict' },
    });

    await sweepClosedCompanies(t.services);
    expect(await findEmailTemplates(t, admin.email)).toEqual(['company_closed', 'company_erased']);
    const remainingMessages = await db.execute(
      sql`select 1 from messages where body = 'Hello Quackenbush' and application_id = ${other.applicationId}`,
    );
    expect(remainingMessages.length).toBe(1);
    expect(await isRead(other.logo)).toBe(true);
  });

  test('stays when an administrator reopens the company in time', async () => {
    const { db } = t.services;
    const { company, applicationId, api } = await running('Reopened Ravens');
    await api.deletion.closeCompany({ name: 'Reopened Ravens' });
    await db
      .update(companies)
      .set({ closedAt: new Date(Date.now() - 40 * dayMs) })
      .where(eq(companies.id, company.id));
    const staff = await t.createCallerFor(await makeUser(db, { roles: [roles.superAdmin] }));
    await staff.company.setStatus({ companyId: company.id, status: 'Active' });
    await sweepClosedCompanies(t.services);
    expect(await stored(company.id)).toMatchObject({ status: 'Active', closedAt: null, erasedAt: null });
    expect((await db.select().from(applications).where(eq(applications.id, applicationId)))[0]?.lastName).toBe('Quackenbush');
  });

  test('a card that a crash left at the gateway is deleted by the worker', async () => {
    const { db } = t.services;
    const { company } = await running('Crashed Cranes');
    await db.update(companies).set({ closedAt: new Date(), status: 'Cancelled' }).where(eq(companies.id, company.id));
    await sweepClosedCompanies(t.services);
    expect(await db.select().from(cards).where(eq(cards.companyId, company.id))).toEqual([]);
  });
});

describe('deleting an employer’s account', () => {
  test('removes the person everywhere; the company keeps its jobs, notes and messages without a name', async () => {
    const { db } = t.services;
    const { company, admin, job, applicationId } = await running('Staying Storks');
    const person = await makeEmployee(db, company.id, {
      firstName: 'Zebulonia',
      lastName: 'Xanthippe',
      roles: [roles.companyUser],
    });
    await db.update(jobs).set({ employerId: person.id }).where(eq(jobs.id, job.id));
    await db
      .insert(applicationEvents)
      .values({ applicationId, companyId: company.id, kind: 'note', text: 'Good', authorId: person.id });
    const token = await t.createToken(person);
    expect((await t.callRest('DELETE', '/user', { token })).status).toBe(200);
    expect((await t.callRest('GET', '/user', { token })).status).toBe(401);
    expect(await db.select().from(users).where(eq(users.id, person.id))).toEqual([]);
    expect((await db.select().from(jobs).where(eq(jobs.id, job.id)))[0]).toMatchObject({ employerId: null, status: 'POSTED' });
    expect(await db.select().from(applicationEvents).where(eq(applicationEvents.text, 'Good'))).toMatchObject([
      { authorId: null },
    ]);
    expect(await findEmailTemplates(t, person.email)).toEqual(['account_deleted']);
    await t.worker.runOnce();
    await t.worker.runOnce();
    const [entry] = await db.select().from(auditLog).where(eq(auditLog.actorId, person.id));
    expect(entry).toMatchObject({ action: 'account.delete', subjectId: person.id, companyId: company.id, detail: null });
    expect((await (await t.createCallerFor(admin)).company.employees({ offset: 0, limit: 10 })).pagination.total).toBe(2);
  });

  test('the last email is deleted once it is sent, and with it the address', async () => {
    const { db } = t.services;
    const company = await makeCompany(db);
    const person = await makeEmployee(db, company.id, { roles: [roles.companyUser] });
    await (await t.createCallerFor(person)).deletion.deleteAccount();
    await db.update(outbox).set({ sentAt: new Date() }).where(eq(outbox.recipient, person.email));
    await sweepOutbox(db, 90);
    expect(await findEmailTemplates(t, person.email)).toEqual([]);
  });

  test('takes the driver profile of the same account along', async () => {
    const { db } = t.services;
    const { company } = await running('Double Ducks');
    const both = await makeDriver(db, { user: { roles: [roles.companyUser, roles.driver], lastName: 'Yardarm' } });
    await db.insert(employees).values({ userId: both.id, companyId: company.id });
    const elsewhere = await makeCompany(db);
    const job = await makeJob(db, elsewhere.id);
    const [application] = await db.insert(applications).values(rowOfApplication(job, both)).returning({ id: applications.id });
    await (await t.createCallerFor(both)).deletion.deleteAccount();
    expect(await db.select().from(applications).where(eq(applications.id, application!.id))).toMatchObject([
      { driverId: null, lastName: 'driver', email: null },
    ]);
  });

  test('the last admin hands over or closes the company first; staff accounts are refused', async () => {
    const { db } = t.services;
    const { company, admin, colleague, api } = await running('Handing Herons');
    await db.update(users).set({ passwordHash: 'of no password' }).where(eq(users.id, admin.id));
    await expect(api.deletion.deleteAccount()).rejects.toMatchObject({ cause: { code: 'conflict' } });
    await db
      .update(users)
      .set({ roles: [roles.companyAdmin], passwordHash: 'of no password' })
      .where(eq(users.id, colleague.id));
    const second = { id: colleague.id, roles: [roles.companyAdmin] };
    const outcomes = await Promise.allSettled([
      (await t.createCallerFor(admin)).deletion.deleteAccount(),
      (await t.createCallerFor(second)).deletion.deleteAccount(),
    ]);
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const left = outcomes[0].status === 'fulfilled' ? second : admin;
    await (await t.createCallerFor(left)).deletion.closeCompany({ name: company.companyName });
    await (await t.createCallerFor(left)).deletion.deleteAccount();
    expect(await db.select().from(employees).where(eq(employees.companyId, company.id))).toEqual([]);
    const staff = await t.createCallerFor(await makeUser(db, { roles: [roles.admin] }));
    await expect(staff.deletion.deleteAccount()).rejects.toMatchObject({ cause: { code: 'forbidden' } });
  });
});
