import { and, eq, type SQL, sql } from 'drizzle-orm';
import { conversations, messages } from '#drizzle/schema/messages.ts';
import type { Database } from '#server/db/open.ts';
import { notFound } from '#server/errors.ts';
import type { OwnCompany } from '#server/trpc.ts';
import type { MarkMyRead, MarkRead } from '#shared/messages/message.ts';
import { text } from '#shared/texts/texts.ts';
import { findConversationOf } from './conversation-query.ts';

type Unread = { unread: number };

/**
 * Marks the conversation with an applicant as read for everyone at the company (`docs/product/messages.md#read-and-unread`).
 * @throws not found
 */
export async function markRead(db: Database, scope: OwnCompany, { applicantId, lastMessageId }: MarkRead): Promise<Unread> {
  const { id } = await findConversationOf(db, scope, applicantId);
  if (!id) return { unread: 0 };
  const [row] = await db
    .update(conversations)
    .set({ companyUnread: countUnread('driver', lastMessageId) })
    .where(eq(conversations.id, id))
    .returning({ unread: conversations.companyUnread });
  return row ?? { unread: 0 };
}

/**
 * Marks one of the driver's conversations as read.
 * @throws not found
 */
export async function markMyRead(
  db: Database,
  { userId }: { userId: string },
  { id, lastMessageId }: MarkMyRead,
): Promise<Unread> {
  const [row] = await db
    .update(conversations)
    .set({ driverUnread: countUnread('company', lastMessageId) })
    .where(and(eq(conversations.id, id), eq(conversations.driverId, userId)))
    .returning({ unread: conversations.driverUnread });
  if (!row) throw notFound(text('messages.conversationNotFound'));
  return row;
}

/** A message that arrived after the last one shown stays unread. What was read before stays read. */
function countUnread(sender: 'company' | 'driver', lastMessageId: string): SQL {
  const unread = sender === 'driver' ? conversations.companyUnread : conversations.driverUnread;
  return sql`least(${unread}, (select count(*) from ${messages}
    where ${messages.conversationId} = ${conversations.id} and ${messages.sender} = ${sender} and ${messages.id} > ${lastMessageId}))`;
}
