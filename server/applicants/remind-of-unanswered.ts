import { and, asc, eq, isNull, lte, sql } from 'drizzle-orm';
import { users } from '#drizzle/schema/accounts.ts';
import { companies } from '#drizzle/schema/companies.ts';
import { applications } from '#drizzle/schema/drivers.ts';
import { jobs } from '#drizzle/schema/jobs.ts';
import type { DueRows } from '#server/db/due.ts';
import type { Database } from '#server/db/open.ts';
import { getRecipients, posterColumns, posterOfJob } from '#server/jobs/poster.ts';
import { isPublic } from '#server/jobs/public-columns.ts';
import { mail } from '#server/mail/outbox.ts';
import { getChoice, isShown } from '#server/notifications/choice-query.ts';
import {
  findActiveEmployees,
  lockPeople,
  notifyAboutApplicant,
  notifyOfMany,
  type Person,
} from '#server/notifications/notify.ts';
import { addToDigest, type Recipient } from '#server/notifications/send-digests.ts';
import { zoneColumns, zoneOfPlace } from '#server/places/place-zone.ts';
import type { Services } from '#server/services.ts';
import { nextAnswerReminder } from '#shared/applicants/answer-time.ts';
import { nextDigestTime } from '#shared/notifications.ts';
import { localDay } from '#shared/time-zone.ts';

/** Unanswered applications that the company must be reminded of. An answer clears the time. */
export const dueUnanswered: DueRows = {
  table: applications,
  at: applications.remindAnswerAt,
  when: (now) => and(isNull(applications.withdrawnAt), lte(applications.remindAnswerAt, now)),
};

/** The most applications of a company that one transaction handles. */
const batchSize = 500;

/**
 * Reminds people of applications to public jobs that the company has not answered
 * (`docs/product/applicants-and-matching.md#answer-times`), each person of all of them together. The reminder is written in the
 * transaction that moves their times, so that neither two workers nor a crash can send it twice or lose it.
 */
export async function remindOfUnanswered({ db, events }: Pick<Services, 'db' | 'events'>, now = new Date()): Promise<number> {
  for (let handled = 0; ;) {
    const reminded = await db.transaction((tx) => remindNextCompany(tx, events, now));
    if (reminded === 0) return handled;
    handled += reminded;
  }
}

/** Returns how many applications it handled: none if none is due, or if a person's account is being changed or deleted. */
async function remindNextCompany(tx: Database, events: Services['events'], now: Date): Promise<number> {
  const companyId = await claimFirst(tx, now);
  if (!companyId) return 0;
  const due = await claimOfCompany(tx, companyId, now);
  const readers = await findReaders(
    tx,
    companyId,
    due.filter((application) => application.isPublic),
  );
  const ids = readers.flatMap(({ recipient }) => recipient.id ?? []);
  if (!(await lockPeople(tx, ids))) return 0;
  const reminded = new Set<string>();
  for (const reader of readers) for (const id of await remindReader(tx, reader)) reminded.add(id);
  await moveReminders(tx, due, { reminded, now });
  const [first] = due;
  if (first && reminded.size > 0)
    await events.publish(tx, { type: 'application', companyId, jobId: first.jobId, applicationId: first.id });
  return due.length;
}

/** Locks the application that has been due the longest, and returns its company. A second worker waits for it. */
async function claimFirst(tx: Database, now: Date): Promise<string | undefined> {
  const [first] = await tx
    .select({ companyId: applications.companyId })
    .from(applications)
    .where(dueUnanswered.when(now))
    .orderBy(asc(applications.remindAnswerAt), asc(applications.id))
    .limit(1)
    .for('update');
  return first?.companyId;
}

/** Claims the due applications of a company. */
const claimOfCompany = (tx: Database, companyId: string, now: Date) =>
  tx
    .select({
      id: applications.id,
      applicationAt: applications.applicationAt,
      remindAnswerAt: applications.remindAnswerAt,
      ownerId: applications.ownerId,
      applicant: applications.fullName,
      companyId: applications.companyId,
      jobId: jobs.id,
      title: jobs.title,
      isPublic,
      company: companies.companyName,
      poster: posterColumns,
      ...zoneColumns(companies),
    })
    .from(applications)
    .innerJoin(jobs, eq(jobs.id, applications.jobId))
    .innerJoin(companies, eq(companies.id, applications.companyId))
    .leftJoin(users, posterOfJob)
    .where(and(eq(applications.companyId, companyId), dueUnanswered.when(now)))
    .orderBy(asc(applications.applicationAt), asc(applications.id))
    .limit(batchSize)
    .for('update', { of: applications, skipLocked: true });

type Unanswered = Awaited<ReturnType<typeof claimOfCompany>>[number];
type Reader = { recipient: Recipient; person: Person | undefined; byEmail: Unanswered[]; inApp: Unanswered[] };

/** The applicant's owner, or without one those who are told about a new applicant: the job's poster by email, and everyone in the app. */
async function findReaders(tx: Database, companyId: string, due: readonly Unanswered[]): Promise<Reader[]> {
  const readers = new Map<string, Reader>();
  const people = await findActiveEmployees(tx, [companyId]);
  const readerOf = (recipient: Recipient): Reader => {
    const person = people.find(({ id }) => id === recipient.id);
    const reader = readers.get(recipient.email) ?? { recipient, person, byEmail: [], inApp: [] };
    readers.set(recipient.email, reader);
    return reader;
  };
  for (const application of due) {
    const owner = people.find(({ id }) => id === application.ownerId);
    const hasMuted = ({ mutedJobs = [] }: Recipient) => mutedJobs.includes(application.jobId);
    const recipients = owner ? [owner] : getRecipients(application.poster, people).filter((recipient) => !hasMuted(recipient));
    const watchers = owner ? [owner] : people.filter((person) => !hasMuted(person));
    for (const recipient of recipients) readerOf(recipient).byEmail.push(application);
    for (const person of watchers) readerOf(person).inApp.push(application);
  }
  return [...readers.values()];
}

/**
 * Reminds one person by email, right away or with a line in the daily email, and in the app, as the person chose. Returns the ids of
 * the applications that the reminder is about.
 */
async function remindReader(tx: Database, { recipient, person, byEmail, inApp }: Reader): Promise<string[]> {
  const timing = getChoice({ choices: recipient.choices ?? null }, 'unanswered').email;
  const emailed = timing === 'off' ? [] : byEmail;
  if (recipient.id !== undefined && timing === 'daily') await addToDailyEmail(tx, recipient.id, emailed);
  else await sendEmail(tx, recipient, emailed);
  const shown = person && isShown(person, 'unanswered') ? inApp : [];
  if (person) await showReminder(tx, person, shown);
  return [...emailed, ...shown].map(({ id }) => id);
}

async function addToDailyEmail(tx: Database, userId: string, due: readonly Unanswered[]): Promise<void> {
  for (const { companyId, jobId, remindAnswerAt, ...company } of due) {
    // The daily email of this morning, which the worker sends next.
    const dueAt = nextDigestTime(zoneOfPlace(company), new Date((remindAnswerAt ?? new Date()).getTime() - 1));
    await addToDigest(tx, userId, { kind: 'unanswered', companyId, jobId }, dueAt);
  }
}

async function sendEmail(tx: Database, { email, firstName }: Recipient, due: readonly Unanswered[]): Promise<void> {
  const [first] = due;
  if (!first) return;
  const zone = zoneOfPlace(first);
  const applicants = due.map(({ applicant, title, id, applicationAt }) => {
    return { applicant, title, applicationId: id, appliedOn: localDay(zone, applicationAt) };
  });
  await mail(tx, email, 'applicants_unanswered', { firstName, company: first.company, applicants }, null);
}

async function showReminder(tx: Database, person: Person, due: readonly Unanswered[]): Promise<void> {
  const [first] = due;
  if (!first) return;
  const { companyId, id: applicationId, applicant, title } = first;
  if (due.length > 1) return notifyOfMany(tx, person, { companyId, kind: 'unanswered', count: due.length });
  await notifyAboutApplicant(tx, [person], { companyId, applicationId }, { kind: 'unanswered', data: { applicant, title } });
}

/** Sets the time of the next reminder, also for applications that were skipped because the job is not public or everyone turned it off. */
async function moveReminders(
  tx: Database,
  due: readonly Unanswered[],
  { reminded, now }: { reminded: ReadonlySet<string>; now: Date },
): Promise<void> {
  const rows = due.map(({ id, applicationAt, ...company }) => ({
    id,
    at: nextAnswerReminder(applicationAt, now, zoneOfPlace(company)),
    isReminded: reminded.has(id),
  }));
  await tx.execute(sql`update ${applications} set remind_answer_at = moved.at,
    reminded_at = case when moved."isReminded" then ${now.toISOString()}::timestamptz else reminded_at end
    from json_to_recordset(${JSON.stringify(rows)}::text::json) as moved(id uuid, at timestamptz, "isReminded" boolean)
    where moved.id = ${applications.id}`);
}
