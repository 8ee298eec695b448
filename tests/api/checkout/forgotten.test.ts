import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { companies } from '#drizzle/schema/companies.ts';
import { jobs } from '#drizzle/schema/jobs.ts';
import { outbox } from '#drizzle/schema/outbox.ts';
import { announceRenewals } from '#server/checkout/auto-renew.ts';
import { daysFromNow } from '#server/demo/builders.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';
import { daysUntil, findJobRow, makePayingCompany, makeRunningJob } from '#tests/helpers/renewals.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

const emailsTo = async (email: string) => {
  const rows = await t.services.db.select().from(outbox).where(eq(outbox.recipient, email)).orderBy(outbox.id);
  return rows.filter(({ template }) => template === 'auto_renew_job' || template === 'failed_payments');
};

describe('a renewal that was never attempted on any of its retry days', () => {
  it.each([
    ['that was never tried', { unpaidSince: null, renewalFailures: 0 }],
    ['of which a try failed', { unpaidSince: daysFromNow(-40), renewalFailures: 1 }],
  ])('%s is not charged for without asking: the job goes down, and its company is told', async (_, tries) => {
    const { companyId, account, readSales } = await makePayingCompany(t);
    const job = await makeRunningJob(t, companyId, { endsInDays: tries.unpaidSince ? -39 : -40, ...tries });
    await t.worker.runOnce();
    await t.worker.runOnce();
    expect(await readSales()).toEqual([]);
    const { status, expirationDate, unpaidSince, renewalFailures } = await findJobRow(t, job.id);
    expect([status, daysUntil(expirationDate), unpaidSince, renewalFailures]).toEqual(['INACTIVE', -40, null, 0]);
    expect(await emailsTo(account.email)).toMatchObject([{ template: 'failed_payments', data: { nextTry: null } }]);
  });

  it('is still made at its last try, however late that is within the day', async () => {
    const { companyId, readSales } = await makePayingCompany(t);
    const tries = { unpaidSince: daysFromNow(-5.5), renewalFailures: 3 };
    await makeRunningJob(t, companyId, { endsInDays: -0.5, ...tries });
    await t.worker.runOnce();
    expect(await readSales()).toHaveLength(1);
  });
});

describe('the notice of a renewal', () => {
  it('is not sent to a company that is not billed until it is active again', async () => {
    const { companyId, account } = await makePayingCompany(t);
    await makeRunningJob(t, companyId, { endsInDays: 2 });
    const become = (status: 'Active' | 'Inactive') =>
      t.services.db.update(companies).set({ status }).where(eq(companies.id, companyId));
    await become('Inactive');
    await announceRenewals(t.services);
    expect(await emailsTo(account.email)).toEqual([]);
    await become('Active');
    await announceRenewals(t.services);
    expect(await emailsTo(account.email)).toHaveLength(1);
  });

  it('names the day in the company’s time zone, not the server’s', async () => {
    const { companyId, account } = await makePayingCompany(t);
    const now = new Date('2026-05-18T12:00:00Z');
    const evening = new Date('2026-05-20T02:00:00Z');
    const job = await makeRunningJob(t, companyId, { nextBillingDate: evening, expirationDate: evening });
    await announceRenewals(t.services, now);
    expect(await emailsTo(account.email)).toMatchObject([{ data: { next: '05/19/2026', until: '06/18/2026' } }]);
    await t.services.db.update(jobs).set({ status: 'CLOSED' }).where(eq(jobs.id, job.id));
  });
});
