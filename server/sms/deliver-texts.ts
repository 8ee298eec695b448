import { and, eq, inArray, isNotNull, lte, sql } from 'drizzle-orm';
import { applications } from '#drizzle/schema/drivers.ts';
import { interviews } from '#drizzle/schema/hiring.ts';
import { batchRecipients, messages, textMessages } from '#drizzle/schema/messages.ts';
import { claimDue, type DueRows, isUnleased } from '#server/db/due.ts';
import type { Database } from '#server/db/open.ts';
import { newLeaseEnd, withRetry } from '#server/mail/deliver.ts';
import type { Services } from '#server/services.ts';
import { textingTime } from '#shared/messages/text-message.ts';
import { changeConsentByPhone, findTextReachability } from './consent.ts';
import { type SmsService, TextRefusedError } from './port.ts';

const maxAttempts = 8;
const maxTextsPerRun = 20;

export const dueTexts: DueRows = {
  table: textMessages,
  at: textMessages.dueAt,
  when: (now) =>
    and(eq(textMessages.state, 'waiting'), lte(textMessages.dueAt, now), isUnleased(textMessages.leaseUntil, sql`now()`)),
};

type TextRow = typeof textMessages.$inferSelect;
type Update = Partial<typeof textMessages.$inferInsert>;

/**
 * Sends due texts. It claims one at a time, so that the driver's consent and the time of day are checked right before sending.
 * After a crash, it asks the service whether the text was sent before it sends it again. Returns how many were handled.
 */
export async function deliverTexts(services: Pick<Services, 'db' | 'sms' | 'events'>, now?: Date): Promise<number> {
  let handled = 0;
  while (handled < maxTextsPerRun && (await deliverNext(services, now ?? new Date()))) handled += 1;
  return handled;
}

async function deliverNext(services: Pick<Services, 'db' | 'sms' | 'events'>, now: Date): Promise<boolean> {
  const { db, sms } = services;
  const [row] = await db
    .update(textMessages)
    .set({ leaseUntil: newLeaseEnd, attempts: sql`${textMessages.attempts} + 1` })
    .where(inArray(textMessages.id, claimDue(db, dueTexts, now, 1)))
    .returning();
  if (!row) return false;
  const driver = await findTextReachability(db, row.driverId);
  const sendAt = driver ? textingTime(driver.timeZone, now) : now;
  if (!(await isStillNeeded(db, row, sendAt))) {
    const lastError = 'The interview was changed, canceled or has begun';
    const sentId = await findSentId(db, sms, row).catch(() => null);
    await settle(services, row, sentId ? sentUpdate(sentId) : { state: 'failed', lastError });
  } else if (driver?.phone !== row.phone) {
    // An earlier attempt may have sent the text before the consent ended.
    const sentId = await findSentId(db, sms, row).catch(() => null);
    await settle(services, row, sentId ? sentUpdate(sentId) : { state: 'no_consent' });
  } else if (sendAt > now) await settle(services, row, { dueAt: sendAt, attempts: row.attempts - 1 });
  else await settle(services, row, await send(services, row, now));
  return true;
}

/** Whether a reminder's interview still begins at the same time, and after `sendAt`. Other texts are always needed. */
async function isStillNeeded(db: Database, { interviewId, interviewAt }: TextRow, sendAt: Date): Promise<boolean> {
  if (!interviewId || !interviewAt) return true;
  const [interview] = await db
    .select({ id: interviews.id })
    .from(interviews)
    .where(and(eq(interviews.id, interviewId), eq(interviews.status, 'scheduled'), eq(interviews.startsAt, interviewAt)));
  return interview !== undefined && sendAt < interviewAt;
}

const sentUpdate = (providerId: string): Update => ({ state: 'sent', providerId, sentAt: new Date(), lastError: null });

async function send({ db, sms }: Pick<Services, 'db' | 'sms'>, row: TextRow, now: Date): Promise<Update> {
  try {
    return sentUpdate((await findSentId(db, sms, row)) ?? (await sms.send(toOutgoingText(row))));
  } catch (error) {
    const lastError = error instanceof Error ? error.message : String(error);
    if (error instanceof TextRefusedError) return { state: error.isStopped ? 'no_consent' : 'failed', lastError };
    const dueAt = new Date(now.getTime() + 2 ** (row.attempts - 1) * 60_000);
    return { lastError, ...(row.attempts >= maxAttempts ? { state: 'failed' } : { dueAt }) };
  }
}

const toOutgoingText = ({ id, phone, body, createdAt }: TextRow) => ({ id, to: phone, body, writtenAt: createdAt });

/** Finds the service's id of a text that an earlier attempt sent without recording it, or null. */
async function findSentId(db: Database, sms: SmsService, row: TextRow): Promise<string | null> {
  if (row.attempts <= 1) return null;
  const ids = await sms.findSent(toOutgoingText(row));
  if (ids.length === 0) return null;
  // The same words may have been sent to the same person in another message.
  const recordedTexts = await db
    .select({ id: textMessages.providerId })
    .from(textMessages)
    .where(and(inArray(textMessages.providerId, ids), isNotNull(textMessages.providerId)));
  return ids.find((id) => !recordedTexts.some((text) => text.id === id)) ?? null;
}

async function settle({ db, events }: Pick<Services, 'db' | 'events'>, row: TextRow, update: Update): Promise<void> {
  await withRetry(() =>
    db.transaction(async (tx) => {
      const [settledRow] = await tx
        .update(textMessages)
        .set({ ...update, leaseUntil: null })
        .where(and(eq(textMessages.id, row.id), eq(textMessages.attempts, row.attempts), eq(textMessages.state, 'waiting')))
        .returning({ id: textMessages.id });
      if (!settledRow) return;
      if (update.state === 'no_consent') {
        if (update.lastError) await changeConsentByPhone(tx, row.phone, 'provider');
        if (row.messageId) await markRecipientWithoutConsent(tx, row.messageId);
      }
      if (row.messageId) await publishTextChange(tx, events, row.messageId);
    }),
  );
}

/** Marks a batch's recipient who has no consent to texts any more. The message's key is the id of its batch. */
async function markRecipientWithoutConsent(tx: Database, messageId: string): Promise<void> {
  const [message] = await tx
    .select({ key: messages.key, applicationId: messages.applicationId })
    .from(messages)
    .where(eq(messages.id, messageId));
  if (!message?.key || !message.applicationId) return;
  await tx
    .update(batchRecipients)
    .set({ outcome: 'no_consent' })
    .where(
      and(
        eq(sql`${batchRecipients.batchId}::text`, message.key),
        eq(batchRecipients.applicationId, message.applicationId),
        eq(batchRecipients.outcome, 'sent'),
      ),
    );
}

/** Tells the company's open screens that the state of a text has changed. */
export async function publishTextChange(tx: Database, events: Services['events'], messageId: string): Promise<void> {
  const [application] = await tx
    .select({ applicationId: applications.id, companyId: applications.companyId, jobId: applications.jobId })
    .from(messages)
    .innerJoin(applications, eq(applications.id, messages.applicationId))
    .where(eq(messages.id, messageId));
  if (application) await events.publish(tx, { type: 'application', ...application });
}
