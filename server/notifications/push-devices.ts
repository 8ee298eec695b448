import { and, desc, eq, inArray, isNull, or, type SQL } from 'drizzle-orm';
import { sessions } from '#drizzle/schema/accounts.ts';
import { pushDevices, pushes } from '#drizzle/schema/notifications.ts';
import type { Database } from '#server/db/open.ts';
import { invalid, notFound } from '#server/errors.ts';
import type { Services } from '#server/services.ts';
import { describeUserAgent } from '#shared/accounts/user-agent.ts';
import type { AddPushDevice, PushDevices } from '#shared/notifications.ts';
import { type Language, text } from '#shared/texts/texts.ts';
import { writerIn } from '#shared/texts/write-text.ts';
import { findKeyId, isBrowserKey } from './push-service.ts';

/** One more device turns off the one that was turned on the longest ago. */
const maxDevices = 20;

type Caller = { userId: string; sessionId: string };

/**
 * Lists the devices with push notifications, the newest first (`docs/product/jobs.md#push-notifications`). Those of ended
 * sessions get none and are left out.
 */
export async function listPushDevices(
  { db, keys }: Pick<Services, 'db' | 'keys'>,
  { userId, sessionId }: Caller,
  language: Language,
): Promise<PushDevices> {
  const rows = await db
    .select({
      id: pushDevices.id,
      sessionId: pushDevices.sessionId,
      userAgent: sessions.userAgent,
      createdAt: pushDevices.createdAt,
      endpoint: pushDevices.endpoint,
    })
    .from(pushDevices)
    .innerJoin(sessions, eq(sessions.id, pushDevices.sessionId))
    .where(and(eq(pushDevices.userId, userId), isNull(sessions.endedAt)))
    .orderBy(desc(pushDevices.id));
  const items = rows.map(({ id, createdAt, endpoint, ...row }) => ({
    id,
    createdAt,
    endpoint,
    browser: describeUserAgent(row.userAgent, writerIn(language)).browser,
    isCurrent: row.sessionId === sessionId,
  }));
  return { publicKey: keys.push.publicKey, items };
}

/**
 * Turns on the browser of the caller's session. A browser that another account used belongs to the caller from then on. A browser
 * that continues a device which the caller does not have is left off.
 * @throws invalid if the endpoint is not a push service that the server may call, or one of the keys is invalid
 */
export async function addPushDevice(
  { db, keys, push }: Pick<Services, 'db' | 'keys' | 'push'>,
  { userId, sessionId }: Caller,
  { endpoint, p256dh, auth, publicKey, replaces }: AddPushDevice,
  language: Language,
): Promise<void> {
  if (!push.isAllowed(endpoint)) throw invalid('endpoint', text('errors.pushServiceUnknown'));
  if (!isBrowserKey(p256dh)) throw invalid('p256dh', text('errors.pushKeyInvalid'));
  const keyId = findKeyId(keys, publicKey);
  if (!keyId) throw invalid('publicKey', text('errors.pushKeyInvalid'));
  await db.transaction(async (tx) => {
    if (replaces !== undefined) {
      const isReplaced = and(eq(pushDevices.userId, userId), eq(pushDevices.endpoint, replaces));
      if ((await deleteDevices(tx, isReplaced)) === 0) return;
    }
    await deleteDevices(tx, or(eq(pushDevices.sessionId, sessionId), eq(pushDevices.endpoint, endpoint)));
    await tx
      .insert(pushDevices)
      .values({ userId, sessionId, endpoint, browserKey: p256dh, browserSecret: auth, keyId, language });
    const excess = await tx
      .select({ id: pushDevices.id })
      .from(pushDevices)
      .where(eq(pushDevices.userId, userId))
      .orderBy(desc(pushDevices.id))
      .offset(maxDevices);
    for (const { id } of excess) await deleteDevices(tx, eq(pushDevices.id, id));
  });
}

/** @throws notFound if the device is not the caller's */
export async function removePushDevice(
  { db }: Pick<Services, 'db'>,
  { userId }: Pick<Caller, 'userId'>,
  { id }: { id: string },
): Promise<void> {
  const isOwn = and(eq(pushDevices.id, id), eq(pushDevices.userId, userId));
  const removed = await db.transaction((tx) => deleteDevices(tx, isOwn));
  if (removed === 0) throw notFound(text('errors.pushDeviceNotFound'));
}

/**
 * Deletes devices, what waits for them first. An application that joins a waiting notification locks rows in the same order, so
 * the two cannot deadlock.
 */
async function deleteDevices(tx: Database, condition: SQL | undefined): Promise<number> {
  const ids = tx.select({ id: pushDevices.id }).from(pushDevices).where(condition);
  await tx.delete(pushes).where(inArray(pushes.deviceId, ids));
  const deleted = await tx.delete(pushDevices).where(condition).returning({ id: pushDevices.id });
  return deleted.length;
}
