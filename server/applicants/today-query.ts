import { and, count, eq, gte, lt, min, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { applications } from '#drizzle/schema/drivers.ts';
import { interviews } from '#drizzle/schema/hiring.ts';
import { jobs } from '#drizzle/schema/jobs.ts';
import { conversations } from '#drizzle/schema/messages.ts';
import type { Database } from '#server/db/open.ts';
import { jobListWhere } from '#server/jobs/list-query.ts';
import { type Reader, listWhere } from '#server/lists/conditions.ts';
import { isUpcoming } from '#server/notifications/interview-status.ts';
import type { OwnCompany } from '#server/trpc.ts';
import { type Today, todayFilters } from '#shared/applicants/today.ts';
import { maxListTotal } from '#shared/lists/paging.ts';
import { endOfDay, localDay, platformZone, startOfDay } from '#shared/time-zone.ts';
import { isUnanswered } from './conversation-query.ts';
import { countDueFollowUps } from './follow-up-query.ts';
import { companyApplicantList } from './list-query.ts';

/**
 * Counts what needs the company's attention. Each count is the total of the list that it links to, except today's interviews, which
 * are the first ones of their list.
 */
export async function readToday(
  db: Database,
  company: OwnCompany,
  { user, ...reader }: Reader & { user: { userId: string; companyId: string | null } },
): Promise<Today> {
  const { companyId } = company;
  const timeZone = reader.timeZone ?? platformZone;
  const today = localDay(timeZone, Date.now());
  const filters = todayFilters(today);
  const request = { filters: { and: filters.newApplicants }, ...reader };
  const countJobs = (name: 'expiringJobs' | 'declinedJobs' | 'failingRenewals') =>
    countRows(db, jobs, jobListWhere(company, { filters: { and: filters[name] }, ...reader }));
  const isOwnUpcoming = and(eq(interviews.companyId, companyId), isUpcoming(db));
  const isToday = and(
    eq(interviews.status, 'scheduled'),
    gte(interviews.startsAt, startOfDay(today, timeZone)),
    lt(interviews.startsAt, endOfDay(today, timeZone)),
  );
  const isWaiting = and(eq(conversations.companyId, companyId), isUnanswered);
  const owner = user.companyId === companyId ? ('me' as const) : ('anyone' as const);
  const [
    newApplicants,
    [waiting],
    upcomingInterviews,
    interviewsToday,
    followUpsDue,
    expiringJobs,
    declinedJobs,
    failingRenewals,
  ] = await Promise.all([
    countRows(db, applications, listWhere(companyApplicantList(companyId, request), request)),
    db
      .select({ conversations: count(), since: min(conversations.waitingSince) })
      .from(conversations)
      .where(isWaiting),
    countRows(db, interviews, isOwnUpcoming),
    countRows(db, interviews, and(isOwnUpcoming, isToday)),
    countDueFollowUps(db, company, { owner, userId: user.userId }),
    countJobs('expiringJobs'),
    countJobs('declinedJobs'),
    countJobs('failingRenewals'),
  ]);
  return {
    newApplicants,
    unansweredMessages: Math.min(waiting?.conversations ?? 0, maxListTotal),
    oldestUnansweredAt: waiting?.since ?? null,
    interviews: upcomingInterviews,
    interviewsToday,
    followUpsDue,
    expiringJobs,
    declinedJobs,
    failingRenewals,
  };
}

async function countRows(db: Database, table: PgTable, where: SQL | undefined): Promise<number> {
  const matchingRows = db
    .select({ one: sql<number>`1`.as('one') })
    .from(table)
    .where(where)
    .limit(maxListTotal)
    .as('found');
  const [row] = await db.select({ total: count() }).from(matchingRows);
  return row?.total ?? 0;
}
