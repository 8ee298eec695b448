import { and, asc, count, desc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { companies } from '#drizzle/schema/companies.ts';
import { applications } from '#drizzle/schema/drivers.ts';
import { interviews } from '#drizzle/schema/hiring.ts';
import { jobs } from '#drizzle/schema/jobs.ts';
import { whereInScope } from '#server/access/scope.ts';
import type { Database } from '#server/db/open.ts';
import { notFound } from '#server/errors.ts';
import { isPast, isUnplanned, isUpcoming, statusNow } from '#server/notifications/interview-status.ts';
import type { CompanyScope, OwnCompany } from '#server/trpc.ts';
import type { Interview, InterviewList } from '#shared/applicants/interview.ts';
import type { Page, PageOf } from '#shared/lists/list.ts';
import { maxListTotal } from '#shared/lists/paging.ts';
import { text } from '#shared/texts/texts.ts';
import { takenTimes } from './taken-times.ts';

const columns = {
  id: interviews.id,
  companyId: interviews.companyId,
  companyName: companies.companyName,
  applicantId: interviews.applicationId,
  driverName: applications.fullName,
  jobId: applications.jobId,
  jobTitle: jobs.title,
  status: statusNow,
  kind: interviews.kind,
  minutes: interviews.minutes,
  times: interviews.times,
  takenTimes,
  startsAt: interviews.startsAt,
  place: interviews.place,
  note: interviews.note,
  answer: interviews.answer,
  createdAt: interviews.createdAt,
};

const selectInterviews = (db: Database) =>
  db
    .select(columns)
    .from(interviews)
    .innerJoin(applications, eq(applications.id, interviews.applicationId))
    .innerJoin(jobs, eq(jobs.id, applications.jobId))
    .innerJoin(companies, eq(companies.id, interviews.companyId));

export async function readInterview(db: Database, id: string): Promise<Interview> {
  const [row] = await selectInterviews(db).where(eq(interviews.id, id));
  if (!row) throw notFound(text('interviews.notFound'));
  return row;
}

type Order = 'next first' | 'last first';

/** Reads one page. The page's ids are found first, because reading the taken times of the rows before the page would be slow. */
async function readPage(db: Database, where: SQL | undefined, order: Order, { offset, limit }: Page): Promise<PageOf<Interview>> {
  const orderBy =
    order === 'next first'
      ? [sql`${interviews.startsAt} asc nulls last`, asc(interviews.id)]
      : [desc(interviews.startsAt), desc(interviews.id)];
  const matches = () =>
    db
      .select({ id: interviews.id })
      .from(interviews)
      .innerJoin(applications, eq(applications.id, interviews.applicationId))
      .where(where);
  const pageIds = matches()
    .orderBy(...orderBy)
    .offset(offset)
    .limit(limit);
  const [items, [countRow]] = await Promise.all([
    selectInterviews(db)
      .where(inArray(interviews.id, pageIds))
      .orderBy(...orderBy),
    db.select({ total: count() }).from(matches().limit(maxListTotal).as('found')),
  ]);
  return { items, pagination: { offset, limit, total: countRow?.total ?? 0 } };
}

const conditions = { upcoming: isUpcoming, unplanned: isUnplanned, past: isPast } satisfies Record<InterviewList, unknown>;

/**
 * Lists interviews of the company (`docs/product/interviews.md#the-list-of-interviews`): the upcoming ones with the next one first, then
 * those for which the driver has not chosen a time; the others with the last one first.
 */
export function listCompanyInterviews(
  db: Database,
  { companyId }: OwnCompany,
  { show, ...page }: Page & { show: InterviewList },
): Promise<PageOf<Interview>> {
  const where = and(eq(interviews.companyId, companyId), conditions[show](db));
  return readPage(db, where, show === 'upcoming' ? 'next first' : 'last first', page);
}

/** Lists the driver's upcoming interviews in the same order. */
export function listDriverInterviews(db: Database, { userId }: { userId: string }, page: Page): Promise<PageOf<Interview>> {
  return readPage(db, and(eq(applications.driverId, userId), isUpcoming(db)), 'next first', page);
}

/**
 * Lists all interviews with an applicant, newest first.
 * @throws not found
 */
export async function listApplicantInterviews(
  db: Database,
  scope: CompanyScope,
  { applicantId }: { applicantId: string },
): Promise<Interview[]> {
  const [application] = await db
    .select({ id: applications.id })
    .from(applications)
    .where(and(whereInScope(applications.companyId, scope), eq(applications.id, applicantId)));
  if (!application) throw notFound(text('errors.applicantNotFound'));
  return selectInterviews(db).where(eq(interviews.applicationId, applicantId)).orderBy(desc(interviews.id)).limit(100);
}
