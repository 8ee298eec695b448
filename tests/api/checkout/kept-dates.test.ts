import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { jobs } from '#drizzle/schema/jobs.ts';
import { daysFromNow } from '#server/demo/builders.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';
import { daysUntil, findJobRow, makePayingCompany, makeRunningJob } from '#tests/helpers/renewals.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

describe('a boost that was paid for', () => {
  it('continues when the job is posted again within its days', async () => {
    const { companyId, api } = await makePayingCompany(t);
    const job = await makeRunningJob(t, companyId, { endsInDays: 1, autoRenew: false, nextBillingDate: null });
    await api.checkout.buyBoost({ jobId: job.id });
    await t.services.db
      .update(jobs)
      .set({ expirationDate: daysFromNow(-0.01) })
      .where(eq(jobs.id, job.id));
    await t.worker.runOnce();
    expect((await findJobRow(t, job.id)).status).toBe('INACTIVE');
    await api.checkout.renew({ jobId: job.id });
    expect(daysUntil((await findJobRow(t, job.id)).boostUntil)).toBe(7);
  });
});

describe('a scheduled job', () => {
  it('whose day and renewal change together is shown with the billing date that it will have', async () => {
    const { companyId, api } = await makePayingCompany(t);
    const at = daysFromNow(5);
    const job = await makeRunningJob(t, companyId, { status: 'SCHEDULED', scheduledAt: at, postingDate: at, endsInDays: 35 });
    const withoutRenewal = await api.jobs.update({ id: job.id, postingDate: daysFromNow(6).toISOString(), autoRenew: false });
    expect([withoutRenewal.autoRenew, withoutRenewal.nextBillingDate]).toEqual([false, null]);
    const withRenewal = await api.jobs.update({ id: job.id, postingDate: daysFromNow(7).toISOString(), autoRenew: true });
    expect([withRenewal.autoRenew, daysUntil(withRenewal.nextBillingDate)]).toEqual([true, 37]);
  });
});
