import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import { users } from '#drizzle/schema/accounts.ts';
import { applications } from '#drizzle/schema/drivers.ts';
import { applicationEvents } from '#drizzle/schema/hiring.ts';
import { jobs } from '#drizzle/schema/jobs.ts';
import type { Database } from '#server/db/open.ts';
import { notFound } from '#server/errors.ts';
import { inScope } from '#server/scope.ts';
import type { CompanyScope } from '#server/trpc.ts';
import type { TimelineEntry } from '#shared/applicants/timeline.ts';
import * as format from '#shared/format.ts';
import { maxListTotal } from '#shared/lists/paging.ts';
import type { Page, PageOf } from '#shared/lists/list.ts';
import { text } from '#shared/texts/texts.ts';

/** The applications of the same person at the company, newest first. Without the person's other companies. */
export async function applicationsOfPerson(db: Database, scope: CompanyScope, applicantId: string) {
  const [one] = await db
    .select({ id: applications.id, companyId: applications.companyId, personId: applications.personId })
    .from(applications)
    .where(and(inScope(applications.companyId, scope), eq(applications.id, applicantId)));
  if (!one) throw notFound(text('errors.thisApplicantWasNotFound'));
  const isSamePerson = one.personId === null ? eq(applications.id, one.id) : eq(applications.personId, one.personId);
  return db
    .select({
      id: applications.id,
      companyId: applications.companyId,
      jobId: applications.jobId,
      jobTitle: jobs.title,
      applicationAt: applications.applicationAt,
      withdrawnAt: applications.withdrawnAt,
      stage: applications.stage,
    })
    .from(applications)
    .innerJoin(jobs, eq(jobs.id, applications.jobId))
    .where(and(eq(applications.companyId, one.companyId), isSamePerson))
    .orderBy(desc(applications.applicationAt), desc(applications.id));
}

/**
 * Everything that happened with a person at the company, newest first, of all the person's applications.
 * @throws not found
 */
export async function readTimeline(
  db: Database,
  scope: CompanyScope,
  { applicantId, offset, limit }: { applicantId: string } & Page,
): Promise<PageOf<TimelineEntry>> {
  const all = await applicationsOfPerson(db, scope, applicantId);
  const jobOf = new Map(all.map((one) => [one.id, one]));
  const where = inArray(applicationEvents.applicationId, [...jobOf.keys()]);
  const [rows, [counted]] = await Promise.all([
    db
      .select({ event: applicationEvents, authorFirst: users.firstName, authorLast: users.lastName })
      .from(applicationEvents)
      .leftJoin(users, eq(users.id, applicationEvents.authorId))
      .where(where)
      .orderBy(desc(applicationEvents.at), desc(applicationEvents.id))
      .offset(offset)
      .limit(limit),
    db
      .select({ total: sql<number>`count(*)::int` })
      .from(db.select({ id: applicationEvents.id }).from(applicationEvents).where(where).limit(maxListTotal).as('found')),
  ]);
  const items = rows.map(({ event, authorFirst, authorLast }): TimelineEntry => {
    const { id, applicationId, at, kind, authorId, source, text: written, editedAt, detail } = event;
    const job = jobOf.get(applicationId);
    const author = authorId && {
      id: authorId,
      name: format.fullName({ firstName: authorFirst ?? '', lastName: authorLast ?? '' }),
    };
    return {
      id,
      applicantId: applicationId,
      jobId: job?.jobId ?? '',
      jobTitle: job?.jobTitle ?? '',
      at,
      kind,
      author: author || null,
      source,
      text: written,
      editedAt,
      detail,
    };
  });
  return { items, pagination: { offset, limit, total: counted?.total ?? 0 } };
}
