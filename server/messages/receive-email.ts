import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { users } from '#drizzle/schema/accounts.ts';
import { conversations } from '#drizzle/schema/messages.ts';
import type { Database } from '#server/db/open.ts';
import type { Services } from '#server/services.ts';
import type { AttachmentRefusal } from '#shared/messages/attachment.ts';
import { extractAddress, isAutomatic, extractReplyText } from '#shared/messages/email-reply.ts';
import { maxMessageLength } from '#shared/messages/message.ts';
import { isFirstReceipt, wasReceived } from './receive-text.ts';
import { readReplyAddress } from './reply-address.ts';
import { checkDriverLimit, reply } from './send-message.ts';
import { inboundAttachmentSchema, takeAttachments } from './take-attachments.ts';

/** An email as the email provider, or an adapter for it, sends it to the webhook. */
export const inboundEmailSchema = z.object({
  to: z.string().min(1).max(2000),
  from: z.string().min(1).max(500),
  subject: z.string().max(2000).default(''),
  text: z.string(),
  messageId: z.string().trim().min(1).max(1000),
  /** The headers that the provider passes on. They show whether the email was sent automatically. */
  headers: z.record(z.string().max(200), z.string()).default({}),
  attachments: z.array(inboundAttachmentSchema).nullish(),
});
type InboundEmail = z.infer<typeof inboundEmailSchema>;

/** Every outcome is final: sending the email again changes nothing. */
export type ReceiptOutcome = 'stored' | 'duplicate' | 'automatic' | 'unknown_address' | 'wrong_sender' | 'empty';

/** `attachments` tells for each file of a stored email whether it was accepted. */
type Receipt = { outcome: ReceiptOutcome; attachments: { name: string; outcome: 'stored' | AttachmentRefusal }[] };

/** The message also names refused files, up to this number of files in total. */
const maxNamedFiles = 100;

/**
 * Stores a driver's reply by email as an answer in its conversation, once (`docs/product/messages.md#replies-by-email`).
 * @throws AppError unavailable when the virus scanner does not answer, too_many if the driver has sent too many messages. Nothing
 * is stored then
 */
export async function receiveEmail(
  services: Pick<Services, 'db' | 'events' | 'keys' | 'settings' | 'media' | 'scanner'>,
  { to, from, subject, text, messageId, headers, attachments }: InboundEmail,
): Promise<Receipt> {
  const { db, events, keys, settings } = services;
  if (isAutomatic({ from, subject, headers })) return notStored('automatic');
  const conversationId = settings.inboundEmail && readReplyAddress(keys, settings.inboundEmail.domain, to);
  const driver = conversationId ? await findDriver(db, conversationId) : null;
  if (!conversationId || !driver) return notStored('unknown_address');
  if (driver.email.toLowerCase() !== extractAddress(from)) return notStored('wrong_sender');
  const body = extractReplyText(text, maxMessageLength);
  const files = (attachments ?? []).filter(({ inline }) => !inline).slice(0, maxNamedFiles);
  if (!body && files.length === 0) return notStored('empty');
  /** A Message-ID can contain the name of a person's computer, so only a hash is stored. */
  const key = createHash('sha256').update(`${conversationId} ${messageId}`).digest('hex');
  const receiptId = `email ${key}`;
  if (await wasReceived(db, receiptId)) return notStored('duplicate');
  await checkDriverLimit(db, driver.userId);
  const received = await takeAttachments(services, driver.userId, files);
  const isStored = await db.transaction(async (tx) => {
    if (!(await isFirstReceipt(tx, receiptId))) return false;
    await reply({ db: tx, events }, driver, { id: conversationId, body, key }, { channel: 'email', attachments: received });
    return true;
  });
  if (!isStored) return notStored('duplicate');
  return { outcome: 'stored', attachments: received.map(({ name, reason }) => ({ name, outcome: reason ?? 'stored' })) };
}

const notStored = (outcome: ReceiptOutcome): Receipt => ({ outcome, attachments: [] });

async function findDriver(db: Database, conversationId: string) {
  const [driver] = await db
    .select({ userId: users.id, email: users.email, language: users.language })
    .from(conversations)
    .innerJoin(users, eq(users.id, conversations.driverId))
    .where(eq(conversations.id, conversationId));
  return driver ?? null;
}
