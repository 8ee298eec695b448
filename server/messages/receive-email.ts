import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { users } from '#drizzle/schema/accounts.ts';
import { conversations } from '#drizzle/schema/messages.ts';
import type { Services } from '#server/services.ts';
import { extractAddress, isAutomatic, extractReplyText } from '#shared/messages/email-reply.ts';
import { maxMessageLength } from '#shared/messages/message.ts';
import { isFirstReceipt } from './receive-text.ts';
import { readReplyAddress } from './reply-address.ts';
import { reply } from './send-message.ts';

/** An email as the email provider, or an adapter for it, sends it to the webhook. */
export const inboundEmailSchema = z.object({
  to: z.string().min(1).max(2000),
  from: z.string().min(1).max(500),
  subject: z.string().max(2000).default(''),
  text: z.string(),
  messageId: z.string().trim().min(1).max(1000),
  /** The headers that the provider passes on. They show whether the email was sent automatically. */
  headers: z.record(z.string().max(200), z.string()).default({}),
});
type InboundEmail = z.infer<typeof inboundEmailSchema>;

/** Every outcome is final: sending the email again changes nothing. */
export type ReceiptOutcome = 'stored' | 'duplicate' | 'automatic' | 'unknown_address' | 'wrong_sender' | 'empty';

/** Stores a driver's reply by email as an answer in its conversation, once (`docs/product/messages.md#replies-by-email`). */
export async function receiveEmail(
  { db, events, keys, settings }: Pick<Services, 'db' | 'events' | 'keys' | 'settings'>,
  { to, from, subject, text, messageId, headers }: InboundEmail,
): Promise<ReceiptOutcome> {
  if (isAutomatic({ from, subject, headers })) return 'automatic';
  const conversationId = settings.inboundEmail && readReplyAddress(keys, settings.inboundEmail.domain, to);
  if (!conversationId) return 'unknown_address';
  const body = extractReplyText(text, maxMessageLength);
  /** A Message-ID can contain the name of a person's computer, so only a hash is stored. */
  const key = createHash('sha256').update(`${conversationId} ${messageId}`).digest('hex');
  return db.transaction(async (tx) => {
    const [driver] = await tx
      .select({ userId: users.id, email: users.email, language: users.language })
      .from(conversations)
      .innerJoin(users, eq(users.id, conversations.driverId))
      .where(eq(conversations.id, conversationId));
    if (!driver) return 'unknown_address';
    if (driver.email.toLowerCase() !== extractAddress(from)) return 'wrong_sender';
    if (!body) return 'empty';
    if (!(await isFirstReceipt(tx, `email ${key}`))) return 'duplicate';
    await reply({ db: tx, events }, driver, { id: conversationId, body, key }, 'email');
    return 'stored';
  });
}
