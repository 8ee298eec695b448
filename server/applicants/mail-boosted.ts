import { and, asc, eq, gt, inArray, not, sql } from 'drizzle-orm';
import { users } from '#drizzle/schema/accounts.ts';
import { companies } from '#drizzle/schema/companies.ts';
import { jobs } from '#drizzle/schema/jobs.ts';
import { outbox } from '#drizzle/schema/outbox.ts';
import type { Database } from '#server/db/open.ts';
import { asMatchJob, matchJobColumns } from '#server/jobs/match-job.ts';
import { driversInRange } from './nearby-drivers.ts';

/** Hundreds of mails that nobody waits for let those go first that somebody does. */
const patienceMs = 60_000;

/**
 * A boosted job's candidates are mailed once for each boost (`product: Money`), those who have not switched the kind off.
 * The mails and that they are written is one transaction: two workers, or one that dies midway, write them once.
 */
export async function mailBoosted(db: Database, now = new Date()): Promise<number> {
  let boosts = 0;
  while (await db.transaction((tx) => mailNext(tx, now))) boosts += 1;
  return boosts;
}

async function mailNext(tx: Database, now: Date): Promise<boolean> {
  const [row] = await tx
    .select({
      ...matchJobColumns,
      title: jobs.title,
      place: sql<string>`${jobs.city} || ', ' || ${jobs.state}`,
      company: companies.companyName,
    })
    .from(jobs)
    .innerJoin(companies, eq(companies.id, jobs.companyId))
    .where(
      and(eq(jobs.status, 'POSTED'), gt(jobs.boostUntil, now), sql`${jobs.boostMailedUntil} is distinct from ${jobs.boostUntil}`),
    )
    .orderBy(asc(jobs.boostUntil))
    .limit(1)
    .for('update', { of: jobs, skipLocked: true });
  if (!row) return false;
  const { title, place, company, ...job } = row;
  const near = await driversInRange(tx, asMatchJob(job));
  const readers =
    near.length === 0
      ? []
      : await readersAmong(
          tx,
          near.map(({ userId }) => userId),
        );
  const letters = readers.map(({ email, firstName }) => ({
    recipient: email,
    template: 'boosted_job' as const,
    data: { firstName, title, place, company, jobId: job.id },
    dueAt: new Date(now.getTime() + patienceMs),
  }));
  if (letters.length) await tx.insert(outbox).values(letters);
  await tx
    .update(jobs)
    .set({ boostMailedUntil: sql`${jobs.boostUntil}`, updatedAt: sql`${jobs.updatedAt}` })
    .where(eq(jobs.id, job.id));
  return true;
}

function readersAmong(tx: Database, ids: readonly string[]) {
  return tx
    .select({ email: users.email, firstName: users.firstName })
    .from(users)
    .where(and(inArray(users.id, [...ids]), not(sql`'boosted_job' = any(${users.mutedMails})`)));
}
