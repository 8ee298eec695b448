import { and, asc, eq, inArray, isNull, lt, sql } from 'drizzle-orm';
import { installation } from '#drizzle/schema/accounts.ts';
import { securityEvents } from '#drizzle/schema/security-events.ts';
import type { Database } from '#server/db/open.ts';
import type { Services } from '#server/services.ts';
import { openReceiver, type Receiver } from './receivers.ts';

const batchSize = 200;
const leaseSeconds = 60;
/** The pause after a failure. */
const retrySeconds = 30;
/** Only one server sends at a time, so that events arrive in order. The value is the end of its lease in seconds. */
const leaseKey = 'security_events_lease';

/**
 * Sends the events that were not sent yet, the oldest first. An event counts as sent when the receiver took it, so none is
 * lost while the receiver is away, and one whose confirmation was lost is sent twice with the same id.
 */
export async function forwardSecurityEvents(
  { db, settings, log }: Pick<Services, 'db' | 'settings' | 'log'>,
  receiver: Receiver | null = settings.securityReceiver ? openReceiver(settings.securityReceiver) : null,
): Promise<number> {
  if (!receiver) return 0;
  let sent = 0;
  while (await lease(db, leaseSeconds)) {
    const events = await db
      .select()
      .from(securityEvents)
      .where(isNull(securityEvents.forwardedAt))
      .orderBy(asc(securityEvents.at), asc(securityEvents.id))
      .limit(batchSize);
    try {
      if (events.length > 0) await receiver.send(events);
    } catch (error) {
      await release(db, retrySeconds);
      log.warn({ err: error }, 'Security events could not be sent; they are tried again');
      return sent;
    }
    const ids = events.map(({ id }) => id);
    if (ids.length > 0)
      await db
        .update(securityEvents)
        .set({ forwardedAt: new Date() })
        .where(and(inArray(securityEvents.id, ids), isNull(securityEvents.forwardedAt)));
    sent += ids.length;
    await release(db, 0);
    if (ids.length < batchSize) break;
  }
  return sent;
}

const inSeconds = (seconds: number) => sql`(extract(epoch from now()) + ${seconds}::float8)::text`;

async function lease(db: Database, seconds: number): Promise<boolean> {
  const taken = await db
    .insert(installation)
    .values({ key: leaseKey, value: inSeconds(seconds) })
    .onConflictDoUpdate({
      target: installation.key,
      set: { value: sql`excluded.value` },
      setWhere: sql`${installation.value}::float8 <= extract(epoch from now())`,
    })
    .returning({ key: installation.key });
  return taken.length > 0;
}

async function release(db: Database, seconds: number): Promise<void> {
  await db
    .update(installation)
    .set({ value: inSeconds(seconds) })
    .where(eq(installation.key, leaseKey));
}

const dayMs = 24 * 60 * 60 * 1000;
const deletedAtOnce = 5000;

/** Deletes events that are older than the setting says. The database refuses to delete those of the last 30 days. */
export async function sweepSecurityEvents({ db, settings }: Pick<Services, 'db' | 'settings'>): Promise<number> {
  const before = new Date(Date.now() - settings.retentionDays.securityEvents * dayMs);
  const old = db
    .select({ id: securityEvents.id })
    .from(securityEvents)
    .where(lt(securityEvents.at, before))
    .orderBy(asc(securityEvents.at))
    .limit(deletedAtOnce);
  const deleted = await db.delete(securityEvents).where(inArray(securityEvents.id, old)).returning({ id: securityEvents.id });
  return deleted.length;
}
