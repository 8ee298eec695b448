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
 * Ends alerts at once (`docs/product/drivers.md#job-alerts`): nothing that was found is told, and an email that is queued but not
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
 * there (`server/mail/deliver.ts`), so a shorter email is a new row.
 */
export async function dropQueuedAlerts(tx: Database, { driverId, searchId }: EndedAlerts): Promise<void> {
  const isQueued = and(
    eq(outbox.template, 'job_alert'),
    isNull(outbox.sentAt),
    isNull(outbox.failedAt),
    eq(sql`${outbox.data} ->> 'driverId'`, driverId),
  );
  const dropped = await tx.delete(outbox).where(isQueued).returning();
  const now = new Date();
  const shortened = dropped.flatMap(({ recipient, language, data }) => {
    const { searches, ...others } = data as { searches: { id: string }[] };
    const kept = searchId ? searches.filter(({ id }) => id !== searchId) : [];
    if (kept.length === 0) return [];
    return { id: newId(), recipient, template: 'job_alert', language, dueAt: now, data: { ...others, searches: kept } };
  });
  if (shortened.length > 0) await tx.insert(outbox).values(shortened);
}
