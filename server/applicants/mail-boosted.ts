import { and, eq, gt, inArray, not, sql } from 'drizzle-orm';
import { users } from '#drizzle/schema/accounts.ts';
import { companies } from '#drizzle/schema/companies.ts';
import { jobs } from '#drizzle/schema/jobs.ts';
import { outbox } from '#drizzle/schema/outbox.ts';
import { claimDue, type DueRows } from '#server/db/due.ts';
import type { Database } from '#server/db/open.ts';
import { toMatchJob, matchJobColumns } from '#server/jobs/job-columns.ts';
import { mailRow } from '#server/mail/outbox.ts';
import { driversInRange } from './candidates.ts';

/**
 * Boost emails are sent after this delay. There may be hundreds of them, and emails that people are waiting for should be sent
 * first.
 */
const sendDelayMs = 60_000;

/** Boosted jobs whose matching drivers have not been emailed. */
export const dueBoosts: DueRows = {
  table: jobs,
  at: jobs.boostUntil,
  when: (now) =>
    and(
      sql`${jobs.status} = 'POSTED' and ${jobs.boostMailedUntil} is distinct from ${jobs.boostUntil}`,
      gt(jobs.boostUntil, now),
    ),
};

/**
 * Emails the candidates of a boosted job once per boost, except those who turned these emails off. The emails and the mark
 * on the job are written in one transaction, so that neither two workers nor a crash can send them twice.
 */
export async function sendBoostEmails(db: Database, now = new Date()): Promise<number> {
  let jobCount = 0;
  while (await db.transaction((tx) => emailDriversOfNextJob(tx, now))) jobCount += 1;
  return jobCount;
}

async function emailDriversOfNextJob(tx: Database, now: Date): Promise<boolean> {
  const [dueJob] = await claimDue(tx, dueBoosts, now, 1);
  if (!dueJob) return false;
  const [row] = await tx
    .select({
      ...matchJobColumns,
      title: jobs.title,
      place: sql<string>`${jobs.city} || ', ' || ${jobs.state}`,
      company: companies.companyName,
    })
    .from(jobs)
    .innerJoin(companies, eq(companies.id, jobs.companyId))
    .where(eq(jobs.id, dueJob.id));
  if (!row) return false;
  const { title, place, company, ...job } = row;
  const nearbyDrivers = await driversInRange(tx, toMatchJob(job));
  const recipients =
    nearbyDrivers.length === 0
      ? []
      : await subscribedDrivers(
          tx,
          nearbyDrivers.map(({ userId }) => userId),
        );
  const emails = recipients.map(({ email, firstName }) =>
    mailRow(
      email,
      'boosted_job',
      { firstName, title, place, company, jobId: job.id },
      null,
      new Date(now.getTime() + sendDelayMs),
    ),
  );
  if (emails.length) await tx.insert(outbox).values(emails);
  await tx
    .update(jobs)
    .set({ boostMailedUntil: sql`${jobs.boostUntil}`, updatedAt: sql`${jobs.updatedAt}` })
    .where(eq(jobs.id, job.id));
  return true;
}

function subscribedDrivers(tx: Database, ids: readonly string[]) {
  return tx
    .select({ email: users.email, firstName: users.firstName })
    .from(users)
    .where(and(inArray(users.id, [...ids]), not(sql`'boosted_job' = any(${users.mutedMails})`)));
}
