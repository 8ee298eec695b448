import { eq, inArray, sql } from 'drizzle-orm';
import { notifications, pushDevices, pushes } from '#drizzle/schema/notifications.ts';
import type { Database } from '#server/db/open.ts';
import { isPushed } from '#shared/notifications.ts';

type NewNotification = typeof notifications.$inferInsert;

/** Stores notifications for the bell, and queues them for their readers' devices. */
export async function storeNotifications(tx: Database, rows: readonly NewNotification[]): Promise<void> {
  if (rows.length === 0) return;
  const stored = await tx
    .insert(notifications)
    .values([...rows])
    .returning({ id: notifications.id, kind: notifications.kind });
  await queuePushes(
    tx,
    stored.filter(({ kind }) => isPushed(kind)),
  );
}

/**
 * Queues stored notifications for their readers' devices, in the transaction that stores them. Whether a device may get one is
 * checked when it is sent (`server/notifications/send-pushes.ts`).
 */
export async function queuePushes(tx: Database, stored: readonly { id: string }[]): Promise<void> {
  if (stored.length === 0) return;
  const ids = stored.map(({ id }) => id);
  await tx
    .insert(pushes)
    .select(
      tx
        .select({
          id: sql`gen_random_uuid()`.as('id'),
          deviceId: pushDevices.id,
          notificationId: notifications.id,
          dueAt: sql`${new Date().toISOString()}::timestamptz`.as('due_at'),
          attempts: sql`0`.as('attempts'),
          leaseUntil: sql`null::timestamptz`.as('lease_until'),
          lastError: sql`null::text`.as('last_error'),
        })
        .from(notifications)
        .innerJoin(pushDevices, eq(pushDevices.userId, notifications.userId))
        .where(inArray(notifications.id, ids)),
    )
    // A notification that further applicants joined may still wait, or be on its way. The new id lets it be sent again.
    .onConflictDoUpdate({
      target: [pushes.notificationId, pushes.deviceId],
      set: { id: sql`excluded.id`, dueAt: sql`excluded.due_at`, attempts: 0, leaseUntil: null },
    });
}
