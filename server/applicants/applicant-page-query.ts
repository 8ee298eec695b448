import { and, desc, eq, isNull, ne, or, sql, inArray } from 'drizzle-orm';
import { users } from '#drizzle/schema/accounts.ts';
import { companies } from '#drizzle/schema/companies.ts';
import { applications, drivers } from '#drizzle/schema/drivers.ts';
import { applicationEvents } from '#drizzle/schema/hiring.ts';
import { jobs } from '#drizzle/schema/jobs.ts';
import { whereInScope } from '#server/access/scope.ts';
import type { Database } from '#server/db/open.ts';
import { notFound } from '#server/errors.ts';
import { toMatchJob, matchJobColumns } from '#server/jobs/job-columns.ts';
import { zoneColumns, zoneOfPlace } from '#server/places/place-zone.ts';
import type { CompanyScope } from '#server/trpc.ts';
import type { TimelineEntry, ApplicantPage } from '#shared/applicants/timeline.ts';
import { toDollars } from '#shared/billing/pricing.ts';
import { endorsements, labelOf } from '#shared/catalogues.ts';
import type { Applicant } from '#shared/drivers/applicant.ts';
import { expandEndorsements } from '#shared/drivers/driver.ts';
import * as format from '#shared/format.ts';
import { requiredClassText } from '#shared/jobs/unmet-requirements.ts';
import type { Page, PageOf } from '#shared/lists/list.ts';
import { maxListTotal } from '#shared/lists/paging.ts';
import { requiredExperienceText, requiredYears } from '#shared/matching/experience.ts';
import { reasonsOf } from '#shared/matching/match-reasons.ts';
import { acceptedClasses, type MatchDriver, type MatchJob, pointsOf } from '#shared/matching/matching.ts';
import { type Language, text, type TextWriter } from '#shared/texts/texts.ts';
import { writerIn } from '#shared/texts/write-text.ts';
import { getApplicant } from './list-query.ts';

/**
 * Everything about one applicant in the scope (`docs/product/applicants-and-matching.md#applicants`).
 * @throws not found
 */
export async function readApplicantPage(
  db: Database,
  scope: CompanyScope,
  { id, language }: { id: string; language: Language },
): Promise<ApplicantPage> {
  const applicant = await getApplicant(db, scope, id);
  const [details, personApplications, possibleDuplicates] = await Promise.all([
    readDetails(db, id),
    listApplicationsOfPerson(db, scope, id),
    findDuplicates(db, scope, id),
  ]);
  const write = writerIn(language);
  const driver = toMatchDriver(applicant, details);
  const points = pointsOf(details.job, driver);
  return {
    applicant,
    companyName: details.companyName,
    companyTimeZone: zoneOfPlace(details.companyPlace),
    reasons: points ? reasonsOf(details.job, driver, points, write) : [],
    requirements: checkRequirements(details.job, driver, write),
    applications: personApplications.map(({ companyId: _, withdrawnAt: __, ...one }) => one),
    possibleDuplicates,
  };
}

/**
 * The application's company and job, and the fields of the driver's profile that the match score uses but the application does not store.
 */
async function readDetails(db: Database, id: string) {
  const [row] = await db
    .select({
      companyName: companies.companyName,
      companyPlace: zoneColumns(companies),
      job: matchJobColumns,
      homeTime: drivers.homeTime,
      expectedPayCents: drivers.expectedPayCents,
    })
    .from(applications)
    .innerJoin(companies, eq(companies.id, applications.companyId))
    .innerJoin(jobs, eq(jobs.id, applications.jobId))
    .leftJoin(drivers, eq(drivers.userId, applications.driverId))
    .where(eq(applications.id, id));
  if (!row) throw notFound(text('errors.applicantNotFound'));
  return { ...row, job: toMatchJob(row.job) };
}

type ApplicantDetails = Awaited<ReturnType<typeof readDetails>>;

function toMatchDriver(applicant: Applicant, { homeTime, expectedPayCents }: ApplicantDetails): MatchDriver {
  const { distance, yearsOfExperience, ownerOperator, cdlStatus } = applicant;
  return {
    distance,
    yearsOfExperience,
    ownerOperator,
    cdlStatus,
    workExperiences: applicant.workExperiences as MatchDriver['workExperiences'],
    endorsements: applicant.endorsements as MatchDriver['endorsements'],
    homeTime,
    expectedPay: expectedPayCents === null ? null : toDollars(expectedPayCents),
  };
}

/** The job's requirements, each with whether the driver meets it. */
export function checkRequirements(job: MatchJob, driver: MatchDriver, write: TextWriter): ApplicantPage['requirements'] {
  const acceptedCdlClasses = acceptedClasses(job);
  const cdlClass = acceptedCdlClasses && requiredClassText(job, write);
  const minYears = requiredYears[job.requiredExperience];
  const driverEndorsements = expandEndorsements(driver.endorsements);
  return [
    ...(acceptedCdlClasses && cdlClass
      ? [
          {
            kind: 'cdl' as const,
            name: cdlClass,
            isMet: driver.cdlStatus === null ? null : acceptedCdlClasses.includes(driver.cdlStatus),
          },
        ]
      : []),
    ...(minYears > 0
      ? [
          {
            kind: 'experience' as const,
            name: requiredExperienceText(job.requiredExperience, write),
            isMet: driver.yearsOfExperience === null ? null : driver.yearsOfExperience >= minYears,
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

/**
 * Other applicants of the company who may be the same person: those with the same phone number or email, or the same name and
 * ZIP code. There are none for an applicant who withdrew, because the company no longer sees these contact details.
 */
async function findDuplicates(db: Database, scope: CompanyScope, id: string): Promise<ApplicantPage['possibleDuplicates']> {
  const [application] = await db
    .select({
      companyId: applications.companyId,
      personId: applications.personId,
      phone: applications.phone,
      email: applications.email,
      searchName: applications.searchName,
      postalCode: applications.postalCode,
    })
    .from(applications)
    .where(and(whereInScope(applications.companyId, scope), eq(applications.id, id), isNull(applications.withdrawnAt)));
  if (!application || application.personId === null) return [];
  const isSamePhone = application.phone === null ? sql`false` : eq(applications.phone, application.phone);
  const isSameEmail =
    application.email === null ? sql`false` : eq(sql`lower(${applications.email})`, application.email.toLowerCase());
  const isSameName =
    application.postalCode === null
      ? sql`false`
      : and(eq(applications.searchName, application.searchName), eq(applications.postalCode, application.postalCode));
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
        eq(applications.companyId, application.companyId),
        ne(applications.personId, application.personId),
        isNull(applications.withdrawnAt),
        or(isSamePhone, isSameEmail, isSameName),
      ),
    )
    .orderBy(applications.personId, desc(applications.applicationAt))
    .limit(maxDuplicates);
  return rows.map(({ applicantId, firstName, lastName, jobTitle, ...fieldMatches }) => ({
    applicantId,
    name: format.fullName({ firstName, lastName }),
    jobTitle,
    sameFields: (['phone', 'email', 'name'] as const).filter((field) => fieldMatches[field]),
  }));
}

/** The person's applications to this company, newest first. Applications to other companies are left out. */
export async function listApplicationsOfPerson(db: Database, scope: CompanyScope, applicantId: string) {
  const [application] = await db
    .select({ id: applications.id, companyId: applications.companyId, personId: applications.personId })
    .from(applications)
    .where(and(whereInScope(applications.companyId, scope), eq(applications.id, applicantId)));
  if (!application) throw notFound(text('errors.applicantNotFound'));
  const isSamePerson =
    application.personId === null ? eq(applications.id, application.id) : eq(applications.personId, application.personId);
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
    .where(and(eq(applications.companyId, application.companyId), isSamePerson))
    .orderBy(desc(applications.applicationAt), desc(applications.id));
}

/**
 * The timeline of a person at the company, newest first, across all of the person's applications.
 * @throws not found
 */
export async function readTimeline(
  db: Database,
  scope: CompanyScope,
  { applicantId, offset, limit }: { applicantId: string } & Page,
): Promise<PageOf<TimelineEntry>> {
  const personApplications = await listApplicationsOfPerson(db, scope, applicantId);
  const applicationById = new Map(personApplications.map((application) => [application.id, application]));
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
    const { id, applicationId, at, kind, authorId, source, text: noteText, editedAt, detail } = event;
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
      text: noteText,
      editedAt,
      detail,
    };
  });
  return { items, pagination: { offset, limit, total: totals?.total ?? 0 } };
}
