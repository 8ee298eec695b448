import { and, desc, eq, isNotNull, or, sql } from 'drizzle-orm';
import { textConsents, users } from '#drizzle/schema/accounts.ts';
import { interviews } from '#drizzle/schema/hiring.ts';
import { conversations, inboundMessages, messages, textMessages } from '#drizzle/schema/messages.ts';
import type { Database } from '#server/db/open.ts';
import type { Services } from '#server/services.ts';
import { changeConsentByPhone } from '#server/sms/consent.ts';
import { cleanReceivedText } from '#shared/messages/email-reply.ts';
import { messageBodyField } from '#shared/messages/message.ts';
import { textCommand } from '#shared/messages/text-message.ts';
import { translatorIn } from '#shared/texts/write-text.ts';
import { reply } from './send-message.ts';

type ReceivedText = { id: string; phone: string; body: string };

/** Whether the message was received before. Another request can still store it before this one does. */
export async function wasReceived(db: Database, id: string): Promise<boolean> {
  const rows = await db.select({ id: inboundMessages.id }).from(inboundMessages).where(eq(inboundMessages.id, id));
  return rows.length > 0;
}

/** Returns false if the message was received before. The id is stored in the caller's transaction. */
export async function isFirstReceipt(tx: Database, id: string): Promise<boolean> {
  const insertedRows = await tx
    .insert(inboundMessages)
    .values({ id })
    .onConflictDoNothing()
    .returning({ id: inboundMessages.id });
  return insertedRows.length > 0;
}

/**
 * Handles a text from a driver once: STOP, START and HELP, or an answer to the company that texted last. Returns the text
 * of an answer, or null (`docs/product/messages.md#text-messages`).
 */
export async function receiveText(
  { db, events, settings }: Pick<Services, 'db' | 'events' | 'settings'>,
  { id, phone, body: receivedBody }: ReceivedText,
): Promise<string | null> {
  const body = cleanReceivedText(receivedBody);
  return db.transaction(async (tx) => {
    if (!(await isFirstReceipt(tx, `sms ${id}`))) return null;
    const command = textCommand(body);
    if (command === 'stop' || command === 'start') {
      await changeConsentByPhone(tx, phone, command);
      return null;
    }
    if (command === 'help')
      return translatorIn(await findLanguageByPhone(tx, phone))('messages.textHelp', { email: settings.mail.support });
    const answer = messageBodyField.safeParse(body);
    const conversation = answer.success ? await findLastTextedConversation(tx, phone) : null;
    if (!answer.success || !conversation) return null;
    const { conversationId, driverId, language } = conversation;
    const message = { id: conversationId, body: answer.data, key: id };
    await reply({ db: tx, events }, { userId: driverId, language }, message, { channel: 'sms' });
    return null;
  });
}

async function findLanguageByPhone(tx: Database, phone: string) {
  const [driver] = await tx
    .select({ language: users.language })
    .from(textConsents)
    .innerJoin(users, eq(users.id, textConsents.userId))
    .where(eq(textConsents.phone, phone))
    .limit(1);
  return driver?.language ?? 'en';
}

/**
 * Finds the conversation with the company that texted this number last, if the driver still has the number. Answering needs no
 * consent. If that text was a reminder of an interview, the answer can be the first message of the conversation.
 */
async function findLastTextedConversation(tx: Database, phone: string) {
  const [row] = await tx
    .select({
      conversationId: conversations.id,
      driverId: textMessages.driverId,
      language: users.language,
      companyId: interviews.companyId,
      applicationId: interviews.applicationId,
    })
    .from(textMessages)
    .innerJoin(users, and(eq(users.id, textMessages.driverId), eq(users.phone, textMessages.phone)))
    .leftJoin(messages, eq(messages.id, textMessages.messageId))
    .leftJoin(interviews, eq(interviews.id, textMessages.interviewId))
    .leftJoin(
      conversations,
      or(
        eq(conversations.id, messages.conversationId),
        and(eq(conversations.companyId, interviews.companyId), eq(conversations.driverId, textMessages.driverId)),
      ),
    )
    .where(and(eq(textMessages.phone, phone), isNotNull(textMessages.sentAt)))
    .orderBy(desc(textMessages.id))
    .limit(1);
  if (!row) return null;
  const { conversationId, companyId, applicationId, ...driver } = row;
  if (conversationId) return { conversationId, ...driver };
  if (!companyId) return null;
  const [conversation] = await tx
    .insert(conversations)
    .values({ companyId, applicationId, driverId: driver.driverId, lastSender: 'driver' })
    .onConflictDoUpdate({
      target: [conversations.companyId, conversations.driverId],
      set: { lastSender: sql`${conversations.lastSender}` },
    })
    .returning({ id: conversations.id });
  return conversation ? { conversationId: conversation.id, ...driver } : null;
}
