import { eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditLog } from '#drizzle/schema/accounts.ts';
import { newId } from '#drizzle/schema/columns.ts';
import { applications } from '#drizzle/schema/drivers.ts';
import { outbox } from '#drizzle/schema/outbox.ts';
import { sweepAudit } from '#server/audit/audit.ts';
import { makeCompany, makeDriver, makeJob, rowOfApplication } from '#server/demo/builders.ts';
import { sweepApplications } from '#server/drivers/erase-driver.ts';
import { deliverMail } from '#server/mail/deliver.ts';
import { sweepOutbox } from '#server/mail/outbox.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';

/** What the worker deletes by the clock (`docs/data.md`). */
let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 60 * 60 * 1000);

test('the defaults are those of docs/data.md', () => {
  expect(t.services.settings.retentionDays).toEqual({
    securityEvents: 400,
    audit: 2555,
    outbox: 90,
    applications: 1095,
    closedCompanies: 30,
  });
});

test('emails are deleted after they were sent or given up, and never before', async () => {
  const { db } = t.services;
  const row = (values: object) => ({
    id: newId(),
    recipient: 'a@b.example',
    template: 'x',
    data: {},
    dueAt: daysAgo(200),
    ...values,
  });
  const [sent, failed, recent, waiting] = [
    row({ sentAt: daysAgo(91) }),
    row({ failedAt: daysAgo(91) }),
    row({ sentAt: daysAgo(89) }),
    row({ createdAt: daysAgo(200) }),
  ] as const;
  await db.insert(outbox).values([sent, failed, recent, waiting]);
  expect(await sweepOutbox(db, 90)).toBe(2);
  const left = await db.select({ id: outbox.id }).from(outbox);
  expect(new Set(left.map(({ id }) => id))).toEqual(new Set([recent.id, waiting.id]));
  await db.delete(outbox);
});

test('an email that is given up keeps no code or token', async () => {
  const { db } = t.services;
  const id = newId();
  const data = { firstName: 'Ann', code: 'ABCD2345' };
  await db.insert(outbox).values({ id, recipient: 'a@b.example', template: 'reset_code', data, dueAt: daysAgo(1), attempts: 7 });
  const transport = { send: () => Promise.reject(new Error('refused')), close: () => undefined };
  await deliverMail(db, transport, 'https://jobs.example.com');
  const [row] = await db.select().from(outbox).where(eq(outbox.id, id));
  expect(row).toMatchObject({ failedAt: expect.any(Date), data: { firstName: 'Ann', isWithoutSecret: true } });
  expect(row?.data).not.toHaveProperty('code');
});

test('entries of the audit log can go after a year, and go when the setting says', async () => {
  const { db } = t.services;
  const [old, kept, young] = [newId(), newId(), newId()];
  const entry = (id: string, days: number) => ({ id, at: daysAgo(days), action: 'company.update' });
  await db.insert(auditLog).values([entry(old, 2600), entry(kept, 2000), entry(young, 100)]);
  expect(await sweepAudit(db, 2555)).toBe(1);
  const refusal = { cause: { message: 'audit_log is append-only' } };
  await expect(db.delete(auditLog).where(eq(auditLog.id, young))).rejects.toMatchObject(refusal);
  await expect(db.update(auditLog).set({ action: 'x' }).where(eq(auditLog.id, kept))).rejects.toMatchObject(refusal);
  const left = await db
    .select({ id: auditLog.id })
    .from(auditLog)
    .where(inArray(auditLog.id, [old, kept, young]));
  expect(new Set(left.map(({ id }) => id))).toEqual(new Set([kept, young]));
});

test('applications lose what is personal after three years, and stay as numbers', async () => {
  const { db } = t.services;
  const company = await makeCompany(db);
  const job = await makeJob(db, company.id);
  const [one, two] = [await makeDriver(db), await makeDriver(db)];
  const application = (driver: typeof one, days: number) => rowOfApplication(job, driver, { applicationAt: daysAgo(days) });
  const [old, recent] = [application(one, 1100), application(two, 1000)];
  await db.insert(applications).values([old, recent]);
  expect(await sweepApplications(db, 1095)).toBe(1);
  const rows = await db.select().from(applications).where(eq(applications.jobId, job.id));
  expect(rows.find(({ id }) => id === old.id)).toMatchObject({ email: null, phone: null, driverId: null, lastName: 'driver' });
  expect(rows.find(({ id }) => id === recent.id)?.email).toBe(two.email);
  expect(await sweepApplications(db, 1095)).toBe(0);
});
