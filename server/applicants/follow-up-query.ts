import { and, asc, count, desc, eq, inArray, isNotNull, isNull, lte, not, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { users } from '#drizzle/schema/accounts.ts';
import { employees } from '#drizzle/schema/companies.ts';
import { applications } from '#drizzle/schema/drivers.ts';
import { followUps } from '#drizzle/schema/hiring.ts';
import { jobs } from '#drizzle/schema/jobs.ts';
import type { Database } from '#server/db/open.ts';
import { notFound } from '#server/errors.ts';
import { readCompanyZone } from '#server/places/company-zone.ts';
import type { CompanyScope, OwnCompany } from '#server/trpc.ts';
import { dueTime, type FollowUp, type FollowUpOwner, type FollowUpStatus } from '#shared/applicants/follow-up.ts';
import type { Page, PageOf } from '#shared/lists/list.ts';
import { maxListTotal } from '#shared/lists/paging.ts';
import { text } from '#shared/texts/texts.ts';
import { localDay } from '#shared/time-zone.ts';
import { listApplicationsOfPerson } from './applicant-page-query.ts';

const owners = alias(users, 'owners');
const authors = alias(users, 'authors');
const finishers = alias(users, 'finishers');

const selectFollowUps = (db: Database) =>
  db
    .select({
      id: followUps.id,
      companyId: followUps.companyId,
      applicantId: followUps.applicationId,
      driverName: applications.fullName,
      jobId: applications.jobId,
      jobTitle: jobs.title,
      task: followUps.task,
      dueOn: followUps.dueOn,
      createdAt: followUps.createdAt,
      doneAt: followUps.doneAt,
      owner: { id: owners.id, name: owners.fullName },
      createdBy: { id: authors.id, name: authors.fullName },
      doneBy: { id: finishers.id, name: finishers.fullName },
    })
    .from(followUps)
    .innerJoin(applications, eq(applications.id, followUps.applicationId))
    .innerJoin(jobs, eq(jobs.id, applications.jobId))
    .leftJoin(owners, eq(owners.id, followUps.ownerId))
    .leftJoin(authors, eq(authors.id, followUps.createdBy))
    .leftJoin(finishers, eq(finishers.id, followUps.doneBy))
    .$dynamic();

type Row = Awaited<ReturnType<typeof selectFollowUps>>[number];

const withDueTime = (row: Row, today: string): FollowUp => ({ ...row, due: dueTime(row.dueOn, today) });

/** Today where the company is. */
const companyToday = async (db: Database, companyId: string): Promise<string> =>
  localDay(await readCompanyZone(db, companyId), Date.now());

export async function readFollowUp(db: Database, id: string): Promise<FollowUp> {
  const [row] = await selectFollowUps(db).where(eq(followUps.id, id));
  if (!row) throw notFound(text('followUps.notFound'));
  return withDueTime(row, await companyToday(db, row.companyId));
}

/** A follow-up without an owner who works at the company is everyone's. */
const isOwnedBy = (db: Database, userId: string): SQL | undefined =>
  or(
    eq(followUps.ownerId, userId),
    not(
      sql`exists ${db
        .select({ one: sql`1` })
        .from(employees)
        .innerJoin(users, eq(users.id, employees.userId))
        .where(
          and(
            eq(employees.userId, followUps.ownerId),
            eq(employees.companyId, followUps.companyId),
            eq(employees.active, true),
            eq(users.status, 'Active'),
          ),
        )}`,
    ),
  );

type Selection = { owner: FollowUpOwner; status: FollowUpStatus; userId: string };
type ListedCompany = { companyId: string; today: string };

/** The condition of the lists of follow-ups, and of their count. Those of withdrawn applications are left out. */
const whereListed = (db: Database, { companyId, today }: ListedCompany, { owner, status, userId }: Selection): SQL | undefined =>
  and(
    eq(followUps.companyId, companyId),
    status === 'done' ? isNotNull(followUps.doneAt) : isNull(followUps.doneAt),
    status === 'due' ? lte(followUps.dueOn, today) : undefined,
    owner === 'me' ? isOwnedBy(db, userId) : undefined,
    isNull(applications.withdrawnAt),
  );

async function countFollowUps(db: Database, where: SQL | undefined): Promise<number> {
  const found = db
    .select({ id: followUps.id })
    .from(followUps)
    .innerJoin(applications, eq(applications.id, followUps.applicationId))
    .where(where)
    .limit(maxListTotal)
    .as('found');
  const [row] = await db.select({ total: count() }).from(found);
  return row?.total ?? 0;
}

/** Lists the company's follow-ups: those that are open or due by their day, or those that are done, the latest first. */
export async function listFollowUps(
  db: Database,
  { companyId }: OwnCompany,
  { offset, limit, ...selection }: Selection & Page,
): Promise<PageOf<FollowUp>> {
  const today = await companyToday(db, companyId);
  const where = whereListed(db, { companyId, today }, selection);
  const order =
    selection.status === 'done' ? [desc(followUps.doneAt), desc(followUps.id)] : [asc(followUps.dueOn), asc(followUps.id)];
  const [rows, total] = await Promise.all([
    selectFollowUps(db)
      .where(where)
      .orderBy(...order)
      .offset(offset)
      .limit(limit),
    countFollowUps(db, where),
  ]);
  return { items: rows.map((row) => withDueTime(row, today)), pagination: { offset, limit, total } };
}

/** Counts the open follow-ups that are due today or were due before. */
export async function countDueFollowUps(
  db: Database,
  { companyId }: OwnCompany,
  selection: Omit<Selection, 'status'>,
): Promise<number> {
  const today = await companyToday(db, companyId);
  return countFollowUps(db, whereListed(db, { companyId, today }, { ...selection, status: 'due' }));
}

/**
 * Lists the open follow-ups about a person, by their day, across all of the person's applications to the company.
 * @throws not found
 */
export async function listApplicantFollowUps(
  db: Database,
  scope: CompanyScope,
  { applicantId }: { applicantId: string },
): Promise<FollowUp[]> {
  const personApplications = await listApplicationsOfPerson(db, scope, applicantId);
  const ids = personApplications.filter(({ withdrawnAt }) => withdrawnAt === null).map(({ id }) => id);
  const [first] = personApplications;
  if (ids.length === 0 || !first) return [];
  const [rows, today] = await Promise.all([
    selectFollowUps(db)
      .where(and(inArray(followUps.applicationId, ids), isNull(followUps.doneAt)))
      .orderBy(asc(followUps.dueOn), asc(followUps.id))
      .limit(100),
    companyToday(db, first.companyId),
  ]);
  return rows.map((row) => withDueTime(row, today));
}
