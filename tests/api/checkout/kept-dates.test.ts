import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { jobs } from '#drizzle/schema/jobs.ts';
import { daysFromNow } from '#server/demo/builders.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';
import { daysTo, jobRow, payingCompany, runningJob } from '#tests/helpers/renewals.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

describe('a boost that was paid for', () => {
  it('goes on when the job comes up again within its days', async () => {
    const { companyId, api } = await payingCompany(t);
    const job = await runningJob(t, companyId, { endsInDays: 1, autoRenew: false, nextBillingDate: null });
    await api.checkout.buyBoost({ jobId: job.id });
    await t.services.db
      .update(jobs)
      .set({ expirationDate: daysFromNow(-0.01) })
      .where(eq(jobs.id, job.id));
    await t.worker.runOnce();
    expect((await jobRow(t, job.id)).status).toBe('INACTIVE');
    await api.checkout.renew({ jobId: job.id });
    expect(daysTo((await jobRow(t, job.id)).boostUntil)).toBe(7);
  });
});

describe('a scheduled job', () => {
  it('whose day and renewal change together is shown with the billing date that it will have', async () => {
    const { companyId, api } = await payingCompany(t);
    const at = daysFromNow(5);
    const job = await runningJob(t, companyId, { status: 'SCHEDULED', scheduledAt: at, postingDate: at, endsInDays: 35 });
    const off = await api.jobs.update({ id: job.id, postingDate: daysFromNow(6).toISOString(), autoRenew: false });
    expect([off.autoRenew, off.nextBillingDate]).toEqual([false, null]);
    const on = await api.jobs.update({ id: job.id, postingDate: daysFromNow(7).toISOString(), autoRenew: true });
    expect([on.autoRenew, daysTo(on.nextBillingDate)]).toEqual([true, 37]);
  });
});
