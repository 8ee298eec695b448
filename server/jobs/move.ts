import { and, inArray, type SQL, sql, eq } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import { jobs } from '#drizzle/schema/jobs.ts';
import { whereInScope } from '#server/access/scope.ts';
import type { Database } from '#server/db/open.ts';
import { type AppError, conflict, notFound } from '#server/errors.ts';
import { zoneColumns, zoneOfPlace } from '#server/places/place-zone.ts';
import type { CompanyScope } from '#server/trpc.ts';
import { postingDays } from '#shared/billing/pricing.ts';
import { calculateBoostEnd } from '#shared/billing/renewal.ts';
import { type JobStatus, type JobTransition, sourcesOf, targetOf } from '#shared/jobs/jobs.ts';
import { text } from '#shared/texts/texts.ts';
import { addCalendarDays, type TimeZone } from '#shared/time-zone.ts';

export type JobChanges = PgUpdateSetSource<typeof jobs>;

/**
 * Changes the state of jobs (`docs/product/jobs.md#job-states`). No other code may change it. Jobs in a state that does not
 * allow the transition are skipped. Returns the ids of the changed jobs.
 */
export async function transitionJobs(
  tx: Database,
  ids: readonly string[],
  transition: JobTransition,
  changes: JobChanges = {},
): Promise<string[]> {
  if (ids.length === 0) return [];
  const transitionedRows = await tx
    .update(jobs)
    .set({ ...changes, status: targetOf(transition), version: sql`${jobs.version} + 1` })
    .where(and(inArray(jobs.id, [...ids]), inArray(jobs.status, [...sourcesOf(transition)])))
    .returning({ id: jobs.id });
  return transitionedRows.map(({ id }) => id);
}

/** The error for a transition that is not allowed. It names both states. */
export function transitionError(status: JobStatus, transition: JobTransition): AppError {
  const target = targetOf(transition);
  return conflict(
    status === target ? text('errors.jobAlreadyInStatus', { status }) : text('errors.cannotChangeJobStatus', { status, target }),
  );
}

/** Posts the jobs. Their paid periods, and the periods of their paid add-ons, begin now. Returns the ids of the changed jobs. */
export async function postJobs(tx: Database, ids: readonly string[], now: Date): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await tx
    .select({ id: jobs.id, ...zoneColumns(jobs) })
    .from(jobs)
    .where(inArray(jobs.id, [...ids]));
  const postedIds: string[] = [];
  for (const [timeZone, group] of Map.groupBy(rows, zoneOfPlace)) {
    const idsInZone = group.map(({ id }) => id);
    postedIds.push(...(await transitionJobs(tx, idsInZone, 'post', datesFromPosting(now, timeZone))));
  }
  return postedIds;
}

function datesFromPosting(now: Date, timeZone: TimeZone): JobChanges {
  const expirationDate = addCalendarDays(now, postingDays, timeZone);
  return {
    postingDate: now,
    expirationDate,
    nextBillingDate: dateIfAutoRenew(expirationDate),
    promotedUntil: untilIfPurchased('promote', expirationDate),
    boostUntil: untilIfPurchased('boost', calculateBoostEnd({ boostUntil: null, timeZone }, now)),
    declineReason: null,
  };
}

/** The dates of a paid job that is scheduled. Pass `autoRenew` if the same update changes it. */
export function datesOfSchedule(scheduledAt: Date, timeZone: TimeZone, autoRenew?: boolean): JobChanges {
  const expirationDate = addCalendarDays(scheduledAt, postingDays, timeZone);
  const billingIfAutoRenew = dateIfAutoRenew(expirationDate);
  const nextBillingDate = autoRenew === undefined ? billingIfAutoRenew : autoRenew ? expirationDate : null;
  return { postingDate: scheduledAt, expirationDate, nextBillingDate, declineReason: null };
}

const dateIfAutoRenew = (date: Date): SQL => sql`case when ${jobs.autoRenew} then ${date.toISOString()}::timestamptz end`;

function untilIfPurchased(addonType: 'promote' | 'boost', until: Date): SQL {
  return sql`case when exists (select from job_addons a where a.job_id = jobs.id and a.addon_type = ${addonType}
    and a.paid_at is not null) then ${until.toISOString()}::timestamptz end`;
}

/**
 * Locks the job's row until the transaction ends.
 * @throws 404 if the job is not in the caller's scope
 */
export async function lockJob(tx: Database, scope: CompanyScope, id: string) {
  const [job] = await tx
    .select({
      id: jobs.id,
      companyId: jobs.companyId,
      orderId: jobs.orderId,
      status: jobs.status,
      title: jobs.title,
      ...zoneColumns(jobs),
      postingDate: jobs.postingDate,
      expirationDate: jobs.expirationDate,
      autoRenew: jobs.autoRenew,
      renewalCanceledAt: jobs.renewalCanceledAt,
      videoUrl: jobs.videoUrl,
      version: jobs.version,
    })
    .from(jobs)
    .where(and(whereInScope(jobs.companyId, scope), eq(jobs.id, id)))
    .for('update');
  if (!job) throw notFound(text('errors.jobNotFound'));
  return job;
}

export type LockedJob = Awaited<ReturnType<typeof lockJob>>;
