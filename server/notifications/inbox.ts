import { and, count, desc, eq, inArray, isNull, lt, sql } from 'drizzle-orm';
import { notifications } from '#drizzle/schema/notifications.ts';
import type { Database } from '#server/db/open.ts';
import type { Actor } from '#server/session/authenticate.ts';
import { can } from '#shared/access/access.ts';
import { daysAfter } from '#shared/days.ts';
import type { Page, PageOf } from '#shared/lists/list.ts';
import type { Inbox, NotificationItem } from '#shared/notifications.ts';
import type { Language } from '#shared/texts/texts.ts';
import { findNamedApplicants, type NamedApplicant } from './applicant-query.ts';
import { writeNotificationText } from './notify.ts';

/** The reader of an inbox: as a person of the company, or as a driver. */
export type Reader = { userId: string; companyId: string | null; isDriver: boolean };

/** Someone who acts as a person of a company does not have the person's driver role, and reads nothing that belongs to it. */
export function readerOf(actor: Pick<Actor, 'userId' | 'companyId' | 'roles'>, inbox: Inbox | undefined): Reader {
  const { userId, companyId, roles } = actor;
  const isDriverInbox = inbox === 'driver' || (inbox === undefined && companyId === null);
  return isDriverInbox
    ? { userId, companyId: null, isDriver: can(roles, 'driver.self') }
    : { userId, companyId, isDriver: false };
}

const retentionDays = 180;

function belongsToReader({ userId, companyId, isDriver }: Reader) {
  const isInInbox = companyId !== null ? eq(notifications.companyId, companyId) : isNull(notifications.companyId);
  return companyId === null && !isDriver ? sql`false` : and(eq(notifications.userId, userId), isInInbox);
}

/** Lists a reader's notifications, the newest first. `unread` leaves out those that were read. */
export async function listNotifications(
  db: Database,
  reader: Reader,
  { offset, limit, unread = false, language }: Page & { unread?: boolean | undefined; language: Language },
): Promise<PageOf<NotificationItem>> {
  const where = and(belongsToReader(reader), unread ? isNull(notifications.readAt) : undefined);
  const [rows, totals] = await Promise.all([
    db
      .select({
        id: notifications.id,
        kind: notifications.kind,
        data: notifications.data,
        count: notifications.count,
        title: notifications.title,
        body: notifications.body,
        path: notifications.path,
        createdAt: notifications.createdAt,
        readAt: notifications.readAt,
      })
      .from(notifications)
      .where(where)
      .orderBy(desc(notifications.id))
      .limit(limit)
      .offset(offset),
    db.select({ total: count() }).from(notifications).where(where),
  ]);
  const applicants =
    reader.companyId === null ? [] : await findNamedApplicants(db, reader.companyId, rows.flatMap(getApplicationIds));
  const items = rows.map(({ count: groupedCount, data, ...row }) => ({
    ...row,
    ...writeText({ ...row, count: groupedCount, data }, applicants, language),
  }));
  return { items, pagination: { offset, limit, total: totals[0]?.total ?? 0 } };
}

type StoredText = Pick<typeof notifications.$inferSelect, 'kind' | 'data' | 'count' | 'title' | 'body' | 'path'>;

function writeText(
  { kind, data, count: groupedCount, title, body, path }: StoredText,
  applicants: readonly NamedApplicant[],
  language: Language,
) {
  const ids = getApplicationIds({ data });
  const namedApplicants = ids.flatMap((id) => applicants.find((applicant) => applicant.id === id) ?? []);
  return {
    path,
    ...(data
      ? writeNotificationText(kind, data, { count: groupedCount, language, applicants: namedApplicants })
      : { title: title ?? '', body: body ?? '' }),
  };
}

/** Writes one notification as the inbox of its reader shows it, with the path that it opens. */
export async function writeStoredNotification(
  db: Database,
  notification: StoredText & { companyId: string | null },
  language: Language,
): Promise<{ title: string; body: string; path: string }> {
  const { companyId } = notification;
  const applicants = companyId === null ? [] : await findNamedApplicants(db, companyId, getApplicationIds(notification));
  return writeText(notification, applicants, language);
}

/** The applications that a notification about new applicants stores. */
function getApplicationIds({ data }: Pick<typeof notifications.$inferSelect, 'data'>): string[] {
  const ids = data?.['applicationIds'];
  return Array.isArray(ids) ? [...new Set(ids.map(String))] : [];
}

export async function countUnread(db: Database, reader: Reader): Promise<{ count: number }> {
  const [row] = await db
    .select({ count: count() })
    .from(notifications)
    .where(and(belongsToReader(reader), isNull(notifications.readAt)));
  return { count: row?.count ?? 0 };
}

/** Marks the reader's notifications with these ids, or all of them, as read. Returns how many are still unread. */
export async function markRead(
  db: Database,
  reader: Reader,
  { ids }: { ids?: readonly string[] | undefined },
): Promise<{ count: number }> {
  const inIds = ids ? inArray(notifications.id, [...ids]) : undefined;
  if (!ids || ids.length > 0)
    await db
      .update(notifications)
      .set({ readAt: new Date() })
      .where(and(belongsToReader(reader), isNull(notifications.readAt), inIds));
  return countUnread(db, reader);
}

const deletedPerQuery = 1000;

/** Deletes notifications after half a year. */
export async function sweepNotifications(db: Database): Promise<number> {
  const cutoff = daysAfter(new Date(), -retentionDays);
  const expiredNotifications = db
    .select({ id: notifications.id })
    .from(notifications)
    .where(lt(notifications.createdAt, cutoff))
    .limit(deletedPerQuery);
  for (let removed = 0; ;) {
    const deletedNotifications = await db
      .delete(notifications)
      .where(inArray(notifications.id, expiredNotifications))
      .returning({ id: notifications.id });
    removed += deletedNotifications.length;
    if (deletedNotifications.length < deletedPerQuery) return removed;
  }
}
