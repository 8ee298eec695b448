import { and, eq } from 'drizzle-orm';
import { newId } from '#drizzle/schema/columns.ts';
import { users } from '#drizzle/schema/accounts.ts';
import { companies, employees } from '#drizzle/schema/companies.ts';
import { contactMessages, contacts } from '#drizzle/schema/contacts.ts';
import { jobs } from '#drizzle/schema/jobs.ts';
import { can } from '#shared/access/access.ts';
import type { SendContact } from '#shared/companies/contact.ts';
import { audit } from '#server/audit.ts';
import type { Database } from '#server/db/open.ts';
import { notFound } from '#server/errors.ts';
import { mail } from '#server/mail/outbox.ts';
import { inScope } from '#server/scope.ts';
import { countHit } from '#server/session/throttle.ts';
import type { ActingUser, CompanyScope } from '#server/trpc.ts';

type Services = { db: Database; settings: { mail: { support: string } } };
type Thread = { id: string; companyId: string; companyName: string; subject: string; title: string };

/** Each message mails somebody. */
const perAccount = { most: 30, windowSeconds: 60 * 60 };

/**
 * Begins a thread about a job: people of its company write to support, an administrator who reviews it writes to them
 * (`spec: work §7 POST contact`).
 */
export async function sendContact(
  { db, settings }: Services,
  actor: ActingUser,
  scope: CompanyScope,
  { jobId, subject, message }: SendContact,
): Promise<{ id: string }> {
  const [job] = await db
    .select({ title: jobs.title, companyId: jobs.companyId, companyName: companies.companyName })
    .from(jobs)
    .innerJoin(companies, eq(companies.id, jobs.companyId))
    .where(and(inScope(jobs.companyId, scope), eq(jobs.id, jobId)));
  if (!job) throw notFound('This job');
  await countHit(db, { bucket: 'contact', key: actor.userId }, perAccount);
  const thread = { id: newId(), subject, ...job };
  await db.transaction(async (tx) => {
    await tx.insert(contacts).values({
      id: thread.id,
      companyId: job.companyId,
      jobId,
      createdBy: actor.userId,
      subject,
      status: isSupport(actor) ? 'Answered' : 'Open',
      lastMessageAt: new Date(),
    });
    await write(tx, settings.mail.support, actor, thread, message);
    const of = { subject: { type: 'job', id: jobId }, companyId: job.companyId };
    await audit(tx, actor, { action: 'contact.send', ...of, detail: { contact: thread.id } });
  });
  return { id: thread.id };
}

/** Goes on in a thread: support's answer is mailed to the company, the company's to support. */
export async function answerContact(
  { db, settings }: Services,
  actor: ActingUser,
  scope: CompanyScope,
  { id, message }: { id: string; message: string },
): Promise<string> {
  const [contact] = await db
    .select({ companyId: contacts.companyId, companyName: companies.companyName, subject: contacts.subject, title: jobs.title })
    .from(contacts)
    .innerJoin(companies, eq(companies.id, contacts.companyId))
    .leftJoin(jobs, eq(jobs.id, contacts.jobId))
    .where(and(inScope(contacts.companyId, scope), eq(contacts.id, id)));
  if (!contact) throw notFound('This message');
  await countHit(db, { bucket: 'contact', key: actor.userId }, perAccount);
  await db.transaction(async (tx) => {
    const status = isSupport(actor) ? 'Answered' : 'Open';
    await tx.update(contacts).set({ status, lastMessageAt: new Date() }).where(eq(contacts.id, id));
    await write(tx, settings.mail.support, actor, { ...contact, id, title: contact.title ?? 'a job' }, message);
    const of = { subject: { type: 'contact', id }, companyId: contact.companyId };
    await audit(tx, actor, { action: 'contact.answer', ...of });
  });
  return id;
}

/** Who sees every company writes as support; an administrator who acts as an employer does not. */
const isSupport = (actor: ActingUser) => can(actor.roles, 'company.status');

async function write(tx: Database, support: string, actor: ActingUser, thread: Thread, message: string): Promise<void> {
  const isFromSupport = isSupport(actor);
  await tx
    .insert(contactMessages)
    .values({ contactId: thread.id, authorId: actor.userId, isFromSupport, body: message, createdAt: new Date() });
  if (!isFromSupport) return mailSupport(tx, support, actor, thread, message);
  const { id, subject, title } = thread;
  for (const { email, firstName } of await readersOf(tx, thread))
    await mail(tx, email, 'contact_answer', { firstName, subject, title, message, id });
}

async function mailSupport(tx: Database, support: string, actor: ActingUser, thread: Thread, message: string): Promise<void> {
  const [author] = await tx.select({ name: users.fullName, email: users.email }).from(users).where(eq(users.id, actor.userId));
  const { id, companyName, subject, title } = thread;
  const data = { companyName, author: author?.name ?? '', email: author?.email ?? '', subject, title, message, id };
  await mail(tx, support, 'contact_message', data);
}

/** Those of the company who wrote in the thread and still work there; else everybody who does. */
async function readersOf(tx: Database, { id, companyId }: Thread) {
  const people = await tx
    .select({ id: users.id, email: users.email, firstName: users.firstName })
    .from(employees)
    .innerJoin(users, eq(users.id, employees.userId))
    .where(and(eq(employees.companyId, companyId), eq(employees.active, true), eq(users.status, 'Active')));
  const wrote = await tx
    .selectDistinct({ id: contactMessages.authorId })
    .from(contactMessages)
    .where(and(eq(contactMessages.contactId, id), eq(contactMessages.isFromSupport, false)));
  const writers = people.filter((person) => wrote.some((one) => one.id === person.id));
  return writers.length > 0 ? writers : people;
}
