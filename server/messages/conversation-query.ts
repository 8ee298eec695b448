import { and, count, desc, eq, gt, type SQL, sql } from 'drizzle-orm';
import { users } from '#drizzle/schema/accounts.ts';
import { companies } from '#drizzle/schema/companies.ts';
import { applications } from '#drizzle/schema/drivers.ts';
import { jobs } from '#drizzle/schema/jobs.ts';
import { conversations, messages } from '#drizzle/schema/messages.ts';
import type { Database } from '#server/db/open.ts';
import { notFound } from '#server/errors.ts';
import { whereInScope } from '#server/scope.ts';
import type { ActingUser, CompanyScope, OwnCompany } from '#server/trpc.ts';
import type { Page, PageOf } from '#shared/lists/list.ts';
import { maxListTotal } from '#shared/lists/paging.ts';
import type { Conversation, Message } from '#shared/messages/message.ts';
import { text } from '#shared/texts/texts.ts';
import { messageColumns } from './send-message.ts';

type Side = 'company' | 'driver';

async function readConversations(
  db: Database,
  side: Side,
  where: SQL | undefined,
  { offset, limit }: Page,
): Promise<PageOf<Conversation>> {
  const lastBody = sql<string>`(select ${messages.body} from ${messages}
    where ${messages.conversationId} = ${conversations.id} order by ${messages.id} desc nulls first limit 1)`;
  const [items, [counted]] = await Promise.all([
    db
      .select({
        id: conversations.id,
        companyId: conversations.companyId,
        companyName: companies.companyName,
        driverName: users.fullName,
        applicantId: conversations.applicationId,
        jobId: applications.jobId,
        jobTitle: jobs.title,
        lastMessageAt: conversations.lastMessageAt,
        lastSender: conversations.lastSender,
        lastBody,
        unread: side === 'company' ? conversations.companyUnread : conversations.driverUnread,
      })
      .from(conversations)
      .innerJoin(companies, eq(companies.id, conversations.companyId))
      .innerJoin(users, eq(users.id, conversations.driverId))
      .leftJoin(applications, eq(applications.id, conversations.applicationId))
      .leftJoin(jobs, eq(jobs.id, applications.jobId))
      .where(where)
      .orderBy(desc(conversations.lastMessageAt), desc(conversations.id))
      .offset(offset)
      .limit(limit),
    db
      .select({ total: count() })
      .from(db.select({ id: conversations.id }).from(conversations).where(where).limit(maxListTotal).as('found')),
  ]);
  return {
    items: items.map((one) => ({ ...one, lastBody: one.lastBody ?? '' })),
    pagination: { offset, limit, total: counted?.total ?? 0 },
  };
}

/**
 * One conversation of the driver.
 * @throws not found
 */
export async function myConversation(
  db: Database,
  { userId }: { userId: string },
  { id }: { id: string },
): Promise<Conversation> {
  const isOwnConversation = and(eq(conversations.id, id), eq(conversations.driverId, userId));
  const { items } = await readConversations(db, 'driver', isOwnConversation, { offset: 0, limit: 1 });
  const [conversation] = items;
  if (!conversation) throw notFound(text('messages.conversationNotFound'));
  return conversation;
}

/** The company's conversations with drivers, the latest message first. */
export function companyConversations(
  db: Database,
  { companyId }: OwnCompany,
  { unanswered, ...page }: Page & { unanswered?: boolean | undefined },
): Promise<PageOf<Conversation>> {
  const isUnanswered = unanswered ? eq(conversations.lastSender, 'driver') : undefined;
  return readConversations(db, 'company', and(eq(conversations.companyId, companyId), isUnanswered), page);
}

/** A driver's conversations with companies, the latest message first. */
export function driverConversations(db: Database, { userId }: { userId: string }, page: Page): Promise<PageOf<Conversation>> {
  return readConversations(db, 'driver', eq(conversations.driverId, userId), page);
}

async function readMessages(db: Database, conversationId: string, { offset, limit }: Page): Promise<PageOf<Message>> {
  const where = eq(messages.conversationId, conversationId);
  const [items, [counted]] = await Promise.all([
    db
      .select(messageColumns)
      .from(messages)
      .leftJoin(users, eq(users.id, messages.authorId))
      .where(where)
      .orderBy(desc(messages.id))
      .offset(offset)
      .limit(limit),
    db
      .select({ total: count() })
      .from(db.select({ id: messages.id }).from(messages).where(where).limit(maxListTotal).as('found')),
  ]);
  return { items, pagination: { offset, limit, total: counted?.total ?? 0 } };
}

/**
 * The company's conversation with an applicant, newest message first. Reading it as a person of the company marks it as
 * read for everyone of the company. An applicant whom no one wrote to has no messages.
 * @throws not found
 */
export async function readApplicantMessages(
  db: Database,
  scope: CompanyScope,
  actor: ActingUser,
  { applicantId, ...page }: { applicantId: string } & Page,
): Promise<PageOf<Message>> {
  const [row] = await db
    .select({ id: conversations.id, companyId: applications.companyId, unread: conversations.companyUnread })
    .from(applications)
    .leftJoin(
      conversations,
      and(eq(conversations.companyId, applications.companyId), eq(conversations.driverId, applications.driverId)),
    )
    .where(and(whereInScope(applications.companyId, scope), eq(applications.id, applicantId)));
  if (!row) throw notFound(text('errors.thisApplicantWasNotFound'));
  if (!row.id) return { items: [], pagination: { ...page, total: 0 } };
  const found = await readMessages(db, row.id, page);
  if (row.unread && actor.companyId === row.companyId)
    await db.update(conversations).set({ companyUnread: 0 }).where(eq(conversations.id, row.id));
  return found;
}

/**
 * A conversation of the driver, newest message first. Reading it marks it as read.
 * @throws not found
 */
export async function readMyMessages(
  db: Database,
  { userId }: { userId: string },
  { id, ...page }: { id: string } & Page,
): Promise<PageOf<Message>> {
  const isOwnConversation = and(eq(conversations.id, id), eq(conversations.driverId, userId));
  const [row] = await db.select({ unread: conversations.driverUnread }).from(conversations).where(isOwnConversation);
  if (!row) throw notFound(text('messages.conversationNotFound'));
  const found = await readMessages(db, id, page);
  if (row.unread > 0) await db.update(conversations).set({ driverUnread: 0 }).where(isOwnConversation);
  return found;
}

/** How many conversations have messages that the company has not opened. */
export async function countCompanyUnread(db: Database, { companyId }: OwnCompany): Promise<{ count: number }> {
  const [row] = await db
    .select({ count: count() })
    .from(conversations)
    .where(and(eq(conversations.companyId, companyId), gt(conversations.companyUnread, 0)));
  return { count: row?.count ?? 0 };
}

/** How many conversations have messages that the driver has not opened. */
export async function countDriverUnread(db: Database, { userId }: { userId: string }): Promise<{ count: number }> {
  const [row] = await db
    .select({ count: count() })
    .from(conversations)
    .where(and(eq(conversations.driverId, userId), gt(conversations.driverUnread, 0)));
  return { count: row?.count ?? 0 };
}
