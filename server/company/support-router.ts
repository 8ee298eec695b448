import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import * as z from 'zod';
import { users } from '#drizzle/schema/accounts.ts';
import { newId } from '#drizzle/schema/columns.ts';
import { companies, employees } from '#drizzle/schema/companies.ts';
import { jobs } from '#drizzle/schema/jobs.ts';
import { supportMessages, supportThreads } from '#drizzle/schema/notifications.ts';
import { whereInScope } from '#server/access/scope.ts';
import { audit } from '#server/audit/audit.ts';
import type { Database } from '#server/db/open.ts';
import { notFound } from '#server/errors.ts';
import { countHit } from '#server/limits/throttle.ts';
import type { ListFields } from '#server/lists/conditions.ts';
import { type ListRequest, readPage } from '#server/lists/read-page.ts';
import { mail } from '#server/mail/outbox.ts';
import { actorOf, readerOf, router, scoped, type CompanyScope, type ActingUser } from '#server/trpc.ts';
import { can } from '#shared/access/access.ts';
import {
  answerSupportSchema,
  supportListSchema,
  supportPageSchema,
  supportThreadSchema,
  askSupportSchema,
  type SupportListItem,
  supportStatuses,
  type SupportThread,
  type AskSupport,
} from '#shared/companies/support.ts';
import { idField } from '#shared/fields.ts';
import type { PageOf } from '#shared/lists/list.ts';
import { text } from '#shared/texts/texts.ts';

type Services = { db: Database; settings: { mail: { support: string } } };
type Thread = { id: string; companyId: string; companyName: string; subject: string; title: string | null };

/** Messages are limited, because each one sends emails. */
const perAccount = { maxHits: 30, windowSeconds: 60 * 60 };

/**
 * Starts a conversation about a job, from the company to support or from an administrator who reviews the job to the company
 * (`docs/product/jobs.md#contacting-support-about-a-job`).
 */
async function askSupport(
  { db, settings }: Services,
  actor: ActingUser,
  scope: CompanyScope,
  { jobId, subject, message }: AskSupport,
): Promise<{ id: string }> {
  const [job] = await db
    .select({ title: jobs.title, companyId: jobs.companyId, companyName: companies.companyName })
    .from(jobs)
    .innerJoin(companies, eq(companies.id, jobs.companyId))
    .where(and(whereInScope(jobs.companyId, scope), eq(jobs.id, jobId)));
  if (!job) throw notFound(text('errors.jobNotFound'));
  await countHit(db, { bucket: 'support', key: actor.userId }, perAccount);
  const thread = { id: newId(), subject, ...job };
  await db.transaction(async (tx) => {
    await tx.insert(supportThreads).values({
      id: thread.id,
      companyId: job.companyId,
      jobId,
      createdBy: actor.userId,
      subject,
      status: isSupport(actor) ? 'Answered' : 'Open',
      lastMessageAt: new Date(),
    });
    await addMessage(tx, settings.mail.support, actor, thread, message);
    const auditTarget = { subject: { type: 'job' as const, id: jobId }, companyId: job.companyId };
    // The audit log and the outbox already store actions and templates named `contact`, so these names stay.
    await audit(tx, actor, { action: 'contact.send', ...auditTarget, detail: { contact: thread.id } });
  });
  return { id: thread.id };
}

/** Adds a message to a conversation. It is emailed to the other side. */
async function answerSupport(
  { db, settings }: Services,
  actor: ActingUser,
  scope: CompanyScope,
  { id, message }: { id: string; message: string },
): Promise<string> {
  const [thread] = await db
    .select({
      companyId: supportThreads.companyId,
      companyName: companies.companyName,
      subject: supportThreads.subject,
      title: jobs.title,
    })
    .from(supportThreads)
    .innerJoin(companies, eq(companies.id, supportThreads.companyId))
    .leftJoin(jobs, eq(jobs.id, supportThreads.jobId))
    .where(and(whereInScope(supportThreads.companyId, scope), eq(supportThreads.id, id)));
  if (!thread) throw notFound(text('errors.messageNotFound'));
  await countHit(db, { bucket: 'support', key: actor.userId }, perAccount);
  await db.transaction(async (tx) => {
    const status = isSupport(actor) ? 'Answered' : 'Open';
    await tx.update(supportThreads).set({ status, lastMessageAt: new Date() }).where(eq(supportThreads.id, id));
    await addMessage(tx, settings.mail.support, actor, { ...thread, id, title: thread.title }, message);
    const auditTarget = { subject: { type: 'contact' as const, id }, companyId: thread.companyId };
    await audit(tx, actor, { action: 'contact.answer', ...auditTarget });
  });
  return id;
}

/** Haulboard's administrators write as support. While they impersonate an employer, they lack this permission. */
const isSupport = (actor: ActingUser) => can(actor.roles, 'company.status');

async function addMessage(tx: Database, support: string, actor: ActingUser, thread: Thread, message: string): Promise<void> {
  const isFromSupport = isSupport(actor);
  await tx
    .insert(supportMessages)
    .values({ threadId: thread.id, authorId: actor.userId, isFromSupport, body: message, createdAt: new Date() });
  if (!isFromSupport) return mailSupport(tx, support, actor, thread, message);
  const { id, subject, title } = thread;
  for (const { email, firstName } of await findRecipients(tx, thread))
    await mail(tx, email, 'contact_answer', { firstName, subject, title, message, id }, actor.language);
}

async function mailSupport(tx: Database, support: string, actor: ActingUser, thread: Thread, message: string): Promise<void> {
  const [author] = await tx.select({ name: users.fullName, email: users.email }).from(users).where(eq(users.id, actor.userId));
  const { id, companyName, subject, title } = thread;
  const data = { companyName, author: author?.name ?? '', email: author?.email ?? '', subject, title, message, id };
  await mail(tx, support, 'contact_message', data, actor.language);
}

/** Finds the company's people who wrote in the conversation. If none of them still works there, finds everyone who does. */
async function findRecipients(tx: Database, { id, companyId }: Thread) {
  const people = await tx
    .select({ id: users.id, email: users.email, firstName: users.firstName })
    .from(employees)
    .innerJoin(users, eq(users.id, employees.userId))
    .where(and(eq(employees.companyId, companyId), eq(employees.active, true), eq(users.status, 'Active')));
  const authorRows = await tx
    .selectDistinct({ id: supportMessages.authorId })
    .from(supportMessages)
    .where(and(eq(supportMessages.threadId, id), eq(supportMessages.isFromSupport, false)));
  const writers = people.filter((person) => authorRows.some((one) => one.id === person.id));
  return writers.length > 0 ? writers : people;
}

const fields: ListFields = {
  subject: { kind: 'text', column: supportThreads.subject, isRequired: true },
  status: { kind: 'enum', column: supportThreads.status, values: supportStatuses, isRequired: true },
  company: { kind: 'text', column: companies.companyName, isRequired: true },
  job: { kind: 'text', column: jobs.title },
  created_at: { kind: 'date', column: supportThreads.createdAt, isRequired: true },
  last_message_at: { kind: 'date', column: supportThreads.lastMessageAt, isRequired: true },
};

/** The conversations with support in the caller's scope, the latest message first by default. */
async function listThreads(
  db: Database,
  scope: CompanyScope,
  { companyId, ...request }: ListRequest & { companyId?: string | undefined },
): Promise<PageOf<SupportListItem>> {
  const list = {
    from: sql`${supportThreads} left join ${companies} on ${companies.id} = ${supportThreads.companyId}
      left join ${jobs} on ${jobs.id} = ${supportThreads.jobId}`,
    id: supportThreads.id,
    fields,
    defaultOrder: [{ field: 'last_message_at', direction: 'desc' as const }],
    where: and(whereInScope(supportThreads.companyId, scope), companyId ? eq(supportThreads.companyId, companyId) : undefined),
  };
  return readPage(db, list, request, (ids) => selected(db, inArray(supportThreads.id, ids)));
}

/** One conversation with its messages, the oldest first. */
async function readThread(db: Database, scope: CompanyScope, id: string): Promise<SupportThread> {
  const [row] = await selected(db, and(whereInScope(supportThreads.companyId, scope), eq(supportThreads.id, id)));
  if (!row) throw notFound(text('errors.messageNotFound'));
  const thread = await db
    .select({
      id: supportMessages.id,
      authorName: users.fullName,
      isFromSupport: supportMessages.isFromSupport,
      body: supportMessages.body,
      createdAt: supportMessages.createdAt,
    })
    .from(supportMessages)
    .leftJoin(users, eq(users.id, supportMessages.authorId))
    .where(eq(supportMessages.threadId, id))
    .orderBy(supportMessages.createdAt, supportMessages.id);
  return { ...row, thread };
}

function selected(db: Database, where: SQL | undefined) {
  return db
    .select({
      id: supportThreads.id,
      subject: supportThreads.subject,
      status: supportThreads.status,
      companyId: supportThreads.companyId,
      companyName: companies.companyName,
      jobId: supportThreads.jobId,
      jobTitle: jobs.title,
      authorName: users.fullName,
      createdAt: supportThreads.createdAt,
      lastMessageAt: supportThreads.lastMessageAt,
      messages: sql<number>`(select count(*)::int from ${supportMessages} where ${supportMessages.threadId} = ${supportThreads.id})`,
    })
    .from(supportThreads)
    .innerJoin(companies, eq(companies.id, supportThreads.companyId))
    .leftJoin(jobs, eq(jobs.id, supportThreads.jobId))
    .leftJoin(users, eq(users.id, supportThreads.createdBy))
    .where(where)
    .$dynamic();
}

const send = scoped('support.send');
const read = scoped('support.read');

/** Messages between a company and support about a job (`docs/product/jobs.md#contacting-support-about-a-job`). */
export const supportRouter = router({
  send: send
    .input(askSupportSchema)
    .output(z.object({ id: z.string() }))
    .mutation(({ ctx, input }) => askSupport(ctx.services, actorOf(ctx), ctx.scope, input)),

  answer: send
    .input(answerSupportSchema)
    .output(supportThreadSchema)
    .mutation(async ({ ctx, input }) => {
      const id = await answerSupport(ctx.services, actorOf(ctx), ctx.scope, input);
      return readThread(ctx.services.db, ctx.scope, id);
    }),

  list: read
    .input(supportListSchema)
    .output(supportPageSchema)
    .query(({ ctx, input }) => listThreads(ctx.services.db, ctx.scope, { ...input, ...readerOf(ctx) })),

  get: read
    .input(z.object({ id: idField }))
    .output(supportThreadSchema)
    .query(({ ctx, input }) => readThread(ctx.services.db, ctx.scope, input.id)),
});
