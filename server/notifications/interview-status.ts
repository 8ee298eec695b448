import { and, eq, exists, gt, inArray, isNull, notExists, notInArray, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
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

/** The status that the driver reads. A driver is not told of a no-show. */
export const statusForDriver = sql<InterviewStatus>`case when ${interviews.status} = 'no_show' then 'over' else ${statusNow} end`;

/** The stored status is open, which an index covers. */
export const isStoredOpen = inArray(interviews.status, [...openInterviewStatuses]);

export const isOpenNow = and(isStoredOpen, inArray(statusNow, [...openInterviewStatuses]));

const isNotWithdrawn = (db: Database): SQL =>
  exists(
    db
      .select({ one: sql`1` })
      .from(applications)
      .where(and(eq(applications.id, interviews.applicationId), isNull(applications.withdrawnAt))),
  );

/** The condition of the lists of upcoming interviews, and of their count: open, and the application is not withdrawn. */
export const isUpcoming = (db: Database): SQL | undefined => and(isOpenNow, isNotWithdrawn(db));

const newer = alias(interviews, 'newer');

/**
 * The condition of the list of interviews for which the company has to propose other times: the driver declined or did not answer,
 * there is no newer interview, and the application is open.
 */
export const isUnplanned = (db: Database): SQL | undefined =>
  and(
    inArray(statusNow, ['declined', 'expired']),
    notExists(
      db
        .select({ one: sql`1` })
        .from(newer)
        .where(and(eq(newer.applicationId, interviews.applicationId), gt(newer.id, interviews.id))),
    ),
    exists(
      db
        .select({ one: sql`1` })
        .from(applications)
        .where(
          and(
            eq(applications.id, interviews.applicationId),
            isNull(applications.withdrawnAt),
            notInArray(applications.stage, ['hired', 'not_a_fit']),
          ),
        ),
    ),
  );

/** The stored statuses of interviews with a time that was not canceled. */
export const heldStatuses = ['scheduled', 'over', 'no_show'] as const satisfies InterviewStatus[];

/** The condition of the list of past interviews: the scheduled time is over, and the application is not withdrawn. */
export const isPast = (db: Database): SQL | undefined =>
  and(inArray(interviews.status, [...heldStatuses]), inArray(statusNow, ['over', 'no_show']), isNotWithdrawn(db));
