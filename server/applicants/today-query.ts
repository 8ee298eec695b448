import { and, count, eq, type SQL, sql } from 'drizzle-orm';
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
import { localDay, platformZone } from '#shared/time-zone.ts';
import { isUnanswered } from './conversation-query.ts';
import { companyApplicantList } from './list-query.ts';

/** Counts what needs the company's attention. Each count is the total of the list that it links to. */
export async function readToday(db: Database, company: OwnCompany, reader: Reader): Promise<Today> {
  const { companyId } = company;
  const filters = todayFilters(localDay(reader.timeZone ?? platformZone, Date.now()));
  const request = { filters: { and: filters.newApplicants }, ...reader };
  const buildJobsWhere = (name: 'expiringJobs' | 'declinedJobs') =>
    jobListWhere(company, { filters: { and: filters[name] }, ...reader });
  const [newApplicants, unansweredMessages, upcomingInterviews, expiringJobs, declinedJobs] = await Promise.all([
    countRows(db, applications, listWhere(companyApplicantList(companyId, request), request)),
    countRows(db, conversations, and(eq(conversations.companyId, companyId), isUnanswered)),
    countRows(db, interviews, and(eq(interviews.companyId, companyId), isUpcoming(db))),
    countRows(db, jobs, buildJobsWhere('expiringJobs')),
    countRows(db, jobs, buildJobsWhere('declinedJobs')),
  ]);
  return { newApplicants, unansweredMessages, interviews: upcomingInterviews, expiringJobs, declinedJobs };
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
