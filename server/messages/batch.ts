import { and, count, eq, inArray, lte, ne, sql } from 'drizzle-orm';
import { users } from '#drizzle/schema/accounts.ts';
import { applications } from '#drizzle/schema/drivers.ts';
import { batchRecipients, messageBatches, messageTemplates } from '#drizzle/schema/messages.ts';
import { companyApplicantList } from '#server/applicants/list-query.ts';
import { audit } from '#server/audit.ts';
import { claimDue, type DueRows } from '#server/db/due.ts';
import type { Database } from '#server/db/open.ts';
import { conflict, invalid, notFound } from '#server/errors.ts';
import type { Reader } from '#server/lists/filter.ts';
import { listWhere } from '#server/lists/read-page.ts';
import { whereInScope } from '#server/scope.ts';
import type { Services } from '#server/services.ts';
import { countHit } from '#server/session/throttle.ts';
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
import { recipientOf, writeToDriver } from './send-message.ts';

/** Recipients of one person's batches. Each gets an email. */
const perEmployee = { maxHits: 2000, windowSeconds: 60 * 60 };

/**
 * Plans one message to many applicants. The worker sends it {@link undoSeconds} later. Each driver gets the message once,
 * even with several applications (`docs/product/messages.md#messages-to-many`).
 */
export async function sendMany(
  db: Database,
  scope: OwnCompany,
  actor: ActingUser,
  { ids, filters, timeZone, body, key }: SendMany & Reader,
): Promise<Batch> {
  const { companyId } = scope;
  const id = await db.transaction(async (tx) => {
    const sendAt = new Date(Date.now() + undoSeconds * 1000);
    const [batch] = await tx
      .insert(messageBatches)
      .values({ companyId, authorId: actor.userId, body, key, sendAt })
      .onConflictDoNothing()
      .returning({ id: messageBatches.id });
    if (!batch) return findBatch(tx, companyId, key);
    const found = await tx
      .select({ id: applications.id, driverId: applications.driverId, withdrawnAt: applications.withdrawnAt })
      .from(applications)
      .where(
        ids
          ? and(eq(applications.companyId, companyId), inArray(applications.id, ids))
          : listWhere(companyApplicantList(companyId, {}), { filters, timeZone }),
      )
      .orderBy(applications.id)
      .limit(maxRecipients + 1);
    if (found.length > maxRecipients) throw invalid('ids', text('messages.tooManyRecipients', { count: maxRecipients }));
    if (found.length === 0) throw invalid('ids', text('messages.chooseRecipients'));
    await countHit(tx, { bucket: 'message batch', key: actor.userId }, perEmployee, found.length);
    const drivers = new Set<string>();
    const outcomeOf = ({ driverId, withdrawnAt }: (typeof found)[number]): BatchOutcome => {
      if (withdrawnAt) return 'withdrawn';
      if (driverId === null) return 'no_account';
      if (drivers.has(driverId)) return 'same_person';
      drivers.add(driverId);
      return 'waiting';
    };
    await tx
      .insert(batchRecipients)
      .values(found.map((one) => ({ batchId: batch.id, applicationId: one.id, outcome: outcomeOf(one), dueAt: sendAt })));
    const detail = { batch: batch.id, applicants: found.length };
    await audit(tx, actor, { action: 'applicant.message_many', subject: { type: 'company', id: companyId }, companyId, detail });
    return batch.id;
  });
  return readBatch(db, scope, id);
}

async function findBatch(tx: Database, companyId: string, key: string): Promise<string> {
  const [batch] = await tx
    .select({ id: messageBatches.id })
    .from(messageBatches)
    .where(and(eq(messageBatches.companyId, companyId), eq(messageBatches.key, key)));
  if (!batch) throw new Error('The batch was not stored');
  return batch.id;
}

/**
 * How far a batch is, with the recipients who do not get the message.
 * @throws not found
 */
export async function readBatch(db: Database, scope: CompanyScope, id: string): Promise<Batch> {
  const [batch] = await db
    .select({ id: messageBatches.id, sendAt: messageBatches.sendAt })
    .from(messageBatches)
    .where(and(whereInScope(messageBatches.companyId, scope), eq(messageBatches.id, id)));
  if (!batch) throw notFound(text('messages.batchNotFound'));
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
    .orderBy(applications.fullName, applications.id);
  return { ...batch, counts, skipped };
}

/**
 * Stops what has not been sent yet.
 * @throws conflict if nothing is left to stop
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
    if (!batch) throw notFound(text('messages.batchNotFound'));
    const canceled = await tx
      .update(batchRecipients)
      .set({ outcome: 'canceled' })
      .where(and(eq(batchRecipients.batchId, id), eq(batchRecipients.outcome, 'waiting')))
      .returning({ id: batchRecipients.id });
    if (canceled.length === 0) throw conflict(text('messages.alreadySent'));
    await audit(tx, actor, {
      action: 'applicant.message_stop',
      subject: { type: 'company', id: batch.companyId },
      companyId: batch.companyId,
      detail: { batch: id, applicants: canceled.length },
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
 * Sends the due messages of batches. The message and its outcome are one transaction for each recipient, so that a crash
 * sends nothing twice and loses nothing.
 */
export async function sendBatches({ db, events }: Pick<Services, 'db' | 'events'>, now = new Date()): Promise<number> {
  let handled = 0;
  while (handled < recipientBatchSize && (await db.transaction((tx) => sendNext(tx, events, now)))) handled += 1;
  return handled;
}

async function sendNext(tx: Database, events: Services['events'], now: Date): Promise<boolean> {
  const [due] = await claimDue(tx, dueRecipients, now, 1);
  if (!due) return false;
  const [row] = await tx
    .select({
      applicationId: batchRecipients.applicationId,
      batchId: messageBatches.id,
      body: messageBatches.body,
      authorId: messageBatches.authorId,
      authorName: users.firstName,
      companyId: messageBatches.companyId,
      jobId: applications.jobId,
      withdrawnAt: applications.withdrawnAt,
    })
    .from(batchRecipients)
    .innerJoin(messageBatches, eq(messageBatches.id, batchRecipients.batchId))
    .innerJoin(applications, eq(applications.id, batchRecipients.applicationId))
    .leftJoin(users, eq(users.id, messageBatches.authorId))
    .where(eq(batchRecipients.id, due.id));
  if (!row) return false;
  const { applicationId, companyId, jobId } = row;
  const recipient = row.withdrawnAt ? null : await recipientOf(tx, applicationId);
  if (recipient) {
    const body = fillTemplate(row.body, {
      first_name: recipient.firstName,
      job_title: recipient.jobTitle,
      company: recipient.companyName,
      my_name: row.authorName ?? recipient.companyName,
    });
    await writeToDriver(tx, recipient, { userId: row.authorId }, { applicationId, body, key: row.batchId, source: 'bulk' });
    await events.publish(tx, { type: 'application', companyId, jobId, applicationId });
  }
  const outcome: BatchOutcome = recipient ? 'sent' : row.withdrawnAt ? 'withdrawn' : 'no_account';
  await tx.update(batchRecipients).set({ outcome }).where(eq(batchRecipients.id, due.id));
  return true;
}

/** The company's templates by name. */
export function listTemplates(db: Database, { companyId }: OwnCompany): Promise<MessageTemplate[]> {
  return db
    .select({ id: messageTemplates.id, name: messageTemplates.name, body: messageTemplates.body })
    .from(messageTemplates)
    .where(eq(messageTemplates.companyId, companyId))
    .orderBy(sql`lower(${messageTemplates.name})`);
}

const maxTemplates = 100;

/** Saves a template. One of the same name is replaced. */
export async function saveTemplate(
  db: Database,
  { companyId }: OwnCompany,
  actor: ActingUser,
  { name, body }: SaveTemplate,
): Promise<MessageTemplate> {
  return db.transaction(async (tx) => {
    const [counted] = await tx
      .select({ templates: count() })
      .from(messageTemplates)
      .where(and(eq(messageTemplates.companyId, companyId), ne(messageTemplates.name, name)));
    if ((counted?.templates ?? 0) >= maxTemplates) throw conflict(text('messages.tooManyTemplates', { count: maxTemplates }));
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
    const [deleted] = await tx
      .delete(messageTemplates)
      .where(and(whereInScope(messageTemplates.companyId, scope), eq(messageTemplates.id, id)))
      .returning({ name: messageTemplates.name, companyId: messageTemplates.companyId });
    if (!deleted) throw notFound(text('messages.templateNotFound'));
    const { companyId, name } = deleted;
    await audit(tx, actor, {
      action: 'template.delete',
      subject: { type: 'company', id: companyId },
      companyId,
      detail: { name },
    });
    return { id };
  });
}
