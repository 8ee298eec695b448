import { and, asc, eq, lte, sql } from 'drizzle-orm';
import { companies } from '#drizzle/schema/companies.ts';
import { jobs } from '#drizzle/schema/jobs.ts';
import { digestCounts, digests } from '#drizzle/schema/notifications.ts';
import { claimDue, type DueRows } from '#server/db/due.ts';
import type { Database } from '#server/db/open.ts';
import { mail, type MailData, type MailTemplate } from '#server/mail/outbox.ts';
import { readCompanyZone } from '#server/places/company-zone.ts';
import { type ChoiceKind, nextDigestTime } from '#shared/notifications.ts';
import type { Language } from '#shared/texts/texts.ts';
import { getChoice, isMuted } from './choice-query.ts';
import { findActiveEmployees, type Person } from './notify.ts';

/** The recipient of an email about applicants: a person at the company, or the company's address, which has no choices. */
export type Recipient = Pick<Person, 'email' | 'firstName'> & Partial<Person>;

type NotificationContext = { kind: ChoiceKind; companyId: string; jobId: string };
type EmailMessage<T extends MailTemplate> = { template: T; data: MailData[T]; language: Language | null };

/** Emails a person now, adds to the count in the person's next daily email, or does nothing, as the person chose. */
export async function mailByChoice<T extends MailTemplate>(
  tx: Database,
  { id, email, choices = null, mutedJobs = [] }: Recipient,
  context: NotificationContext,
  { template, data, language }: EmailMessage<T>,
): Promise<void> {
  const timing = getChoice({ choices }, context.kind).email;
  if (timing === 'off' || isMuted({ mutedJobs }, context.kind, context.jobId)) return;
  if (id !== undefined && timing === 'daily')
    await addToDigest(tx, id, context, nextDigestTime(await readCompanyZone(tx, context.companyId), new Date()));
  else await mail(tx, email, template, data, language);
}

/** Adds one to a count in a person's daily email. `dueAt` is when the email is sent if the person does not have one yet. */
export async function addToDigest(
  tx: Database,
  userId: string,
  { kind, companyId, jobId }: NotificationContext,
  dueAt: Date,
): Promise<void> {
  // The update changes nothing but locks the row, so that a daily email that is sent meanwhile cannot lose the count.
  const [digest] = await tx
    .insert(digests)
    .values({ userId, companyId, dueAt })
    .onConflictDoUpdate({ target: [digests.userId, digests.companyId], set: { dueAt: sql`${digests.dueAt}` } })
    .returning({ id: digests.id });
  if (!digest) throw new Error('The digest was not returned');
  await tx
    .insert(digestCounts)
    .values({ digestId: digest.id, kind, jobId })
    .onConflictDoUpdate({
      target: [digestCounts.digestId, digestCounts.kind, digestCounts.jobId],
      set: { count: sql`${digestCounts.count} + 1` },
    });
}

export const dueDigests: DueRows = { table: digests, at: digests.dueAt, when: (now) => lte(digests.dueAt, now) };

/**
 * Sends the daily emails that are due. An email is written in the transaction that deletes its counts, so that neither two
 * workers nor a crash can send it twice or lose it.
 */
export async function sendDigests(db: Database, now = new Date()): Promise<number> {
  let handled = 0;
  while (await db.transaction((tx) => sendNextDigest(tx, now))) handled += 1;
  return handled;
}

async function sendNextDigest(tx: Database, now: Date): Promise<boolean> {
  const [dueDigest] = await claimDue(tx, dueDigests, now, 1);
  if (!dueDigest) return false;
  const rows = await tx
    .select({
      userId: digests.userId,
      companyId: digests.companyId,
      company: companies.companyName,
      kind: digestCounts.kind,
      count: digestCounts.count,
      jobId: jobs.id,
      title: jobs.title,
    })
    .from(digests)
    .innerJoin(companies, eq(companies.id, digests.companyId))
    .innerJoin(digestCounts, eq(digestCounts.digestId, digests.id))
    .innerJoin(jobs, and(eq(jobs.id, digestCounts.jobId), eq(jobs.companyId, digests.companyId)))
    .where(eq(digests.id, dueDigest.id))
    .orderBy(asc(digestCounts.kind), asc(jobs.title), asc(jobs.id));
  await tx.delete(digests).where(eq(digests.id, dueDigest.id));
  const [first] = rows;
  if (!first) return true;
  const people = await findActiveEmployees(tx, [first.companyId]);
  const person = people.find(({ id }) => id === first.userId);
  // A person who left the company, or turned this kind off meanwhile, gets no email about it.
  const lines = rows
    .filter(({ kind, jobId }) => person && getChoice(person, kind).email !== 'off' && !isMuted(person, kind, jobId))
    .map(({ kind, count, jobId, title }) => ({ kind, count, jobId, title }));
  if (person && lines.length > 0)
    await mail(tx, person.email, 'daily_digest', { firstName: person.firstName, company: first.company, lines }, null);
  return true;
}
