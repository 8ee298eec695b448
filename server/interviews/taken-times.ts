import { and, eq, getTableColumns, gt, lt, ne, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { interviews } from '#drizzle/schema/hiring.ts';
import { whereInScope } from '#server/access/scope.ts';
import type { Database } from '#server/db/open.ts';
import { isOpenNow } from '#server/notifications/interview-status.ts';
import { type InterviewRow, notifyCompany, readParties } from '#server/notifications/notify-interview.ts';
import type { CompanyScope } from '#server/trpc.ts';
import { type BusyTime, groupKind } from '#shared/applicants/interview.ts';

/**
 * The times that a person can offer to one driver only (`docs/product/interviews.md#times-that-are-taken`). The person who proposed an
 * interview meets one driver at a time, except at an orientation.
 */
const other = alias(interviews, 'other');

/** Whether the interviewer of the row in `interviews` has another scheduled interview at this time. */
const isTaken = (time: SQL): SQL =>
  sql`exists (select from ${interviews} ${sql.identifier('other')} where ${and(
    eq(other.proposedBy, interviews.proposedBy),
    eq(other.companyId, interviews.companyId),
    eq(other.status, 'scheduled'),
    ne(other.kind, groupKind),
    ne(other.id, interviews.id),
    lt(other.startsAt, sql`${time} + make_interval(mins => ${interviews.minutes})`),
    gt(sql`${other.startsAt} + make_interval(mins => ${other.minutes})`, time),
  )})`;

const time = sql`proposed.time`;
const isOffered = and(eq(interviews.status, 'proposed'), ne(interviews.kind, groupKind));

/** The proposed times of an interview that another driver has taken. */
export const takenTimes: SQL<Date[]> = sql`array(
  select ${time} from unnest(${interviews.times}) proposed (time) where ${and(isOffered, isTaken(time))} order by 1
)`.mapWith(interviews.times);

/** Lists when a person meets drivers from now on, which are the times that the person can't propose to others. */
export function listBusyTimes(db: Database, scope: CompanyScope, { userId }: { userId: string }): Promise<BusyTime[]> {
  return db
    .select({ startsAt: sql<Date>`${interviews.startsAt}`.mapWith(interviews.startsAt), minutes: interviews.minutes })
    .from(interviews)
    .where(
      and(
        whereInScope(interviews.companyId, scope),
        eq(interviews.proposedBy, userId),
        eq(interviews.status, 'scheduled'),
        ne(interviews.kind, groupKind),
        isOpenNow,
      ),
    )
    .orderBy(interviews.startsAt)
    .limit(maxBusyTimes);
}
const maxBusyTimes = 500;

/** Lets only one driver at a time choose a time of the same interviewer, until the transaction ends. */
export async function lockTimesOf(tx: Database, interviewerId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${interviewerLock}, hashtext(${interviewerId}))`);
}
const interviewerLock = 72420005;

/** Reads the taken times of a proposed interview. Call {@link lockTimesOf} first if the answer has to stay true. */
export async function readTakenTimes(tx: Database, id: string): Promise<number[]> {
  const [row] = await tx.select({ takenTimes }).from(interviews).where(eq(interviews.id, id));
  return (row?.takenTimes ?? []).map((taken) => taken.getTime());
}

/**
 * Tells the company about the drivers who have no time left to choose, because a driver just took the last one. They are the open
 * proposals of the same interviewer that offered the time of `scheduled`.
 */
export async function notifyOfNoTimesLeft(tx: Database, { id, companyId, proposedBy, startsAt, minutes, kind }: InterviewRow) {
  if (!proposedBy || !startsAt || kind === groupKind) return;
  const endsAt = new Date(startsAt.getTime() + minutes * 60_000);
  const offered = (condition: SQL | undefined) =>
    sql`exists (select from unnest(${interviews.times}) proposed (time) where ${condition})`;
  const overlaps = and(
    lt(time, sql`${endsAt.toISOString()}::timestamptz`),
    gt(sql`${time} + make_interval(mins => ${interviews.minutes})`, sql`${startsAt.toISOString()}::timestamptz`),
  );
  const isFree = and(gt(time, sql`now()`), sql`not ${isTaken(time)}`);
  const proposals = await tx
    .select(getTableColumns(interviews))
    .from(interviews)
    .where(
      and(
        eq(interviews.proposedBy, proposedBy),
        eq(interviews.companyId, companyId),
        ne(interviews.id, id),
        isOffered,
        isOpenNow,
        offered(overlaps),
        sql`not ${offered(isFree)}`,
      ),
    )
    .orderBy(interviews.id);
  for (const interview of proposals) {
    const parties = await readParties(tx, interview.applicationId);
    if (parties) await notifyCompany(tx, { interview, change: 'no_times_left', answer: null, parties, language: null });
  }
}
