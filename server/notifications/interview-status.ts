import { and, eq, exists, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import { applications } from '#drizzle/schema/drivers.ts';
import { interviews } from '#drizzle/schema/hiring.ts';
import type { Database } from '#server/db/open.ts';
import { type InterviewStatus, openInterviewStatuses } from '#shared/applicants/interview.ts';

/**
 * The status of an interview now (`docs/product/interviews.md`). The stored status of an interview that is over changes only
 * when the next one is proposed.
 */
export const statusNow: SQL<InterviewStatus> = sql<InterviewStatus>`case
  when ${interviews.status} = 'scheduled' and ${interviews.startsAt} + make_interval(mins => ${interviews.minutes}) <= now()
    then 'over'
  when ${interviews.status} = 'proposed' and ${interviews.times}[array_upper(${interviews.times}, 1)] <= now() then 'expired'
  else ${interviews.status} end`;

/** The stored status is open, which an index covers. */
export const isStoredOpen = inArray(interviews.status, [...openInterviewStatuses]);

export const isOpenNow = and(isStoredOpen, inArray(statusNow, [...openInterviewStatuses]));

/** The condition of the lists of upcoming interviews, and of their count: open, and the application is not withdrawn. */
export const isUpcoming = (db: Database): SQL | undefined =>
  and(
    isOpenNow,
    exists(
      db
        .select({ one: sql`1` })
        .from(applications)
        .where(and(eq(applications.id, interviews.applicationId), isNull(applications.withdrawnAt))),
    ),
  );
