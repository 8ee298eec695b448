import { and, asc, eq, inArray, isNull, lte } from 'drizzle-orm';
import { companies } from '#drizzle/schema/companies.ts';
import { applications } from '#drizzle/schema/drivers.ts';
import { followUps } from '#drizzle/schema/hiring.ts';
import { jobs } from '#drizzle/schema/jobs.ts';
import type { DueRows } from '#server/db/due.ts';
import type { Database } from '#server/db/open.ts';
import { mail } from '#server/mail/outbox.ts';
import { getChoice } from '#server/notifications/choice-query.ts';
import {
  choosePeopleToNotify,
  findActiveEmployees,
  lockPeople,
  notifyAboutApplicant,
  notifyOfMany,
  type Person,
} from '#server/notifications/notify.ts';
import { addToDigest } from '#server/notifications/send-digests.ts';
import { zoneColumns, zoneOfPlace } from '#server/places/place-zone.ts';
import type { Services } from '#server/services.ts';
import { nextDigestTime } from '#shared/notifications.ts';

export const dueFollowUps: DueRows = {
  table: followUps,
  at: followUps.remindAt,
  when: (now) => and(isNull(followUps.doneAt), lte(followUps.remindAt, now)),
};

/** The most follow-ups of a company that one transaction handles. */
const batchSize = 500;

/**
 * Reminds people of the follow-ups that are due (`docs/product/applicants-and-matching.md#follow-ups`), each person of all of them
 * together. The reminder is written in the transaction that clears their times, so that neither two workers nor a crash can send it
 * twice or lose it.
 */
export async function remindOfFollowUps({ db, events }: Pick<Services, 'db' | 'events'>, now = new Date()): Promise<number> {
  for (let handled = 0; ;) {
    const reminded = await db.transaction((tx) => remindNextCompany(tx, events, now));
    if (reminded === 0) return handled;
    handled += reminded;
  }
}

/** Returns how many follow-ups it handled: none if none is due, or if a person's account is being changed or deleted. */
async function remindNextCompany(tx: Database, events: Services['events'], now: Date): Promise<number> {
  const companyId = await claimFirst(tx, now);
  if (!companyId) return 0;
  const due = await claimOfCompany(tx, companyId, now);
  const reminders = due.filter(({ withdrawnAt }) => withdrawnAt === null);
  const readers = await findReaders(tx, companyId, reminders);
  if (!(await lockPeople(tx, [...readers.keys()]))) return 0;
  for (const { person, followUps: own } of readers.values()) await remindPerson(tx, person, own);
  await tx
    .update(followUps)
    .set({ remindAt: null })
    .where(
      inArray(
        followUps.id,
        due.map(({ id }) => id),
      ),
    );
  const [first] = reminders;
  if (first) await events.publish(tx, { type: 'application', companyId, jobId: first.jobId, applicationId: first.applicationId });
  return due.length;
}

/**
 * Locks the follow-up that has been due the longest, and returns its company. A second worker waits for it instead of taking the
 * next one, which may be the same person's, who would then get two emails.
 */
async function claimFirst(tx: Database, now: Date): Promise<string | undefined> {
  const [first] = await tx
    .select({ companyId: followUps.companyId })
    .from(followUps)
    .where(dueFollowUps.when(now))
    .orderBy(asc(followUps.remindAt), asc(followUps.id))
    .limit(1)
    .for('update');
  return first?.companyId;
}

/** Claims the due follow-ups of a company. */
const claimOfCompany = (tx: Database, companyId: string, now: Date) =>
  tx
    .select({
      id: followUps.id,
      companyId: followUps.companyId,
      applicationId: followUps.applicationId,
      task: followUps.task,
      dueOn: followUps.dueOn,
      remindAt: followUps.remindAt,
      ownerId: followUps.ownerId,
      applicantOwnerId: applications.ownerId,
      withdrawnAt: applications.withdrawnAt,
      applicant: applications.fullName,
      jobId: jobs.id,
      title: jobs.title,
      company: companies.companyName,
      ...zoneColumns(companies),
    })
    .from(followUps)
    .innerJoin(applications, eq(applications.id, followUps.applicationId))
    .innerJoin(jobs, eq(jobs.id, applications.jobId))
    .innerJoin(companies, eq(companies.id, followUps.companyId))
    .where(and(eq(followUps.companyId, companyId), dueFollowUps.when(now)))
    .orderBy(asc(followUps.dueOn), asc(followUps.id))
    .limit(batchSize)
    .for('update', { of: followUps, skipLocked: true });

type DueFollowUp = Awaited<ReturnType<typeof claimOfCompany>>[number];
type Readers = Map<string, { person: Person; followUps: DueFollowUp[] }>;

/** The owner, or without one who works at the company the applicant's owner, or else everyone. */
async function findReaders(tx: Database, companyId: string, due: readonly DueFollowUp[]): Promise<Readers> {
  const readers: Readers = new Map();
  const people = await findActiveEmployees(tx, [companyId]);
  for (const followUp of due) {
    const { ownerId, applicantOwnerId } = followUp;
    for (const person of choosePeopleToNotify(people, { ownerId, otherIds: [applicantOwnerId] })) {
      const reader = readers.get(person.id) ?? { person, followUps: [] };
      reader.followUps.push(followUp);
      readers.set(person.id, reader);
    }
  }
  return readers;
}

/** Reminds one person in the app and, as the person chose, with an email right away or a line in the daily email. */
async function remindPerson(tx: Database, person: Person, due: readonly DueFollowUp[]): Promise<void> {
  const [first] = due;
  if (!first) return;
  const { companyId } = first;
  const { email: timing } = getChoice(person, 'follow_up');
  if (timing === 'now') {
    const data = {
      firstName: person.firstName,
      company: first.company,
      followUps: due.map(({ task, applicant, title, applicationId, dueOn }) => ({
        task,
        applicant,
        title,
        applicationId,
        dueOn,
      })),
    };
    await mail(tx, person.email, 'follow_ups_due', data, null);
  }
  if (timing === 'daily')
    for (const { jobId, remindAt } of due) {
      // The daily email of this morning, which the worker sends next.
      const dueAt = nextDigestTime(zoneOfPlace(first), new Date((remindAt ?? new Date()).getTime() - 1));
      await addToDigest(tx, person.id, { kind: 'follow_up', companyId, jobId }, dueAt);
    }
  if (due.length > 1) return notifyOfMany(tx, person, { companyId, kind: 'follow_up', count: due.length });
  const { applicationId, applicant, title, task } = first;
  const data = { applicant, title, task };
  await notifyAboutApplicant(tx, [person], { companyId, applicationId }, { kind: 'follow_up', data });
}
