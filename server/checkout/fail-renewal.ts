import { eq } from 'drizzle-orm';
import { jobs } from '#drizzle/schema/jobs.ts';
import { audit, workerActor } from '#server/audit/audit.ts';
import { maxArrivalSeconds, type ChargeRow } from '#server/billing/charge-row.ts';
import type { Events } from '#server/db/notify.ts';
import type { Database } from '#server/db/open.ts';
import { conflict } from '#server/errors.ts';
import { renewalOnColumns } from '#server/jobs/close.ts';
import { transitionJobs } from '#server/jobs/move.ts';
import { notify } from '#server/notifications/notify.ts';
import { jobDay, jobDeadline } from '#server/places/place-zone.ts';
import type { Services } from '#server/services.ts';
import type { ActingUser, CompanyScope } from '#server/trpc.ts';
import { toDollars } from '#shared/billing/pricing.ts';
import { isPastGrace, getNextRetryTime, noticeHorizon, calculateRenewalEnd } from '#shared/billing/renewal.ts';
import { cityState } from '#shared/format.ts';
import { text } from '#shared/texts/texts.ts';
import { getTotalCents } from './order-query.ts';
import { type PurchasedJob, readAddons, lockPurchasedJob, renewalLines } from './purchased-job.ts';

const minuteMs = 60_000;
/** The delay of a retry if the gateway gave no answer about the card. */
const postponeMinutes = 10;

type Failure = { reason: string; amountCents: number };

/**
 * Handles a failed automatic renewal. The job stays public until the next try and becomes inactive after the last one. The
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
  // The job was closed or disabled, or its renewal was canceled, during the charge, so there is no next try.
  if (!job.autoRenew || job.status !== 'POSTED') {
    await tx.update(jobs).set({ leaseUntil: null }).where(eq(jobs.id, id));
    return;
  }
  const renewalFailures = job.renewalFailures + 1;
  const unpaidSince = job.unpaidSince ?? job.expirationDate ?? now;
  const next = isLastTry ? null : getNextRetryTime(unpaidSince, renewalFailures, job.timeZone, now);
  if (next) {
    await tx
      .update(jobs)
      .set({ renewalFailures, unpaidSince, nextBillingDate: next, expirationDate: next, leaseUntil: null })
      .where(eq(jobs.id, id));
  } else {
    await deactivateUnpaidJob(tx, id, failure.reason, unpaidSince);
    await audit(tx, workerActor, { action: 'job.expire', subject: { type: 'job', id }, companyId });
  }
  await notify(tx, 'failed_payments', {
    companyId,
    jobId: id,
    language: null,
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

/** Makes the job inactive without another try. */
export async function giveUpRenewal(tx: Database, events: Events, job: PurchasedJob, failure: Failure, now: Date): Promise<void> {
  await failRenewal(tx, events, job, failure, now, true);
}

/**
 * Retries a renewal for which the gateway gave no answer about the card, until the last retry day. The retry is immediate if
 * the caller died or the gateway was unavailable, and delayed if the gateway did not accept the charge.
 */
export async function postponeRenewal(tx: Database, events: Events, job: PurchasedJob, charge: ChargeRow): Promise<void> {
  const now = new Date();
  const { amountCents, createdAt } = charge;
  if (isPastGrace(job, now)) return giveUpRenewal(tx, events, job, { reason: notProcessedErrorKey, amountCents }, now);
  const isPastArrival = now.getTime() - createdAt.getTime() >= maxArrivalSeconds * 1000;
  const leaseUntil = isPastArrival ? null : new Date(now.getTime() + postponeMinutes * minuteMs);
  await tx.update(jobs).set({ leaseUntil }).where(eq(jobs.id, job.id));
}

const notProcessedErrorKey = 'errors.renewalNotProcessed';

/** Makes the job inactive. The company can still renew it. The end of the paid period does not change. */
async function deactivateUnpaidJob(tx: Database, id: string, declineReason: string, expirationDate: Date): Promise<void> {
  const clearedColumns = { nextBillingDate: null, promotedUntil: null, unpaidSince: null, renewalFailures: 0 };
  await transitionJobs(tx, [id], 'expire', { ...clearedColumns, leaseUntil: null, declineReason, expirationDate });
}

/**
 * Turns the automatic renewal of a job on again and emails the company the date and the price. Nothing is charged before
 * that date. Repeating the call changes nothing.
 * @throws 409 if the job is neither posted nor scheduled
 */
export async function resumeRenewal(
  { db, events }: Services,
  scope: CompanyScope,
  actor: ActingUser,
  { id }: { id: string },
): Promise<void> {
  await db.transaction(async (tx) => {
    const job = await lockPurchasedJob(tx, scope, id);
    const { companyId, status, expirationDate } = job;
    if (status !== 'POSTED' && status !== 'SCHEDULED') throw conflict(text('errors.cannotTurnOnRenewal', { status }));
    if (job.autoRenew) return;
    const now = new Date();
    // If the regular notice is already due, this email replaces it.
    const isNoticeDue = expirationDate !== null && expirationDate <= noticeHorizon(now);
    await tx
      .update(jobs)
      .set({ ...renewalOnColumns(job), renewalNoticed: isNoticeDue })
      .where(eq(jobs.id, id));
    await audit(tx, actor, { action: 'job.resume_renewal', subject: { type: 'job', id }, companyId });
    // A scheduled job will be posted by the renewal date.
    const jobAtRenewal = { ...job, status: 'POSTED' as const };
    const addons = (await readAddons(tx, [id])).get(id) ?? [];
    await notify(tx, 'auto_renew_job', {
      companyId,
      jobId: id,
      language: actor.language,
      data: {
        title: job.title,
        place: cityState(job),
        jobId: id,
        next: jobDay(job, expirationDate),
        deadline: jobDeadline(job, expirationDate),
        until: jobDay(job, calculateRenewalEnd(jobAtRenewal, now)),
        total: toDollars(getTotalCents(renewalLines(jobAtRenewal, addons))),
        invoice: null,
        isResumed: true,
      },
    });
    await events.publish(tx, { type: 'job', companyId, jobId: id });
  });
}
