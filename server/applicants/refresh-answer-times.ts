import { and, eq, gte, isNull, lte, sql } from 'drizzle-orm';
import { companies } from '#drizzle/schema/companies.ts';
import { applications } from '#drizzle/schema/drivers.ts';
import { claimDue, type DueRows } from '#server/db/due.ts';
import type { Database } from '#server/db/open.ts';
import { type AnswerStatistics, answerPeriodDays, maxAnswerDays, usualAnswerDays } from '#shared/applicants/answer-time.ts';
import { daysAfter } from '#shared/days.ts';

const batchSize = 10;

/** Companies whose answer time must be calculated, once a day. */
export const dueAnswerTimes: DueRows = {
  table: companies,
  at: companies.answerTimeDueAt,
  when: (now) => and(isNull(companies.closedAt), lte(companies.answerTimeDueAt, now)),
};

/**
 * Updates how fast companies usually answer (`docs/product/applicants-and-matching.md#answer-times`), so that public pages do not have to
 * calculate it. Claiming a company moves its due date to the next day, so two servers never calculate for the same company.
 */
export async function refreshAnswerTimes(db: Database, now = new Date()): Promise<number> {
  const dueCompanies = await db
    .update(companies)
    .set({ answerTimeDueAt: daysAfter(now, 1), updatedAt: sql`${companies.updatedAt}` })
    .where(sql`${companies.id} in (${claimDue(db, dueAnswerTimes, now, batchSize)})`)
    .returning({ id: companies.id });
  for (const { id } of dueCompanies) {
    const days = usualAnswerDays(await readStatistics(db, id, now));
    await db
      .update(companies)
      .set({ answersWithinDays: days, updatedAt: sql`${companies.updatedAt}` })
      .where(and(eq(companies.id, id), sql`${companies.answersWithinDays} is distinct from ${days}::int`));
  }
  return dueCompanies.length;
}

/** An application without an answer that was withdrawn, or whose driver has deleted the account, no longer waits and does not count. */
async function readStatistics(db: Database, companyId: string, now: Date): Promise<AnswerStatistics> {
  const { answeredAt, applicationAt, driverId, withdrawnAt } = applications;
  const isAnswered = sql`${answeredAt} is not null`;
  const isOlder = sql`${applicationAt} < ${daysAfter(now, -maxAnswerDays).toISOString()}::timestamptz`;
  const days = sql`extract(epoch from ${answeredAt} - ${applicationAt}) / 86400`;
  const [row] = await db
    .select({
      answers: sql<number>`(count(*) filter (where ${isAnswered}))::int`,
      medianDays: sql<number | null>`percentile_cont(0.5) within group (order by ${days}) filter (where ${isAnswered})`,
      olderApplications: sql<number>`(count(*) filter (where ${isOlder} and (${isAnswered} or ${withdrawnAt} is null and ${driverId} is not null)))::int`,
      olderAnswers: sql<number>`(count(*) filter (where ${isOlder} and ${isAnswered}))::int`,
    })
    .from(applications)
    .where(and(eq(applications.companyId, companyId), gte(applicationAt, daysAfter(now, -answerPeriodDays))));
  if (!row) throw new Error('An aggregate has one row');
  return row;
}
