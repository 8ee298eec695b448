import { and, eq, sql } from 'drizzle-orm';
import { users } from '#drizzle/schema/accounts.ts';
import { newId } from '#drizzle/schema/columns.ts';
import { companies } from '#drizzle/schema/companies.ts';
import { applications } from '#drizzle/schema/drivers.ts';
import { jobs } from '#drizzle/schema/jobs.ts';
import { conversations, messages } from '#drizzle/schema/messages.ts';
import { lockApplicant, writeEvents } from '#server/applicants/write-timeline.ts';
import { audit } from '#server/audit.ts';
import type { Database } from '#server/db/open.ts';
import { conflict, notFound } from '#server/errors.ts';
import { mailUnlessMuted } from '#server/mail/outbox.ts';
import { notifyReply, peopleOf } from '#server/notifications/notify.ts';
import type { Services } from '#server/services.ts';
import { countHit } from '#server/session/throttle.ts';
import type { ActingUser, CompanyScope } from '#server/trpc.ts';
import type { ChangeSource } from '#shared/applicants/timeline.ts';
import type { Message, MessageChannel, Reply, SendMessage } from '#shared/messages/message.ts';
import * as format from '#shared/format.ts';
import { text } from '#shared/texts/texts.ts';

/** Each message sends an email. */
const perEmployee = { maxHits: 300, windowSeconds: 60 * 60 };
const perDriver = { maxHits: 60, windowSeconds: 60 * 60 };

type Sender = { userId: string | null; language?: ActingUser['language'] };
type OutgoingMessage = {
  applicationId: string;
  body: string;
  key?: string | undefined;
  source: ChangeSource;
  channel?: MessageChannel;
};

/** Who gets a message of the company. Null if the driver has deleted the account. */
export async function recipientOf(tx: Database, applicationId: string) {
  const [row] = await tx
    .select({
      id: users.id,
      email: users.email,
      firstName: users.firstName,
      jobTitle: jobs.title,
      companyId: applications.companyId,
      companyName: companies.companyName,
    })
    .from(applications)
    .innerJoin(users, eq(users.id, applications.driverId))
    .innerJoin(jobs, eq(jobs.id, applications.jobId))
    .innerJoin(companies, eq(companies.id, applications.companyId))
    .where(eq(applications.id, applicationId));
  return row ?? null;
}

/**
 * Adds a message of the company to the conversation with the driver, tells the driver by email, and adds it to the timeline.
 * Everything is part of the caller's transaction. Returns null if the same key was sent before.
 */
export async function writeToDriver(
  tx: Database,
  recipient: NonNullable<Awaited<ReturnType<typeof recipientOf>>>,
  sender: Sender,
  { applicationId, body, key, source }: OutgoingMessage,
): Promise<string | null> {
  const { companyId, companyName, jobTitle, ...driver } = recipient;
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
        // After a message to many, an unanswered driver still waits for an answer.
        lastSender:
          source === 'bulk' ? sql`case when ${conversations.companyUnread} > 0 then 'driver' else 'company' end` : 'company',
        lastMessageAt: now,
        driverUnread: sql`${conversations.driverUnread} + 1`,
        // A person who writes to one driver has read the conversation. A message to many is no sign of that.
        ...(source === 'bulk' ? {} : { companyUnread: 0 }),
      },
    })
    .returning({ id: conversations.id });
  if (!conversation) throw new Error('The conversation was not returned');
  const id = await insertMessage(tx, {
    conversationId: conversation.id,
    applicationId,
    sender: 'company',
    authorId: sender.userId,
    body,
    ...(key && { key }),
  });
  if (!id) return null;
  const data = { firstName: driver.firstName, company: companyName, title: jobTitle, message: body, id: conversation.id };
  await mailUnlessMuted(tx, driver, 'driver_message', data, sender.language);
  const event = { applicationId, companyId, kind: 'message' as const, authorId: sender.userId, source };
  await writeEvents(tx, [{ ...event, text: body, detail: { from: 'company' } }]);
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
 * @throws conflict if the driver has deleted the account
 */
export async function sendMessage(
  { db, events }: Services,
  scope: CompanyScope,
  actor: ActingUser,
  { applicantId, body, key }: SendMessage,
  source: ChangeSource,
): Promise<Message> {
  await countHit(db, { bucket: 'message', key: actor.userId }, perEmployee);
  return db.transaction(async (tx) => {
    const { companyId, jobId } = await lockApplicant(tx, scope, applicantId);
    const recipient = await recipientOf(tx, applicantId);
    if (!recipient) throw conflict(text('messages.driverHasNoAccount'));
    const before = key ? await findByKey(tx, { companyId, driverId: recipient.id, key }) : null;
    if (before) return before;
    const id = await writeToDriver(tx, recipient, actor, { applicationId: applicantId, body, key, source });
    await audit(tx, actor, { action: 'applicant.message', subject: { type: 'application', id: applicantId }, companyId });
    await events.publish(tx, { type: 'application', companyId, jobId, applicationId: applicantId });
    return readMessage(tx, id ?? '');
  });
}

async function findByKey(tx: Database, { companyId, driverId, key }: { companyId: string; driverId: string; key: string }) {
  const [row] = await tx
    .select({ id: messages.id })
    .from(messages)
    .innerJoin(conversations, eq(conversations.id, messages.conversationId))
    .where(and(eq(conversations.companyId, companyId), eq(conversations.driverId, driverId), eq(messages.key, key)));
  return row ? readMessage(tx, row.id) : null;
}

/**
 * Sends a driver's answer to the company. The owner of the applicant is told by email, otherwise the people who wrote to the
 * driver, otherwise everyone of the company.
 */
export async function reply(
  { db, events }: Pick<Services, 'db' | 'events'>,
  driver: { userId: string; language?: ActingUser['language'] },
  { id: conversationId, body, key }: Reply,
  channel: MessageChannel = 'app',
): Promise<Message> {
  await countHit(db, { bucket: 'message', key: driver.userId }, perDriver);
  return db.transaction(async (tx) => {
    const isOwnConversation = and(eq(conversations.id, conversationId), eq(conversations.driverId, driver.userId));
    const [conversation] = await tx.select().from(conversations).where(isOwnConversation).for('update');
    if (!conversation) throw notFound(text('messages.conversationNotFound'));
    const { applicationId, companyId } = conversation;
    const id = await insertMessage(tx, {
      conversationId,
      applicationId,
      sender: 'driver',
      channel,
      body,
      ...(key && { key }),
    });
    if (!id) {
      const before = await findByKey(tx, { companyId, driverId: driver.userId, key: key ?? '' });
      if (!before) throw new Error('The message was not stored');
      return before;
    }
    await tx
      .update(conversations)
      .set({
        lastSender: 'driver',
        lastMessageAt: new Date(),
        companyUnread: sql`${conversations.companyUnread} + 1`,
        driverUnread: 0,
      })
      .where(isOwnConversation);
    if (applicationId) await tellCompany(tx, { events }, { ...conversation, applicationId }, { body, language: driver.language });
    return readMessage(tx, id);
  });
}

type Thread = { id: string; companyId: string; driverId: string; applicationId: string };
type Answer = { body: string; language?: ActingUser['language'] };

async function tellCompany(
  tx: Database,
  { events }: Pick<Services, 'events'>,
  { id, companyId, applicationId }: Thread,
  { body, language }: Answer,
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
  const people = await peopleOf(tx, [companyId]);
  const wrote = await tx.selectDistinct({ id: messages.authorId }).from(messages).where(eq(messages.conversationId, id));
  const owner = people.filter((person) => person.id === ownerId);
  const writers = people.filter((person) => wrote.some((one) => one.id === person.id));
  const readers = [owner, writers].find((group) => group.length > 0) ?? people;
  const applicant = format.fullName(application);
  for (const reader of readers)
    await mailUnlessMuted(
      tx,
      reader,
      'applicant_message',
      { firstName: reader.firstName, applicant, title: jobTitle, message: body, applicationId },
      language,
    );
  await notifyReply(tx, readers, { companyId, applicationId, applicant, title: jobTitle });
  await writeEvents(tx, [{ applicationId, companyId, kind: 'message', authorId: null, text: body, detail: { from: 'driver' } }]);
  await events.publish(tx, { type: 'application', companyId, jobId, applicationId });
}

export const messageColumns = {
  id: messages.id,
  sender: messages.sender,
  authorName: users.fullName,
  channel: messages.channel,
  body: messages.body,
  createdAt: messages.createdAt,
};

async function readMessage(tx: Database, id: string): Promise<Message> {
  const [row] = await tx
    .select(messageColumns)
    .from(messages)
    .leftJoin(users, eq(users.id, messages.authorId))
    .where(eq(messages.id, id));
  if (!row) throw new Error('The message was not returned');
  return row;
}
