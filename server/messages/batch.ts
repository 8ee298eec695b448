import { createHash } from 'node:crypto';
import { and, count, eq, inArray, lte, ne, sql } from 'drizzle-orm';
import { textConsents, users } from '#drizzle/schema/accounts.ts';
import { applications } from '#drizzle/schema/drivers.ts';
import { batchRecipients, messageBatches, messageTemplates } from '#drizzle/schema/messages.ts';
import { whereInScope } from '#server/access/scope.ts';
import { companyApplicantList } from '#server/applicants/list-query.ts';
import { moveToContacted } from '#server/applicants/move-stage.ts';
import { audit } from '#server/audit/audit.ts';
import { claimDue, type DueRows } from '#server/db/due.ts';
import type { Database } from '#server/db/open.ts';
import { conflict, invalid, notFound } from '#server/errors.ts';
import { countHit } from '#server/limits/throttle.ts';
import { folded, type Reader, listWhere } from '#server/lists/conditions.ts';
import type { Services } from '#server/services.ts';
import { hasTextConsent } from '#server/sms/queue-text.ts';
import type { ActingUser, CompanyScope, OwnCompany } from '#server/trpc.ts';
import {
  type Batch,
  type BatchOutcome,
  fillTemplate,
  maxRecipients,
  type MessageTemplate,
  type SaveTemplate,
  type SendMany,
  undoSeconds,
} from '#shared/messages/message.ts';
import { text } from '#shared/texts/texts.ts';
import { findRecipient, writeToDriver } from './send-message.ts';

/** Limits how many recipients one employee can write to, because each gets an email or a text message. */
const employeeLimit = { maxHits: 2000, windowSeconds: 60 * 60 };

/**
 * Plans one message to many applicants. The worker sends it {@link undoSeconds} later. Each person gets the message once,
 * even with several applications or accounts (`docs/product/messages.md#messages-to-many`).
 */
export async function sendMany(
  { db, settings }: Pick<Services, 'db' | 'settings'>,
  scope: OwnCompany,
  actor: ActingUser,
  { ids, filters, timeZone, body, channel = 'app', key, movesToContacted = false, includesNotAFit = false }: SendMany & Reader,
): Promise<Batch> {
  if (channel === 'sms' && !settings.offersTexts) throw conflict(text('messages.textsNotOffered'));
  const { companyId } = scope;
  const requestHash = hashRequest({ ids, filters, body, channel, movesToContacted, includesNotAFit });
  const id = await db.transaction(async (tx) => {
    const sendAt = new Date(Date.now() + undoSeconds * 1000);
    const [batch] = await tx
      .insert(messageBatches)
      .values({
        companyId,
        authorId: actor.userId,
        language: actor.language,
        body,
        channel,
        key,
        requestHash,
        sendAt,
        movesToContacted,
        includesNotAFit,
      })
      .onConflictDoNothing()
      .returning({ id: messageBatches.id });
    if (!batch) return findBatch(tx, { companyId, key, requestHash });
    const selectedApplications = await tx
      .select({
        id: applications.id,
        driverId: applications.driverId,
        personId: applications.personId,
        withdrawnAt: applications.withdrawnAt,
        stage: applications.stage,
        hasAgreed: sql<boolean>`exists (select from ${textConsents}
          where ${textConsents.userId} = ${applications.driverId} and not ${textConsents.isStopped})`,
      })
      .from(applications)
      .where(
        ids
          ? and(eq(applications.companyId, companyId), inArray(applications.id, ids))
          : listWhere(companyApplicantList(companyId, {}), { filters, timeZone }),
      )
      .orderBy(applications.id)
      .limit(maxRecipients + 1);
    if (selectedApplications.length > maxRecipients)
      throw invalid('ids', text('messages.tooManyRecipients', { count: maxRecipients }));
    if (selectedApplications.length === 0) throw invalid('ids', text('messages.chooseRecipients'));
    await countHit(tx, { bucket: 'message batch', key: actor.userId }, employeeLimit, selectedApplications.length);
    const seenPersonIds = new Set<string>();
    const getOutcome = ({
      driverId,
      personId,
      withdrawnAt,
      stage,
      hasAgreed,
    }: (typeof selectedApplications)[number]): BatchOutcome => {
      if (withdrawnAt) return 'withdrawn';
      if (driverId === null) return 'no_account';
      if (stage === 'not_a_fit' && !includesNotAFit) return 'not_a_fit';
      const id = personId ?? driverId;
      if (seenPersonIds.has(id)) return 'same_person';
      seenPersonIds.add(id);
      if (channel === 'sms' && !hasAgreed) return 'no_consent';
      return 'waiting';
    };
    await tx.insert(batchRecipients).values(
      selectedApplications.map((application) => ({
        batchId: batch.id,
        applicationId: application.id,
        outcome: getOutcome(application),
        dueAt: sendAt,
      })),
    );
    const detail = { batch: batch.id, applicants: selectedApplications.length, movesToContacted };
    await audit(tx, actor, { action: 'applicant.message_many', subject: { type: 'company', id: companyId }, companyId, detail });
    return batch.id;
  });
  return readBatch(db, scope, id);
}

/** A hash of the message and its recipients. The order of the recipients does not matter. */
const hashRequest = ({ ids, filters, body, channel, movesToContacted, includesNotAFit }: Omit<SendMany, 'key'>): string =>
  createHash('sha256')
    .update(JSON.stringify([ids?.toSorted(), filters, body, channel, movesToContacted, includesNotAFit]))
    .digest('hex');

/** @throws conflict if the batch with this key is another message */
async function findBatch(
  tx: Database,
  { companyId, key, requestHash }: Pick<typeof messageBatches.$inferSelect, 'companyId' | 'key' | 'requestHash'>,
): Promise<string> {
  const [batch] = await tx
    .select({ id: messageBatches.id, requestHash: messageBatches.requestHash })
    .from(messageBatches)
    .where(and(eq(messageBatches.companyId, companyId), eq(messageBatches.key, key)));
  if (!batch) throw new Error('The batch was not stored');
  if (batch.requestHash !== requestHash) throw conflict(text('messages.keyWasUsed'));
  return batch.id;
}

/**
 * Returns a batch's progress, with the recipients who do not get the message.
 * @throws not found
 */
export async function readBatch(db: Database, scope: CompanyScope, id: string): Promise<Batch> {
  const [batch] = await db
    .select({ id: messageBatches.id, sendAt: messageBatches.sendAt })
    .from(messageBatches)
    .where(and(whereInScope(messageBatches.companyId, scope), eq(messageBatches.id, id)));
  if (!batch) throw notFound(text('errors.messageNotFound'));
  const counts = await db
    .select({ outcome: batchRecipients.outcome, count: count() })
    .from(batchRecipients)
    .where(eq(batchRecipients.batchId, id))
    .groupBy(batchRecipients.outcome);
  const skipped = await db
    .select({ applicantId: applications.id, name: applications.fullName, outcome: batchRecipients.outcome })
    .from(batchRecipients)
    .innerJoin(applications, eq(applications.id, batchRecipients.applicationId))
    .where(
      and(
        eq(batchRecipients.batchId, id),
        ne(batchRecipients.outcome, 'waiting'),
        ne(batchRecipients.outcome, 'sent'),
        ne(batchRecipients.outcome, 'canceled'),
      ),
    )
    .orderBy(applications.searchName, applications.id);
  return { ...batch, counts, skipped };
}

/**
 * Cancels the messages that have not been sent yet.
 * @throws conflict if all of them were sent
 */
export async function cancelBatch(
  { db }: Pick<Services, 'db'>,
  scope: CompanyScope,
  actor: ActingUser,
  { id }: { id: string },
): Promise<Batch> {
  await db.transaction(async (tx) => {
    const [batch] = await tx
      .select({ companyId: messageBatches.companyId })
      .from(messageBatches)
      .where(and(whereInScope(messageBatches.companyId, scope), eq(messageBatches.id, id)));
    if (!batch) throw notFound(text('errors.messageNotFound'));
    const canceledRecipients = await tx
      .update(batchRecipients)
      .set({ outcome: 'canceled' })
      .where(and(eq(batchRecipients.batchId, id), eq(batchRecipients.outcome, 'waiting')))
      .returning({ id: batchRecipients.id });
    if (canceledRecipients.length === 0) throw conflict(text('messages.alreadySent'));
    await audit(tx, actor, {
      action: 'applicant.message_stop',
      subject: { type: 'company', id: batch.companyId },
      companyId: batch.companyId,
      detail: { batch: id, applicants: canceledRecipients.length },
    });
  });
  return readBatch(db, scope, id);
}

/** Recipients whose message is due. */
export const dueRecipients: DueRows = {
  table: batchRecipients,
  at: batchRecipients.dueAt,
  when: (now) => and(eq(batchRecipients.outcome, 'waiting'), lte(batchRecipients.dueAt, now)),
};

const recipientBatchSize = 50;

/**
 * Sends the due messages of batches. Each recipient's message and outcome are written in one transaction, so that a crash
 * neither sends a message twice nor loses it.
 */
export async function sendBatches(services: SendServices, now = new Date()): Promise<number> {
  let handled = 0;
  while (handled < recipientBatchSize && (await services.db.transaction((tx) => sendNext(tx, services, now)))) handled += 1;
  return handled;
}

type SendServices = Pick<Services, 'db' | 'events' | 'keys' | 'settings'>;

async function sendNext(tx: Database, { events, keys, settings }: SendServices, now: Date): Promise<boolean> {
  const [dueRow] = await claimDue(tx, dueRecipients, now, 1);
  if (!dueRow) return false;
  const [row] = await tx
    .select({
      applicationId: batchRecipients.applicationId,
      batchId: messageBatches.id,
      body: messageBatches.body,
      channel: messageBatches.channel,
      authorId: messageBatches.authorId,
      language: messageBatches.language,
      authorName: users.firstName,
      companyId: messageBatches.companyId,
      jobId: applications.jobId,
      withdrawnAt: applications.withdrawnAt,
      stage: applications.stage,
      movesToContacted: messageBatches.movesToContacted,
      includesNotAFit: messageBatches.includesNotAFit,
    })
    .from(batchRecipients)
    .innerJoin(messageBatches, eq(messageBatches.id, batchRecipients.batchId))
    .innerJoin(applications, eq(applications.id, batchRecipients.applicationId))
    .leftJoin(users, eq(users.id, messageBatches.authorId))
    .where(eq(batchRecipients.id, dueRow.id))
    .for('update', { of: applications });
  if (!row) return false;
  const { applicationId, companyId, jobId, channel } = row;
  const isLeftOut = row.stage === 'not_a_fit' && !row.includesNotAFit;
  const recipient = row.withdrawnAt || isLeftOut ? null : await findRecipient(tx, applicationId);
  const isReachable = recipient !== null && (channel !== 'sms' || (await hasTextConsent(tx, recipient.id)));
  if (recipient && isReachable) {
    const body = fillTemplate(row.body, {
      first_name: recipient.firstName,
      job_title: recipient.jobTitle,
      company: recipient.companyName,
      my_name: row.authorName ?? recipient.companyName,
    });
    const message = { applicationId, body, key: row.batchId, source: 'bulk', channel } as const;
    await writeToDriver(tx, { events, keys, settings }, recipient, { userId: row.authorId, language: row.language }, message);
    if (row.movesToContacted) await moveToContacted(tx, { id: applicationId, companyId, stage: row.stage }, row.authorId, 'bulk');
    await events.publish(tx, { type: 'application', companyId, jobId, applicationId });
  }
  const getOutcome = (): BatchOutcome => {
    if (row.withdrawnAt) return 'withdrawn';
    if (isLeftOut) return 'not_a_fit';
    if (!recipient) return 'no_account';
    return isReachable ? 'sent' : 'no_consent';
  };
  await tx.update(batchRecipients).set({ outcome: getOutcome() }).where(eq(batchRecipients.id, dueRow.id));
  return true;
}

/** Lists the company's templates by name. */
export function listTemplates(db: Database, { companyId }: OwnCompany): Promise<MessageTemplate[]> {
  return db
    .select({ id: messageTemplates.id, name: messageTemplates.name, body: messageTemplates.body })
    .from(messageTemplates)
    .where(eq(messageTemplates.companyId, companyId))
    .orderBy(folded(messageTemplates.name));
}

const maxTemplates = 100;

/** Saves a template, which replaces a template of the same name. */
export async function saveTemplate(
  db: Database,
  { companyId }: OwnCompany,
  actor: ActingUser,
  { name, body }: SaveTemplate,
): Promise<MessageTemplate> {
  return db.transaction(async (tx) => {
    const [countRow] = await tx
      .select({ templates: count() })
      .from(messageTemplates)
      .where(and(eq(messageTemplates.companyId, companyId), ne(messageTemplates.name, name)));
    if ((countRow?.templates ?? 0) >= maxTemplates) throw conflict(text('messages.tooManyTemplates', { count: maxTemplates }));
    const [template] = await tx
      .insert(messageTemplates)
      .values({ companyId, name, body })
      .onConflictDoUpdate({ target: [messageTemplates.companyId, messageTemplates.name], set: { body } })
      .returning({ id: messageTemplates.id, name: messageTemplates.name, body: messageTemplates.body });
    if (!template) throw new Error('The template was not returned');
    await audit(tx, actor, { action: 'template.save', subject: { type: 'company', id: companyId }, companyId, detail: { name } });
    return template;
  });
}

/** @throws not found */
export async function deleteTemplate(
  db: Database,
  scope: CompanyScope,
  actor: ActingUser,
  { id }: { id: string },
): Promise<{ id: string }> {
  return db.transaction(async (tx) => {
    const [deletedTemplate] = await tx
      .delete(messageTemplates)
      .where(and(whereInScope(messageTemplates.companyId, scope), eq(messageTemplates.id, id)))
      .returning({ name: messageTemplates.name, companyId: messageTemplates.companyId });
    if (!deletedTemplate) throw notFound(text('messages.templateNotFound'));
    const { companyId, name } = deletedTemplate;
    await audit(tx, actor, {
      action: 'template.delete',
      subject: { type: 'company', id: companyId },
      companyId,
      detail: { name },
    });
    return { id };
  });
}
