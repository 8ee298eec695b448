import { and, eq, exists, getTableColumns, inArray, isNull, lte, ne, or, sql } from 'drizzle-orm';
import { sessions, users } from '#drizzle/schema/accounts.ts';
import { companies, employees } from '#drizzle/schema/companies.ts';
import { notificationChoices, notifications, pushDevices, pushes } from '#drizzle/schema/notifications.ts';
import { claimDue, type DueRows, isUnleased } from '#server/db/due.ts';
import type { Database } from '#server/db/open.ts';
import { newLeaseEnd, withRetry } from '#server/mail/deliver.ts';
import type { Services } from '#server/services.ts';
import type { PushMessage } from '#shared/notifications.ts';
import { writeStoredNotification } from './inbox.ts';

const pushesPerRun = 20;
const maxAttempts = 6;
const minuteMs = 60_000;

export const duePushes: DueRows = {
  table: pushes,
  at: pushes.dueAt,
  when: (now) => and(lte(pushes.dueAt, now), isUnleased(pushes.leaseUntil, sql`now()`)),
};

type PushServices = Pick<Services, 'db' | 'push' | 'log'>;

/**
 * Sends due notifications to devices (`docs/product/jobs.md#push-notifications`). It claims rows, so that several servers can
 * share the work, and sends outside any transaction. If a server dies between handing one over and recording that, the next one
 * hands it over again: the push service and the device replace the first by its tag, so that the person sees one. A service
 * that refuses is asked again after 1, 2, 4, … minutes. Returns how many were handled.
 */
export async function sendPushes(services: PushServices, now = new Date()): Promise<number> {
  const { db } = services;
  const claimed = await db
    .update(pushes)
    .set({ leaseUntil: newLeaseEnd, attempts: sql`${pushes.attempts} + 1` })
    .where(inArray(pushes.id, claimDue(db, duePushes, now, pushesPerRun)))
    .returning({ id: pushes.id, attempts: pushes.attempts });
  if (claimed.length === 0) return 0;
  const wanted = await findWanted(
    db,
    claimed.map(({ id }) => id),
  );
  await Promise.all(
    claimed.map(async (push) => {
      const row = wanted.find(({ pushId }) => pushId === push.id);
      if (row) await sendOne(services, { ...push, row }, now);
      else await withRetry(() => db.delete(pushes).where(eq(pushes.id, push.id)));
    }),
  );
  return claimed.length;
}

type Wanted = Awaited<ReturnType<typeof findWanted>>[number];

/**
 * Of these rows, those that their readers still want: unread, of a kind that the person wants on devices, in a session that was
 * not ended, and about the company only while it is not canceled, the person works for it and the session opens it.
 */
function findWanted(db: Database, ids: readonly string[]) {
  const isEmployee = db
    .select({ one: sql`1` })
    .from(employees)
    .innerJoin(companies, eq(companies.id, employees.companyId))
    .where(
      and(
        eq(employees.userId, users.id),
        eq(employees.companyId, notifications.companyId),
        eq(employees.active, true),
        ne(companies.status, 'Cancelled'),
      ),
    );
  return db
    .select({
      pushId: pushes.id,
      device: getTableColumns(pushDevices),
      notification: getTableColumns(notifications),
      language: users.language,
    })
    .from(pushes)
    .innerJoin(pushDevices, eq(pushDevices.id, pushes.deviceId))
    .innerJoin(notifications, and(eq(notifications.id, pushes.notificationId), eq(notifications.userId, pushDevices.userId)))
    .innerJoin(users, eq(users.id, pushDevices.userId))
    .innerJoin(sessions, eq(sessions.id, pushDevices.sessionId))
    .leftJoin(
      notificationChoices,
      and(eq(notificationChoices.userId, users.id), eq(notificationChoices.kind, notifications.kind)),
    )
    .where(
      and(
        inArray(pushes.id, [...ids]),
        isNull(notifications.readAt),
        isNull(sessions.endedAt),
        eq(users.status, 'Active'),
        sql`coalesce(${notificationChoices.push} and ${notificationChoices.bell}, true)`,
        or(
          and(isNull(notifications.companyId), isNull(sessions.providerCompanyId)),
          and(
            exists(isEmployee),
            eq(sessions.isPrivate, false),
            or(isNull(sessions.providerCompanyId), eq(sessions.providerCompanyId, notifications.companyId)),
          ),
        ),
      ),
    );
}

type Sending = { id: string; attempts: number; row: Wanted };

async function sendOne({ db, push, log }: PushServices, { id, attempts, row }: Sending, now: Date): Promise<void> {
  const { device, notification, language } = row;
  try {
    const { title, body, path } = await writeStoredNotification(db, notification, language ?? device.language);
    const message: PushMessage = {
      title: cut(title),
      body: cut(body),
      path: withNotification(path, notification.id),
      tag: tagOf(notification),
    };
    const outcome = await push.send(device, message);
    await withRetry(() =>
      outcome === 'gone'
        ? db.delete(pushDevices).where(eq(pushDevices.id, device.id))
        : db.delete(pushes).where(eq(pushes.id, id)),
    );
  } catch (error) {
    const lastError = error instanceof Error ? error.message : String(error);
    if (attempts >= maxAttempts) {
      log.warn({ err: error }, 'A push notification was not sent; it stays in the bell');
      await withRetry(() => db.delete(pushes).where(eq(pushes.id, id)));
      return;
    }
    const dueAt = new Date(now.getTime() + 2 ** (attempts - 1) * minuteMs);
    await withRetry(() => db.update(pushes).set({ lastError, leaseUntil: null, dueAt }).where(eq(pushes.id, id)));
  }
}

/** A push service takes 4,096 bytes at most. */
const maxCharacters = 300;
const cut = (line: string) => (line.length > maxCharacters ? `${line.slice(0, maxCharacters - 1)}…` : line);

/** New applicants of one job replace each other on the device, like in the bell. A service takes 32 characters at most. */
const tagOf = ({ id, jobId }: Wanted['notification']) => (jobId ?? id).replaceAll('-', '');

/** Names the notification in the path, so that opening it marks it as read (`web/notifications/Bell.tsx`). */
function withNotification(path: string, id: string): string {
  const [address = '', hash] = path.split('#');
  return `${address}${address.includes('?') ? '&' : '?'}notification=${id}${hash === undefined ? '' : `#${hash}`}`;
}
