import { isDeepStrictEqual } from 'node:util';
import { and, eq, sql } from 'drizzle-orm';
import { users } from '#drizzle/schema/accounts.ts';
import { newId } from '#drizzle/schema/columns.ts';
import { companies } from '#drizzle/schema/companies.ts';
import { applications } from '#drizzle/schema/drivers.ts';
import { jobs } from '#drizzle/schema/jobs.ts';
import { conversations, messageAttachments, messages, textMessages } from '#drizzle/schema/messages.ts';
import { markAnswered } from '#server/applicants/mark-answered.ts';
import { moveToContacted } from '#server/applicants/move-stage.ts';
import { lockApplicant, writeEvents } from '#server/applicants/write-timeline.ts';
import { audit } from '#server/audit/audit.ts';
import type { Database } from '#server/db/open.ts';
import { conflict, notFound } from '#server/errors.ts';
import { checkLimit, countHit, isWithinLimit } from '#server/limits/throttle.ts';
import { mailUnlessMuted } from '#server/mail/outbox.ts';
import { notifyDrivers } from '#server/notifications/notify-drivers.ts';
import { notifyAboutApplicant, findPeopleToNotify } from '#server/notifications/notify.ts';
import { mailByChoice } from '#server/notifications/send-digests.ts';
import type { Services } from '#server/services.ts';
import { createTextFrame, hasTextConsent, queueText } from '#server/sms/queue-text.ts';
import type { ActingUser, CompanyScope } from '#server/trpc.ts';
import type { ChangeSource } from '#shared/applicants/timeline.ts';
import { textForEmail } from '#shared/companies/company.ts';
import * as format from '#shared/format.ts';
import type { Message, MessageChannel, MessageSender, OutgoingChannel, Reply, SendMessage } from '#shared/messages/message.ts';
import type { Language } from '#shared/texts/texts.ts';
import { text } from '#shared/texts/texts.ts';
import { addAttachments } from './attachment-query.ts';
import { createReplyAddress } from './reply-address.ts';
import type { ReceivedAttachment } from './take-attachments.ts';

/** The number of messages is limited, because each is sent by email or as a text message. */
const employeeLimit = { maxHits: 300, windowSeconds: 60 * 60 };
const driverLimit = { maxHits: 60, windowSeconds: 60 * 60 };
/** A driver gets at most this many emails about messages from all companies. Further messages are in the members area only. */
const recipientLimit = { maxHits: 30, windowSeconds: 60 * 60 };

type Sender = { userId: string | null; language: Language | null };
type OutgoingMessage = {
  applicationId: string;
  body: string;
  key?: string | undefined;
  source: ChangeSource;
  channel?: OutgoingChannel | undefined;
};

/** Finds the driver who gets a company's message. Returns null if the driver has deleted the account. */
export async function findRecipient(tx: Database, applicationId: string) {
  const [row] = await tx
    .select({
      id: users.id,
      email: users.email,
      firstName: users.firstName,
      language: users.language,
      jobTitle: jobs.title,
      companyId: applications.companyId,
      companyName: companies.companyName,
      companyType: companies.type,
    })
    .from(applications)
    .innerJoin(users, eq(users.id, applications.driverId))
    .innerJoin(jobs, eq(jobs.id, applications.jobId))
    .innerJoin(companies, eq(companies.id, applications.companyId))
    .where(eq(applications.id, applicationId));
  return row ?? null;
}

/**
 * Adds a message of the company to the conversation with the driver, tells the driver in the app and by email or sends it as a
 * text, and adds it to the timeline. Everything is part of the caller's transaction. Returns null if the same key was sent before. The
 * caller checks that the driver has agreed to texts.
 */
export async function writeToDriver(
  tx: Database,
  { events, keys, settings }: Pick<Services, 'events' | 'keys' | 'settings'>,
  recipient: NonNullable<Awaited<ReturnType<typeof findRecipient>>>,
  sender: Sender,
  { applicationId, body, key, source, channel = 'app' }: OutgoingMessage,
): Promise<string | null> {
  const { companyId, companyName, companyType, jobTitle, ...driver } = recipient;
  const frame = channel === 'sms' ? await createTextFrame(tx, { ...recipient, driverId: driver.id }) : null;
  const now = new Date();
  const [conversation] = await tx
    .insert(conversations)
    .values({
      companyId,
      driverId: driver.id,
      applicationId,
      lastSender: 'company',
      lastMessageAt: now,
      driverUnread: 1,
    })
    .onConflictDoUpdate({
      target: [conversations.companyId, conversations.driverId],
      set: {
        applicationId,
        lastMessageAt: now,
        driverUnread: sql`${conversations.driverUnread} + 1`,
        // Someone who writes to one driver has read the conversation and answers it. A message to many does neither.
        ...(source === 'bulk' ? {} : { lastSender: 'company', waitingSince: null, companyUnread: 0 }),
      },
    })
    .returning({ id: conversations.id });
  if (!conversation) throw new Error('The conversation was not returned');
  const id = await insertMessage(tx, {
    conversationId: conversation.id,
    applicationId,
    sender: 'company',
    authorId: sender.userId,
    channel,
    body,
    ...(key && { key }),
  });
  if (!id) return null;
  await markAnswered(tx, applicationId);
  if (frame) await queueText(tx, { messageId: id, driverId: driver.id, body, frame });
  else if (await isWithinLimit(tx, { bucket: 'message email', key: driver.id }, recipientLimit)) {
    const domain = settings.inboundEmail?.domain;
    const data = {
      firstName: driver.firstName,
      company: companyName,
      title: jobTitle,
      message: textForEmail({ companyType }, body),
      id: conversation.id,
      ...(domain && { replyTo: createReplyAddress(keys, domain, conversation.id) }),
    };
    await mailUnlessMuted(tx, driver, 'driver_message', data, sender.language);
  }
  const notice = { company: companyName, title: jobTitle, id: conversation.id };
  await notifyDrivers(tx, events, [{ driverId: driver.id, kind: 'driver_message', data: notice }]);
  const event = { applicationId, companyId, kind: 'message' as const, authorId: sender.userId, source };
  await writeEvents(tx, [{ ...event, text: body, detail: { from: 'company', channel } }]);
  return id;
}

type NewMessage = typeof messages.$inferInsert;

async function insertMessage(tx: Database, message: NewMessage): Promise<string | null> {
  const [row] = await tx
    .insert(messages)
    .values({ id: newId(), ...message })
    .onConflictDoNothing()
    .returning({ id: messages.id });
  return row?.id ?? null;
}

/**
 * Sends a message of the company to an applicant.
 * @throws conflict if the driver has deleted the account, has not agreed to a text message, or if the key is that of another message
 */
export async function sendMessage(
  { db, events, keys, settings }: Services,
  scope: CompanyScope,
  actor: ActingUser,
  { applicantId, body, channel, key, movesToContacted = false }: SendMessage,
  source: ChangeSource,
): Promise<Message> {
  await countHit(db, { bucket: 'message', key: actor.userId }, employeeLimit);
  return db.transaction(async (tx) => {
    const applicant = await lockApplicant(tx, scope, applicantId);
    const { companyId, jobId } = applicant;
    const recipient = await findRecipient(tx, applicantId);
    if (!recipient) throw conflict(text('messages.driverHasNoAccount'));
    const message = { sender: 'company', applicationId: applicantId, body, channel: channel ?? 'app' } as const;
    const existingId = key ? await findByKey(tx, { companyId, driverId: recipient.id, key }, message) : null;
    if (existingId) return readMessage(tx, 'company', existingId);
    if (channel === 'sms' && !(settings.offersTexts && (await hasTextConsent(tx, recipient.id))))
      throw conflict(text('messages.driverHasNotAgreed'));
    const id = await writeToDriver(tx, { events, keys, settings }, recipient, actor, {
      applicationId: applicantId,
      body,
      key,
      source,
      channel,
    });
    if (!id) throw createKeyError();
    const subject = { type: 'application', id: applicantId } as const;
    await audit(tx, actor, { action: 'applicant.message', subject, companyId });
    if (movesToContacted && (await moveToContacted(tx, applicant, actor.userId, source)))
      await audit(tx, actor, {
        action: 'applicant.stage',
        subject,
        companyId,
        detail: { from: applicant.stage, to: 'contacted' },
      });
    await events.publish(tx, { type: 'application', companyId, jobId, applicationId: applicantId });
    return readMessage(tx, 'company', id);
  });
}

const createKeyError = () => conflict(text('messages.keyWasUsed'));

type Thread = { companyId: string; driverId: string };
type KeyedMessage = Pick<NewMessage, 'sender' | 'applicationId' | 'body' | 'channel'>;

/**
 * Finds the message of a conversation that its sender's side sent with this key.
 * @throws conflict if it is another message
 */
async function findByKey(
  tx: Database,
  { companyId, driverId, key }: Thread & { key: string },
  message: KeyedMessage,
): Promise<string | null> {
  const [row] = await tx
    .select({
      id: messages.id,
      sender: messages.sender,
      applicationId: messages.applicationId,
      body: messages.body,
      channel: messages.channel,
    })
    .from(messages)
    .innerJoin(conversations, eq(conversations.id, messages.conversationId))
    .where(
      and(
        eq(conversations.companyId, companyId),
        eq(conversations.driverId, driverId),
        eq(messages.sender, message.sender),
        eq(messages.key, key),
      ),
    );
  if (!row) return null;
  if (!isDeepStrictEqual({ ...row, ...message }, row)) throw createKeyError();
  return row.id;
}

/** How a driver's answer was received, and the files that came with it. */
type ReplyOptions = { channel?: MessageChannel; attachments?: readonly ReceivedAttachment[] };

/** @throws too_many if the driver cannot send another message now */
export const checkDriverLimit = (db: Database, driverId: string): Promise<void> =>
  checkLimit(db, { bucket: 'message', key: driverId }, driverLimit);

/**
 * Sends a driver's answer to the company. The applicant's owner is notified. Without an owner, the people who wrote to the
 * driver are notified, or else everyone at the company.
 */
export async function reply(
  { db, events }: Pick<Services, 'db' | 'events'>,
  driver: { userId: string; language: Language | null },
  { id: conversationId, body, key }: Reply,
  { channel = 'app', attachments = [] }: ReplyOptions = {},
): Promise<Message> {
  await countHit(db, { bucket: 'message', key: driver.userId }, driverLimit);
  return db.transaction(async (tx) => {
    const isOwnConversation = and(eq(conversations.id, conversationId), eq(conversations.driverId, driver.userId));
    const [conversation] = await tx.select().from(conversations).where(isOwnConversation).for('update');
    if (!conversation) throw notFound(text('messages.conversationNotFound'));
    const { applicationId, companyId } = conversation;
    const message = { sender: 'driver', channel, body } as const;
    const existingId = key ? await findByKey(tx, { companyId, driverId: driver.userId, key }, message) : null;
    if (existingId) return readMessage(tx, 'driver', existingId);
    const id = await insertMessage(tx, { conversationId, applicationId, ...message, ...(key && { key }) });
    if (!id) throw new Error('The message was not stored');
    if (attachments.length > 0)
      await tx.insert(messageAttachments).values(attachments.map((attachment) => ({ messageId: id, ...attachment })));
    const now = new Date();
    await tx
      .update(conversations)
      .set({
        lastSender: 'driver',
        lastMessageAt: now,
        waitingSince: conversation.waitingSince ?? now,
        companyUnread: sql`${conversations.companyUnread} + 1`,
        driverUnread: 0,
      })
      .where(isOwnConversation);
    if (applicationId)
      await notifyCompany(
        tx,
        { events },
        { ...conversation, applicationId },
        { body, files: attachments.map(({ name }) => name), channel, language: driver.language },
      );
    return readMessage(tx, 'driver', id);
  });
}

type Answer = { body: string; files: string[]; channel: MessageChannel; language: Language | null };

async function notifyCompany(
  tx: Database,
  { events }: Pick<Services, 'events'>,
  { id, companyId, applicationId }: Thread & { id: string; applicationId: string },
  { body, files, channel, language }: Answer,
) {
  const [application] = await tx
    .select({
      jobId: applications.jobId,
      jobTitle: jobs.title,
      ownerId: applications.ownerId,
      firstName: applications.firstName,
      lastName: applications.lastName,
    })
    .from(applications)
    .innerJoin(jobs, eq(jobs.id, applications.jobId))
    .where(eq(applications.id, applicationId));
  if (!application) return;
  const { jobId, jobTitle, ownerId } = application;
  const writers = await tx.selectDistinct({ id: messages.authorId }).from(messages).where(eq(messages.conversationId, id));
  const readers = await findPeopleToNotify(tx, companyId, { ownerId, otherIds: writers.map((writer) => writer.id), jobId });
  const applicant = format.fullName(application);
  for (const reader of readers)
    await mailByChoice(
      tx,
      reader,
      { kind: 'new_message', companyId, jobId },
      {
        template: 'applicant_message',
        data: { firstName: reader.firstName, applicant, title: jobTitle, message: body, files, applicationId },
        language,
      },
    );
  const data = { applicant, title: jobTitle };
  await notifyAboutApplicant(tx, readers, { companyId, applicationId }, { kind: 'new_message', data });
  const detail = { from: 'driver', channel, ...(files.length > 0 && { files }) };
  await writeEvents(tx, [{ applicationId, companyId, kind: 'message', authorId: null, text: body || null, detail }]);
  await events.publish(tx, { type: 'application', companyId, jobId, applicationId });
}

export const messageColumns = {
  id: messages.id,
  sender: messages.sender,
  authorName: users.fullName,
  channel: messages.channel,
  body: messages.body,
  createdAt: messages.createdAt,
  delivery: textMessages.state,
  sendAt: sql<Date | null>`case when ${textMessages.state} = 'waiting' then ${textMessages.dueAt} end`.mapWith(
    textMessages.dueAt,
  ),
};

async function readMessage(tx: Database, reader: MessageSender, id: string): Promise<Message> {
  const rows = await tx
    .select(messageColumns)
    .from(messages)
    .leftJoin(users, eq(users.id, messages.authorId))
    .leftJoin(textMessages, eq(textMessages.messageId, messages.id))
    .where(eq(messages.id, id));
  const [message] = await addAttachments(tx, reader, rows);
  if (!message) throw new Error('The message was not returned');
  return message;
}
