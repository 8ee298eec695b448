import { and, eq, sql } from 'drizzle-orm';
import { interviews } from '#drizzle/schema/hiring.ts';
import { conversations, messages, textMessages } from '#drizzle/schema/messages.ts';
import type { Database } from '#server/db/open.ts';
import { maxSentLength, textingTime } from '#shared/messages/text-message.ts';
import type { Language } from '#shared/texts/texts.ts';
import { translatorIn } from '#shared/texts/write-text.ts';
import { findTextReachability } from './consent.ts';

type FrameInput = { companyId: string; companyName: string; driverId: string; language: Language | null };

/** Returns what a text starts and ends with: the company's name, and in its first text to the driver, how to opt out. */
export async function createTextFrame(
  db: Database,
  { companyId, companyName, driverId, language }: FrameInput,
): Promise<{ opening: string; ending: string }> {
  const [[earlierMessage], [earlierReminder]] = await Promise.all([
    db
      .select({ id: messages.id })
      .from(messages)
      .innerJoin(conversations, eq(conversations.id, messages.conversationId))
      .where(
        and(
          eq(conversations.companyId, companyId),
          eq(conversations.driverId, driverId),
          eq(messages.sender, 'company'),
          eq(messages.channel, 'sms'),
        ),
      )
      .limit(1),
    db
      .select({ id: textMessages.id })
      .from(textMessages)
      .innerJoin(interviews, eq(interviews.id, textMessages.interviewId))
      .where(and(eq(textMessages.driverId, driverId), eq(interviews.companyId, companyId)))
      .limit(1),
  ]);
  return {
    opening: `${companyName}: `,
    ending: earlierMessage || earlierReminder ? '' : `\n${translatorIn(language ?? 'en')('messages.textEnding')}`,
  };
}

/** Whether the driver has agreed to texts. This is checked again right before a text is sent. */
export const hasTextConsent = async (db: Database, driverId: string): Promise<boolean> =>
  (await findTextReachability(db, driverId))?.phone != null;

type TextSource = { messageId: string } | { interviewId: string; interviewAt: Date };
type QueuedText = TextSource & { driverId: string; body: string; frame: { opening: string; ending: string }; now?: Date };

/** Queues a text for the worker, which sends it right away or, during quiet hours, at 8 AM in the driver's time zone. */
export async function queueText(tx: Database, { driverId, body, frame, now = new Date(), ...source }: QueuedText): Promise<void> {
  const driver = await findTextReachability(tx, driverId);
  if (!driver?.phone) throw new Error('The driver has not agreed to texts');
  const { opening, ending } = frame;
  const maxBodyLength = maxSentLength - opening.length - ending.length;
  await tx.insert(textMessages).values({
    ...source,
    driverId,
    phone: driver.phone,
    body: `${opening}${body.slice(0, maxBodyLength)}${ending}`,
    dueAt: textingTime(driver.timeZone, now),
    createdAt: sql`clock_timestamp()`,
  });
}
