import { and, count, desc, eq, gt, type SQL, sql } from 'drizzle-orm';
import { users } from '#drizzle/schema/accounts.ts';
import { companies } from '#drizzle/schema/companies.ts';
import { applications } from '#drizzle/schema/drivers.ts';
import { jobs } from '#drizzle/schema/jobs.ts';
import { conversations, messageAttachments, messages, textMessages } from '#drizzle/schema/messages.ts';
import { whereInScope } from '#server/access/scope.ts';
import { canBeOpened, isOfConversation, isUnanswered } from '#server/applicants/conversation-query.ts';
import type { Database } from '#server/db/open.ts';
import { notFound } from '#server/errors.ts';
import type { CompanyScope, OwnCompany } from '#server/trpc.ts';
import type { Page, PageOf } from '#shared/lists/list.ts';
import { maxListTotal } from '#shared/lists/paging.ts';
import { attachmentsText } from '#shared/messages/attachment.ts';
import type { Conversation, Message, MessageSender } from '#shared/messages/message.ts';
import { type Language, text } from '#shared/texts/texts.ts';
import { writeText } from '#shared/texts/write-text.ts';
import { addAttachments } from './attachment-query.ts';
import { messageColumns } from './send-message.ts';

/** The language is that of texts in place of a message that has only files. */
type ReadPage = Page & { language: Language };

async function readConversations(
  db: Database,
  side: MessageSender,
  where: SQL | undefined,
  { offset, limit, language }: ReadPage,
): Promise<PageOf<Conversation>> {
  // In a query of one table, only a nested `sql` writes a column with its table.
  const messageId = sql`${messages.id}`;
  const lastMessage = db
    .select({
      sender: messages.sender,
      body: messages.body,
      files: sql<string[]>`(select coalesce(jsonb_agg(${messageAttachments.name} order by ${messageAttachments.id}), '[]')
        from ${messageAttachments} where ${messageAttachments.messageId} = ${messageId})`.as('files'),
    })
    .from(messages)
    .where(eq(messages.conversationId, conversations.id))
    .orderBy(sql`${messages.id} desc nulls first`)
    .limit(1)
    .as('last_message');
  const application = applicationOf(db, side);
  const [items, [countRow]] = await Promise.all([
    db
      .select({
        id: conversations.id,
        companyId: conversations.companyId,
        companyName: companies.companyName,
        driverName: users.fullName,
        applicantId: application.id,
        jobId: application.jobId,
        jobTitle: jobs.title,
        lastMessageAt: conversations.lastMessageAt,
        lastSender: conversations.lastSender,
        lastMessageSender: lastMessage.sender,
        lastBody: lastMessage.body,
        files: lastMessage.files,
        unread: side === 'company' ? conversations.companyUnread : conversations.driverUnread,
      })
      .from(conversations)
      .innerJoin(companies, eq(companies.id, conversations.companyId))
      .innerJoin(users, eq(users.id, conversations.driverId))
      .leftJoinLateral(lastMessage, sql`true`)
      .leftJoinLateral(application, sql`true`)
      .leftJoin(jobs, eq(jobs.id, application.jobId))
      .where(where)
      .orderBy(desc(conversations.lastMessageAt), desc(conversations.id))
      .offset(offset)
      .limit(limit),
    db
      .select({ total: count() })
      .from(db.select({ id: conversations.id }).from(conversations).where(where).limit(maxListTotal).as('found')),
  ]);
  return {
    items: items.map(({ files, ...conversation }) => ({
      ...conversation,
      lastMessageSender: conversation.lastMessageSender ?? conversation.lastSender,
      lastBody: conversation.lastBody || (files?.length ? writeText(attachmentsText(files), language) : ''),
    })),
    pagination: { offset, limit, total: countRow?.total ?? 0 },
  };
}

/**
 * The application that a conversation leads to. A driver sees the one that the company's latest message was about. For the company
 * it is one that was not withdrawn, if there is any, because the company can write only there.
 */
function applicationOf(db: Database, side: MessageSender) {
  const isLatest = eq(applications.id, conversations.applicationId);
  return db
    .select({ id: applications.id, jobId: applications.jobId })
    .from(applications)
    .where(side === 'company' ? isOfConversation : isLatest)
    .orderBy(sql`${applications.withdrawnAt} is not null`, sql`(${isLatest}) is not true`, desc(applications.id))
    .limit(1)
    .as('shown_application');
}

/**
 * Reads one of the driver's conversations.
 * @throws not found
 */
export async function readMyConversation(
  db: Database,
  { userId }: { userId: string },
  { id, language }: { id: string; language: Language },
): Promise<Conversation> {
  const isOwnConversation = and(eq(conversations.id, id), eq(conversations.driverId, userId));
  const { items } = await readConversations(db, 'driver', isOwnConversation, { offset: 0, limit: 1, language });
  const [conversation] = items;
  if (!conversation) throw notFound(text('messages.conversationNotFound'));
  return conversation;
}

/** The company's conversations with drivers, the latest message first. */
export function listCompanyConversations(
  db: Database,
  { companyId }: OwnCompany,
  { unanswered, ...page }: ReadPage & { unanswered?: boolean | undefined },
): Promise<PageOf<Conversation>> {
  const where = and(eq(conversations.companyId, companyId), unanswered ? isUnanswered : canBeOpened);
  return readConversations(db, 'company', where, page);
}

/** A driver's conversations with companies, the latest message first. */
export function listDriverConversations(
  db: Database,
  { userId }: { userId: string },
  page: ReadPage,
): Promise<PageOf<Conversation>> {
  return readConversations(db, 'driver', eq(conversations.driverId, userId), page);
}

async function readMessages(
  db: Database,
  side: MessageSender,
  conversationId: string,
  { offset, limit }: Page,
): Promise<PageOf<Message>> {
  const where = eq(messages.conversationId, conversationId);
  const [rows, [countRow]] = await Promise.all([
    db
      .select(messageColumns)
      .from(messages)
      .leftJoin(users, eq(users.id, messages.authorId))
      .leftJoin(textMessages, eq(textMessages.messageId, messages.id))
      .where(where)
      .orderBy(desc(messages.id))
      .offset(offset)
      .limit(limit),
    db
      .select({ total: count() })
      .from(db.select({ id: messages.id }).from(messages).where(where).limit(maxListTotal).as('found')),
  ]);
  const items = await addAttachments(db, side, rows);
  return { items, pagination: { offset, limit, total: countRow?.total ?? 0 } };
}

/**
 * Reads the company's conversation with an applicant, newest message first. An applicant to whom nobody wrote has no messages.
 * @throws not found
 */
export async function readApplicantMessages(
  db: Database,
  scope: CompanyScope,
  { applicantId, ...page }: { applicantId: string } & Page,
): Promise<PageOf<Message>> {
  const { id } = await findConversationOf(db, scope, applicantId);
  return id ? readMessages(db, 'company', id, page) : { items: [], pagination: { ...page, total: 0 } };
}

/**
 * Finds the conversation with an applicant. Its id is null if nobody has written yet.
 * @throws not found
 */
export async function findConversationOf(db: Database, scope: CompanyScope, applicantId: string): Promise<{ id: string | null }> {
  const [row] = await db
    .select({ id: conversations.id })
    .from(applications)
    .leftJoin(
      conversations,
      and(eq(conversations.companyId, applications.companyId), eq(conversations.driverId, applications.driverId)),
    )
    .where(and(whereInScope(applications.companyId, scope), eq(applications.id, applicantId)));
  if (!row) throw notFound(text('errors.applicantNotFound'));
  return row;
}

/**
 * Reads one of the driver's conversations, newest message first.
 * @throws not found
 */
export async function readMyMessages(
  db: Database,
  { userId }: { userId: string },
  { id, ...page }: { id: string } & Page,
): Promise<PageOf<Message>> {
  const isOwnConversation = and(eq(conversations.id, id), eq(conversations.driverId, userId));
  const [row] = await db.select({ id: conversations.id }).from(conversations).where(isOwnConversation);
  if (!row) throw notFound(text('messages.conversationNotFound'));
  return readMessages(db, 'driver', id, page);
}

/** Counts the conversations with messages that the company has not read. */
export async function countCompanyUnread(db: Database, { companyId }: OwnCompany): Promise<{ count: number }> {
  const [row] = await db
    .select({ count: count() })
    .from(conversations)
    .where(and(eq(conversations.companyId, companyId), gt(conversations.companyUnread, 0), canBeOpened));
  return { count: row?.count ?? 0 };
}

/** Counts the conversations with messages that the driver has not read. */
export async function countDriverUnread(db: Database, { userId }: { userId: string }): Promise<{ count: number }> {
  const [row] = await db
    .select({ count: count() })
    .from(conversations)
    .where(and(eq(conversations.driverId, userId), gt(conversations.driverUnread, 0)));
  return { count: row?.count ?? 0 };
}
