import { and, eq, getTableColumns, gt, lt, ne, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { interviews } from '#drizzle/schema/hiring.ts';
import { whereInScope } from '#server/access/scope.ts';
import type { Database } from '#server/db/open.ts';
import { isOpenNow } from '#server/notifications/interview-status.ts';
import { type InterviewRow, notifyCompany, readParties } from '#server/notifications/notify-interview.ts';
import type { CompanyScope } from '#server/trpc.ts';
import { type BusyTime, groupKind, interviewLengths } from '#shared/applicants/interview.ts';

/** An interview that takes the time of another one. */
const other = alias(interviews, 'other');
/** Bounds the search for overlapping interviews to a part of the index. */
const longest = sql.raw(`interval '${Math.max(...interviewLengths)} minutes'`);
const isScheduled = sql`${interviews.status} = 'scheduled'`;

/**
 * Whether the person who proposed the interview in `interviews` meets another driver at this time, not counting the interview
 * `except`. A person meets one driver at a time, unless it is at an orientation (`docs/product/interviews.md#times-that-are-taken`).
 */
const isTaken = (time: SQL, except?: string): SQL =>
  sql`exists (select from ${interviews} ${sql.identifier('other')} where ${and(
    eq(other.proposedBy, interviews.proposedBy),
    eq(other.companyId, interviews.companyId),
    sql`${other.status} = 'scheduled'`,
    ne(other.kind, groupKind),
    ne(other.id, interviews.id),
    except === undefined ? undefined : ne(other.id, except),
    gt(other.startsAt, sql`${time} - ${longest}`),
    lt(other.startsAt, sql`${time} + make_interval(mins => ${interviews.minutes})`),
    gt(sql`${other.startsAt} + make_interval(mins => ${other.minutes})`, time),
  )})`;

const time = sql`proposed.time`;
const isOffered = and(sql`${interviews.status} = 'proposed'`, ne(interviews.kind, groupKind));

/** The proposed times of an interview that another driver has taken. */
export const takenTimes: SQL<Date[]> = sql`array(
  select ${time} from unnest(${interviews.times}) proposed (time) where ${and(isOffered, isTaken(time))} order by 1
)`.mapWith(interviews.times);

/** Lists when a person meets drivers from now on, which are the times that the person can't propose to others. */
export function listBusyTimes(db: Database, scope: CompanyScope, { userId }: { userId: string }): Promise<BusyTime[]> {
  return db
    .select({
      startsAt: sql<Date>`${interviews.startsAt}`.mapWith(interviews.startsAt),
      minutes: interviews.minutes,
      applicantId: interviews.applicationId,
    })
    .from(interviews)
    .where(
      and(
        whereInScope(interviews.companyId, scope),
        eq(interviews.proposedBy, userId),
        isScheduled,
        ne(interviews.kind, groupKind),
        gt(interviews.startsAt, sql`now() - ${longest}`),
        isOpenNow,
      ),
    )
    .orderBy(interviews.startsAt)
    .limit(maxBusyTimes);
}
const maxBusyTimes = 500;

/**
 * Lets only one driver at a time choose a time of the same person, until the transaction ends. Call it after locking rows, in this order
 * everywhere.
 */
export async function lockTimesOf(tx: Database, interviewerId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${interviewerLock}, hashtext(${interviewerId}))`);
}
const interviewerLock = 72420005;

/** Reads the taken times of a proposed interview, after {@link lockTimesOf}. */
export async function readTakenTimes(tx: Database, id: string): Promise<number[]> {
  const [row] = await tx.select({ takenTimes }).from(interviews).where(eq(interviews.id, id));
  return (row?.takenTimes ?? []).map((taken) => taken.getTime());
}

/**
 * Tells the company about drivers who have no time left to choose, because another driver just took the last one by choosing the
 * given interview's time.
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
  const isToCome = gt(time, sql`now()`);
  const wasFree = and(overlaps, isToCome, sql`not ${isTaken(time, id)}`);
  const isFree = and(isToCome, sql`not ${isTaken(time)}`);
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
        offered(wasFree),
        sql`not ${offered(isFree)}`,
      ),
    )
    .orderBy(interviews.id);
  for (const interview of proposals) {
    const parties = await readParties(tx, interview.applicationId);
    if (parties) await notifyCompany(tx, { interview, change: 'no_times_left', answer: null, parties, language: null });
  }
}
