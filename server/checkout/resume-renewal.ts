import { eq } from 'drizzle-orm';
import { jobs } from '#drizzle/schema/jobs.ts';
import { cityState } from '#shared/format.ts';
import { jobDay, jobDeadline } from '#shared/places/place-zone.ts';
import { toDollars } from '#shared/billing/pricing.ts';
import { noticeUntil, renewedUntil } from '#shared/billing/renewal.ts';
import { audit } from '#server/audit.ts';
import { conflict } from '#server/errors.ts';
import { renewalOn } from '#server/jobs/renewal-columns.ts';
import { notify } from '#server/notifications/notify.ts';
import type { Services } from '#server/services.ts';
import type { ActingUser, CompanyScope } from '#server/trpc.ts';
import { totalOf } from './order-jobs.ts';
import { renewalLines } from './purchase-lines.ts';
import { addonRows, lockOne } from './purchased-job.ts';

/**
 * Switches the renewal of a job on again, in the states in which it can be cancelled; its company is told when it renews
 * and for how much. Nothing is charged before that day. Asked again it changes nothing.
 * @throws 409 naming the state of a job that is not up
 */
export async function resumeRenewal(
  { db, events }: Services,
  scope: CompanyScope,
  actor: ActingUser,
  { id }: { id: string },
): Promise<void> {
  await db.transaction(async (tx) => {
    const job = await lockOne(tx, scope, id);
    const { companyId, status, expirationDate } = job;
    if (status !== 'POSTED' && status !== 'SCHEDULED')
      throw conflict(`Only the renewal of a job that is POSTED or SCHEDULED can be resumed; this one is ${status}`);
    if (job.autoRenew) return;
    const now = new Date();
    // A notice that is due by now is this one.
    const renewalNoticed = expirationDate !== null && expirationDate <= noticeUntil(now);
    await tx
      .update(jobs)
      .set({ ...renewalOn(job), renewalNoticed })
      .where(eq(jobs.id, id));
    await audit(tx, actor, { action: 'job.resume_renewal', subject: { type: 'job', id }, companyId });
    // As it will be on that day.
    const thatDay = { ...job, status: 'POSTED' as const };
    const addons = (await addonRows(tx, [id])).get(id) ?? [];
    await notify(tx, 'auto_renew_job', {
      companyId,
      jobId: id,
      data: {
        title: job.title,
        place: cityState(job),
        jobId: id,
        next: jobDay(job, expirationDate),
        deadline: jobDeadline(job, expirationDate),
        until: jobDay(job, renewedUntil(thatDay, now)),
        total: toDollars(totalOf(renewalLines(thatDay, addons))),
        invoice: null,
        isResumed: true,
      },
    });
    await events.publish(tx, { type: 'job', companyId, jobId: id });
  });
}
