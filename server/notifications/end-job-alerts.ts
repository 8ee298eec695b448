import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { newId } from '#drizzle/schema/columns.ts';
import { outbox } from '#drizzle/schema/outbox.ts';
import { jobAlerts, savedSearches, searchMatches } from '#drizzle/schema/searches.ts';
import type { Database } from '#server/db/open.ts';

/** All searches of a driver, or one of them. */
export type EndedAlerts = { driverId: string; searchId?: string | undefined };

/**
 * Waits until no worker is writing a message to this driver, and keeps workers from it until the transaction ends. Without it, a
 * message that is being written would not be found in the queue.
 */
export async function lockJobAlerts(tx: Database, driverId: string): Promise<void> {
  await tx.select({ id: jobAlerts.id }).from(jobAlerts).where(eq(jobAlerts.driverId, driverId)).for('update');
}

/**
 * Ends alerts immediately (`docs/product/drivers.md#job-alerts`): nothing that was found is told, and an email that is queued but not
 * sent loses what it says about the search.
 */
export async function endJobAlerts(db: Database, { driverId, searchId }: EndedAlerts): Promise<void> {
  await db.transaction(async (tx) => {
    await lockJobAlerts(tx, driverId);
    const isEnded = and(eq(savedSearches.driverId, driverId), searchId ? eq(savedSearches.id, searchId) : undefined);
    await tx.update(savedSearches).set({ frequency: 'off' }).where(isEnded);
    await dropWaitingMatches(tx, { driverId, searchId });
    await dropQueuedAlerts(tx, { driverId, searchId });
  });
}

/** Deletes the driver's searches with what they found, or one of them. Returns whether there was any. */
export async function deleteSearches(tx: Database, { driverId, searchId }: EndedAlerts): Promise<boolean> {
  const isDeleted = and(eq(savedSearches.driverId, driverId), searchId ? eq(savedSearches.id, searchId) : undefined);
  const deleted = await tx.delete(savedSearches).where(isDeleted).returning({ id: savedSearches.id });
  const ids = deleted.map(({ id }) => id);
  if (ids.length > 0) await tx.delete(searchMatches).where(inArray(searchMatches.searchId, ids));
  return ids.length > 0;
}

/** Deletes everything about the job alerts of a driver who leaves. */
export async function deleteJobAlerts(tx: Database, driverId: string): Promise<void> {
  await deleteSearches(tx, { driverId });
  await tx.delete(jobAlerts).where(eq(jobAlerts.driverId, driverId));
}

/** Forgets what was found and not told. */
export async function dropWaitingMatches(tx: Database, { driverId, searchId }: EndedAlerts): Promise<void> {
  const ended = tx
    .select({ id: savedSearches.id })
    .from(savedSearches)
    .where(and(eq(savedSearches.driverId, driverId), searchId ? eq(savedSearches.id, searchId) : undefined));
  await tx
    .update(searchMatches)
    .set({ isWaiting: false })
    .where(and(searchMatches.isWaiting, inArray(searchMatches.searchId, ended)));
}

/**
 * Takes the searches out of emails that are not sent yet. A worker that has already read an email sends it only while its row is
 * there (`server/mail/deliver.ts`), so a shorter email is a new row. While a worker has the lease, it may be sending the email, and
 * a new row could tell the other searches twice. So such an email is deleted only: that nothing is told after stopping, and nothing
 * twice, matters more than that the email about the other searches arrives. The notification in the bell stays.
 */
export async function dropQueuedAlerts(tx: Database, { driverId, searchId }: EndedAlerts): Promise<void> {
  const isQueued = and(
    eq(outbox.template, 'job_alert'),
    isNull(outbox.sentAt),
    isNull(outbox.failedAt),
    eq(sql`${outbox.data} ->> 'driverId'`, driverId),
  );
  const { recipient: to, language: mailLanguage, data: mailData, leaseUntil } = outbox;
  const isLeased = sql<boolean>`coalesce(${leaseUntil} > now(), false)`;
  const dropped = await tx
    .delete(outbox)
    .where(isQueued)
    .returning({ recipient: to, language: mailLanguage, data: mailData, isLeased });
  const now = new Date();
  const shortened = dropped.flatMap(({ recipient, language, data, isLeased: mayBeSent }) => {
    if (mayBeSent) return [];
    const { searches, ...others } = data as { searches: { id: string }[] };
    const remainingSearches = searchId ? searches.filter(({ id }) => id !== searchId) : [];
    if (remainingSearches.length === 0) return [];
    return {
      id: newId(),
      recipient,
      template: 'job_alert',
      language,
      dueAt: now,
      data: { ...others, searches: remainingSearches },
    };
  });
  if (shortened.length > 0) await tx.insert(outbox).values(shortened);
}
