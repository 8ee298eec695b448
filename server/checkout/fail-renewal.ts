import { eq } from 'drizzle-orm';
import { jobs } from '#drizzle/schema/jobs.ts';
import { cityState } from '#shared/format.ts';
import { jobDay, jobDeadline } from '#shared/places/place-zone.ts';
import { toDollars } from '#shared/billing/pricing.ts';
import { isForgotten, nextTry, noticeUntil, renewedUntil } from '#shared/billing/renewal.ts';
import { audit, workerActor } from '#server/audit.ts';
import { arrivalSeconds, type ChargeRow } from '#server/billing/charge-row.ts';
import type { Database } from '#server/db/open.ts';
import type { Events } from '#server/db/notify.ts';
import { moveJobs } from '#server/jobs/move.ts';
import { notify } from '#server/notifications/notify.ts';
import { type PurchasedJob, addonRows, lockOne, renewalLines } from './purchased-job.ts';
import { conflict } from '#server/errors.ts';
import { renewalOn } from '#server/jobs/close.ts';
import type { Services } from '#server/services.ts';
import type { ActingUser, CompanyScope } from '#server/trpc.ts';
import { totalOf } from './order-query.ts';
import { text } from '#shared/texts/texts.ts';

const minuteMs = 60_000;
/** The time between two tries while the gateway gives no answer about the card. */
const postponeMinutes = 10;

type Failure = { reason: string; amountCents: number };

/**
 * Handles a failed automatic renewal: the job stays public until the next try, or becomes inactive after the last one. The
 * company is notified either way.
 */
export async function failRenewal(
  tx: Database,
  events: Events,
  job: PurchasedJob,
  failure: Failure,
  now = new Date(),
  isLastTry = false,
): Promise<void> {
  const { id, companyId } = job;
  // The job was closed, disabled or its renewal canceled during the charge, so there is no next try.
  if (!job.autoRenew || job.status !== 'POSTED') {
    await tx.update(jobs).set({ leaseUntil: null }).where(eq(jobs.id, id));
    return;
  }
  const renewalFailures = job.renewalFailures + 1;
  const unpaidSince = job.unpaidSince ?? job.expirationDate ?? now;
  const next = isLastTry ? null : nextTry(unpaidSince, renewalFailures, now);
  if (next) {
    await tx
      .update(jobs)
      .set({ renewalFailures, unpaidSince, nextBillingDate: next, expirationDate: next, leaseUntil: null })
      .where(eq(jobs.id, id));
  } else {
    await removeUnpaidJob(tx, id, failure.reason, unpaidSince);
    await audit(tx, workerActor, { action: 'job.expire', subject: { type: 'job', id }, companyId });
  }
  await notify(tx, 'failed_payments', {
    companyId,
    jobId: id,
    data: {
      title: job.title,
      place: cityState(job),
      jobId: id,
      reason: failure.reason,
      total: toDollars(failure.amountCents),
      nextTry: next ? jobDay(job, next) : null,
    },
  });
  await events.publish(tx, { type: 'job', companyId, jobId: id });
}

/** Makes the job inactive, as after the last try. */
export async function giveUpRenewal(tx: Database, events: Events, job: PurchasedJob, failure: Failure, now: Date): Promise<void> {
  await failRenewal(tx, events, job, failure, now, true);
}

/**
 * The gateway gave no answer about the card, so the renewal is tried again until the last day: immediately if its caller
 * died or the gateway was away, later if the gateway did not accept the charge.
 */
export async function postponeRenewal(tx: Database, events: Events, job: PurchasedJob, charge: ChargeRow): Promise<void> {
  const now = new Date();
  const { amountCents, createdAt } = charge;
  if (isForgotten(job, now)) return giveUpRenewal(tx, events, job, { reason: noService, amountCents }, now);
  const isPastArrival = now.getTime() - createdAt.getTime() >= arrivalSeconds * 1000;
  const leaseUntil = isPastArrival ? null : new Date(now.getTime() + postponeMinutes * minuteMs);
  await tx.update(jobs).set({ leaseUntil }).where(eq(jobs.id, job.id));
}

const noService = 'errors.renewalNotProcessed';

/** Makes the job inactive. It can be renewed by hand. The end of the paid period does not change. */
async function removeUnpaidJob(tx: Database, id: string, declineReason: string, expirationDate: Date): Promise<void> {
  const over = { nextBillingDate: null, promotedUntil: null, unpaidSince: null, renewalFailures: 0 };
  await moveJobs(tx, [id], 'expire', { ...over, leaseUntil: null, declineReason, expirationDate });
}

/**
 * Turns the automatic renewal of a job on again, in the states in which it can be canceled. The company is told the date
 * and the price. Nothing is charged before that date. Repeating the call changes nothing.
 * @throws 409 naming the state of a job that is not posted
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
    if (status !== 'POSTED' && status !== 'SCHEDULED') throw conflict(text('errors.onlyRenewalJobPostedScheduled', { status }));
    if (job.autoRenew) return;
    const now = new Date();
    // If the regular notice is already due, this email replaces it.
    const isNoticeDue = expirationDate !== null && expirationDate <= noticeUntil(now);
    await tx
      .update(jobs)
      .set({ ...renewalOn(job), renewalNoticed: isNoticeDue })
      .where(eq(jobs.id, id));
    await audit(tx, actor, { action: 'job.resume_renewal', subject: { type: 'job', id }, companyId });
    // The job as it will be on the renewal date.
    const jobAtRenewal = { ...job, status: 'POSTED' as const };
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
        until: jobDay(job, renewedUntil(jobAtRenewal, now)),
        total: toDollars(totalOf(renewalLines(jobAtRenewal, addons))),
        invoice: null,
        isResumed: true,
      },
    });
    await events.publish(tx, { type: 'job', companyId, jobId: id });
  });
}
