import { and, desc, eq, isNull, ne, or, sql, inArray } from 'drizzle-orm';
import { applications, drivers } from '#drizzle/schema/drivers.ts';
import { jobs } from '#drizzle/schema/jobs.ts';
import type { Database } from '#server/db/open.ts';
import { notFound } from '#server/errors.ts';
import { asMatchJob, matchJobColumns } from '#server/jobs/job-columns.ts';
import { whereInScope } from '#server/scope.ts';
import type { CompanyScope } from '#server/trpc.ts';
import { toDollars } from '#shared/billing/pricing.ts';
import { endorsements, labelOf, requiredExperiences } from '#shared/catalogues.ts';
import type { Applicant } from '#shared/drivers/applicant.ts';
import { coveredEndorsements } from '#shared/drivers/driver.ts';
import * as format from '#shared/format.ts';
import { acceptedClasses, type MatchDriver, type MatchJob, requiredYears, pointsOf } from '#shared/matching/matching.ts';
import { reasonsOf } from '#shared/matching/match-reasons.ts';
import { type Language, text, type WriteText } from '#shared/texts/texts.ts';
import { writerIn } from '#shared/texts/write-text.ts';
import { getApplicant } from './list-query.ts';
import { users } from '#drizzle/schema/accounts.ts';
import { applicationEvents } from '#drizzle/schema/hiring.ts';
import type { TimelineEntry, ApplicantPage } from '#shared/applicants/timeline.ts';
import { maxListTotal } from '#shared/lists/paging.ts';
import type { Page, PageOf } from '#shared/lists/list.ts';

/**
 * Everything about one applicant in the scope (`docs/product/applicants-and-matching.md#applicants`).
 * @throws not found, also for an applicant who withdrew
 */
export async function readApplicantPage(
  db: Database,
  scope: CompanyScope,
  { id, language }: { id: string; language: Language },
): Promise<ApplicantPage> {
  const applicant = await getApplicant(db, scope, id);
  const [facts, all, possibleDuplicates] = await Promise.all([
    readFacts(db, id),
    applicationsOfPerson(db, scope, id),
    findDuplicates(db, scope, id),
  ]);
  const write = writerIn(language);
  const driver = driverOf(applicant, facts);
  const points = pointsOf(facts.job, driver);
  return {
    applicant,
    reasons: points ? reasonsOf(facts.job, driver, points, write) : [],
    requirements: requirementsOf(facts.job, driver, write),
    applications: all.map(({ companyId: _, withdrawnAt: __, ...one }) => one),
    possibleDuplicates,
  };
}

/** The job of the application, and what the score uses of the driver's profile beyond the application. */
async function readFacts(db: Database, id: string) {
  const [row] = await db
    .select({ job: matchJobColumns, homeTime: drivers.homeTime, expectedPayCents: drivers.expectedPayCents })
    .from(applications)
    .innerJoin(jobs, eq(jobs.id, applications.jobId))
    .leftJoin(drivers, eq(drivers.userId, applications.driverId))
    .where(eq(applications.id, id));
  if (!row) throw notFound(text('errors.thisApplicantWasNotFound'));
  return { ...row, job: asMatchJob(row.job) };
}

type Facts = Awaited<ReturnType<typeof readFacts>>;

function driverOf(applicant: Applicant, { homeTime, expectedPayCents }: Facts): MatchDriver {
  const { distance, yearsOfExperience, ownerOperator } = applicant;
  return {
    distance,
    yearsOfExperience,
    ownerOperator,
    cdlStatus: applicant.cdlStatus as MatchDriver['cdlStatus'],
    workExperiences: applicant.workExperiences as MatchDriver['workExperiences'],
    endorsements: applicant.endorsements as MatchDriver['endorsements'],
    homeTime,
    expectedPay: expectedPayCents === null ? null : toDollars(expectedPayCents),
  };
}

/** The job's requirements, each with whether the driver meets it. */
export function requirementsOf(job: MatchJob, driver: MatchDriver, write: WriteText): ApplicantPage['requirements'] {
  const accepted = acceptedClasses(job);
  const needed = requiredYears[job.requiredExperience];
  const driverEndorsements = coveredEndorsements(driver.endorsements);
  return [
    ...(accepted
      ? [
          {
            kind: 'cdl' as const,
            name: write(text('hiring.cdlOfClass', { classes: accepted.join(', ') })),
            isMet: driver.cdlStatus === null ? null : accepted.includes(driver.cdlStatus),
          },
        ]
      : []),
    ...(needed > 0
      ? [
          {
            kind: 'experience' as const,
            name: labelOf(requiredExperiences, job.requiredExperience, write),
            isMet: driver.yearsOfExperience === null ? null : driver.yearsOfExperience >= needed,
          },
        ]
      : []),
    ...job.endorsements.map((code) => ({
      kind: 'endorsement' as const,
      name: labelOf(endorsements, code, write),
      isMet: driverEndorsements.includes(code),
    })),
  ];
}

const maxDuplicates = 5;

/** Other people of the company who may be the same person: the same phone number or email, or the same name and ZIP code. */
async function findDuplicates(db: Database, scope: CompanyScope, id: string): Promise<ApplicantPage['possibleDuplicates']> {
  const [one] = await db
    .select({
      companyId: applications.companyId,
      personId: applications.personId,
      phone: applications.phone,
      email: applications.email,
      fullName: applications.fullName,
      postalCode: applications.postalCode,
    })
    .from(applications)
    .where(and(whereInScope(applications.companyId, scope), eq(applications.id, id)));
  if (!one || one.personId === null) return [];
  const isSamePhone = one.phone === null ? sql`false` : eq(applications.phone, one.phone);
  const isSameEmail = one.email === null ? sql`false` : eq(sql`lower(${applications.email})`, one.email.toLowerCase());
  const isSameName =
    one.postalCode === null
      ? sql`false`
      : and(eq(sql`lower(${applications.fullName})`, one.fullName.toLowerCase()), eq(applications.postalCode, one.postalCode));
  const rows = await db
    .selectDistinctOn([applications.personId], {
      applicantId: applications.id,
      personId: applications.personId,
      firstName: applications.firstName,
      lastName: applications.lastName,
      jobTitle: jobs.title,
      phone: sql<boolean>`coalesce(${isSamePhone}, false)`,
      email: sql<boolean>`coalesce(${isSameEmail}, false)`,
      name: sql<boolean>`coalesce(${isSameName}, false)`,
    })
    .from(applications)
    .innerJoin(jobs, eq(jobs.id, applications.jobId))
    .where(
      and(
        eq(applications.companyId, one.companyId),
        ne(applications.personId, one.personId),
        isNull(applications.withdrawnAt),
        or(isSamePhone, isSameEmail, isSameName),
      ),
    )
    .orderBy(applications.personId, desc(applications.applicationAt))
    .limit(maxDuplicates);
  return rows.map(({ applicantId, firstName, lastName, jobTitle, ...same }) => ({
    applicantId,
    name: format.fullName({ firstName, lastName }),
    jobTitle,
    sameFields: (['phone', 'email', 'name'] as const).filter((field) => same[field]),
  }));
}

/** The applications of the same person at the company, newest first. Without the person's other companies. */
async function applicationsOfPerson(db: Database, scope: CompanyScope, applicantId: string) {
  const [one] = await db
    .select({ id: applications.id, companyId: applications.companyId, personId: applications.personId })
    .from(applications)
    .where(and(whereInScope(applications.companyId, scope), eq(applications.id, applicantId)));
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
  const applicationById = new Map(all.map((one) => [one.id, one]));
  const where = inArray(applicationEvents.applicationId, [...applicationById.keys()]);
  const [rows, [totals]] = await Promise.all([
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
    const job = applicationById.get(applicationId);
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
  return { items, pagination: { offset, limit, total: totals?.total ?? 0 } };
}
