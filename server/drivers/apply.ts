import { assertStillDriver, readDriver } from './update-profile.ts';
import { and, eq, isNotNull, sql, isNull } from 'drizzle-orm';
import { users } from '#drizzle/schema/accounts.ts';
import { companies } from '#drizzle/schema/companies.ts';
import { newId } from '#drizzle/schema/columns.ts';
import { applications, drivers } from '#drizzle/schema/drivers.ts';
import { applicationEvents } from '#drizzle/schema/hiring.ts';
import { jobAddons, jobs } from '#drizzle/schema/jobs.ts';
import { audit } from '#server/audit.ts';
import { AppError, conflict, invalidFields, notFound } from '#server/errors.ts';
import { countDay } from '#server/jobs/public-search.ts';
import { assertPublic, isPublic, hyperlinkOfJob } from '#server/jobs/public-columns.ts';
import { asMatchJob, matchJobColumns } from '#server/jobs/job-columns.ts';
import { posterColumns, posterOfJob, readersOf } from '#server/jobs/poster.ts';
import { mail, mailUnlessMuted } from '#server/mail/outbox.ts';
import { notifyApplication, peopleOf } from '#server/notifications/notify.ts';
import { milesBetween } from '#server/places/cells.ts';
import type { Services } from '#server/services.ts';
import type { ActingUser } from '#server/trpc.ts';
import { isOver21, missingToApply, rangeMiles } from '#shared/drivers/driver.ts';
import type { ApplicationSource } from '#shared/applicants/stages.ts';
import { toDollars } from '#shared/billing/pricing.ts';
import { matchScoreFor } from '#shared/matching/matching.ts';
import * as format from '#shared/format.ts';
import { text } from '#shared/texts/texts.ts';
import { pipelined, type Database } from '#server/db/open.ts';

type Apply = { id: string; message?: string | null | undefined; source?: ApplicationSource | undefined };
type JobRow = Awaited<ReturnType<typeof readJob>>;

/**
 * Sends a driver's application with a copy of the profile (`docs/product/drivers.md#applying`). The table's key allows one
 * per driver and job. Counts, emails and events are part of the same transaction. A withdrawn application can be sent
 * again.
 * @throws invalid, naming each answer that the profile must have first
 */
export async function apply(
  { db, events }: Services,
  actor: ActingUser,
  { id: jobId, message, source }: Apply,
): Promise<{ id: string }> {
  const job = await readJob(db, jobId);
  if (job.hyperlink)
    throw new AppError('conflict', text('errors.thisEmployerTakesApplicationsIts'), {
      detail: text('errors.link', { url: job.hyperlink }),
    });
  const driver = await readDriver(db, actor.userId);
  const missing = missingToApply(driver);
  if (missing.length) throw invalidFields(missing.map(({ field, message }) => ({ field, text: text(message) })));
  const snapshot = snapshotOf(driver, job);
  return db.transaction(async (tx) => {
    const sent = {
      ...snapshot,
      message: message || null,
      applicationAt: new Date(),
      source: source ?? 'direct',
      personId: await personOf(tx, job.companyId, driver.id),
    };
    const [, [row], people] = await pipelined([
      () => assertStillDriver(tx, driver.id),
      () =>
        tx
          .insert(applications)
          .values({ id: newId(), jobId, companyId: job.companyId, driverId: driver.id, ...sent })
          .onConflictDoUpdate({
            target: [applications.jobId, applications.driverId],
            set: { ...sent, withdrawnAt: null, stage: 'new', stageChangedAt: new Date(), viewedAt: null },
            setWhere: isNotNull(applications.withdrawnAt),
          })
          .returning({ id: applications.id, isFirst: sql<boolean>`xmax = 0` }),
      () => peopleOf(tx, [job.companyId]),
    ]);
    if (!row) throw conflict(text('errors.youAlreadyAppliedJob'));
    const news = newsOf(job, driver, row.id);
    await pipelined([
      () => countApplicant(tx, jobId),
      row.isFirst ? () => countDay(tx, job, 'applications') : null,
      row.isFirst ? () => countOnDriver(tx, driver.id) : null,
      ...readersOf(job.reader, people).map(
        ({ email, firstName }) =>
          () =>
            mail(tx, email, 'new_applicant', { firstName, ...news }, actor.language),
      ),
      () => notifyApplication(tx, people, { ...news, companyId: job.companyId }),
      () => mailUnlessMuted(tx, driver, 'application_sent', receiptOf(job, driver), actor.language),
      () =>
        audit(tx, actor, {
          action: 'application.send',
          subject: { type: 'application', id: row.id },
          companyId: job.companyId,
        }),
      () =>
        tx
          .insert(applicationEvents)
          .values({ applicationId: row.id, companyId: job.companyId, kind: 'applied', detail: { source: sent.source } }),
      () => events.publish(tx, { type: 'application', companyId: job.companyId, jobId, applicationId: row.id }),
    ]);
    return { id: row.id };
  });
}

/** The person as the company knows them, which is the account unless the company merged the account with another person. */
async function personOf(tx: Database, companyId: string, driverId: string): Promise<string> {
  const [earlier] = await tx
    .select({ personId: applications.personId })
    .from(applications)
    .where(and(eq(applications.driverId, driverId), eq(applications.companyId, companyId), isNotNull(applications.personId)))
    .limit(1);
  return earlier?.personId ?? driverId;
}

async function readJob(db: Database, id: string) {
  const [row] = await db
    .select({
      ...matchJobColumns,
      isPublic,
      status: jobs.status,
      postingDate: jobs.postingDate,
      expirationDate: jobs.expirationDate,
      title: jobs.title,
      city: jobs.city,
      state: jobs.state,
      postalCode: jobs.postalCode,
      companyId: jobs.companyId,
      companyName: companies.companyName,
      reader: posterColumns,
      hyperlink: jobAddons.externalUrl,
    })
    .from(jobs)
    .innerJoin(companies, eq(companies.id, jobs.companyId))
    .leftJoin(users, posterOfJob)
    .leftJoin(jobAddons, hyperlinkOfJob)
    .where(eq(jobs.id, id))
    .limit(1);
  assertPublic(row);
  return row;
}

/** Counts the application on the job, if the job is still public. */
async function countApplicant(tx: Database, jobId: string): Promise<void> {
  const counted = await tx
    .update(jobs)
    .set({ applicationCount: sql`${jobs.applicationCount} + 1`, updatedAt: sql`${jobs.updatedAt}` })
    .where(and(eq(jobs.id, jobId), isPublic))
    .returning({ id: jobs.id });
  if (counted.length === 0) throw new AppError('gone', text('errors.thisJobIsClosed'));
}

/** Counts the application on the driver, who then appears in the administrators' list. */
async function countOnDriver(tx: Database, driverId: string): Promise<void> {
  await tx
    .update(drivers)
    .set({ applicationCount: sql`${drivers.applicationCount} + 1`, updatedAt: sql`${drivers.updatedAt}` })
    .where(eq(drivers.userId, driverId));
}

type Driver = Awaited<ReturnType<typeof readDriver>>;

function snapshotOf(driver: Driver, job: JobRow) {
  const { latitude, longitude, birthdate, id: _, homeTime, expectedPayCents, ...sent } = driver;
  const isPlaced = latitude !== null && longitude !== null;
  const distance = isPlaced ? Math.round(milesBetween({ latitude, longitude }, job) * 100) / 100 : null;
  const matchScore = matchScoreFor(asMatchJob(job), {
    ...sent,
    distance,
    homeTime,
    expectedPay: expectedPayCents === null ? null : toDollars(expectedPayCents),
  });
  const withinRange = distance === null ? null : distance <= rangeMiles;
  return { ...sent, distance, withinRange, isOver21: isOver21(birthdate), matchScore };
}

/** For the employer. */
function newsOf(job: JobRow, driver: Driver, applicationId: string) {
  const { title, id: jobId } = job;
  const applicant = format.fullName(driver);
  return { applicant, title, place: format.cityState(job), jobId, applicationId };
}

/** For the driver. */
const receiptOf = (job: JobRow, { firstName }: Driver) => ({
  firstName,
  title: job.title,
  company: job.companyName,
  place: format.cityState(job),
});

/** Withdraws the driver's application. The employer no longer sees it (`docs/product/drivers.md#withdrawing`). */
export async function withdraw({ db, events }: Services, actor: ActingUser, id: string): Promise<{ id: string }> {
  const isOwnApplication = and(eq(applications.id, id), eq(applications.driverId, actor.userId));
  return db.transaction(async (tx) => {
    const [row] = await tx
      .update(applications)
      .set({ withdrawnAt: new Date(), stage: 'withdrawn', stageChangedAt: new Date(), notAFitReason: null })
      .where(and(isOwnApplication, isNull(applications.withdrawnAt)))
      .returning({ jobId: applications.jobId, companyId: applications.companyId });
    if (!row) {
      const [withdrawn] = await tx.select({ id: applications.id }).from(applications).where(isOwnApplication);
      throw withdrawn
        ? conflict(text('errors.youAlreadyWithdrewThisApplication'))
        : notFound(text('errors.thisApplicationWasNotFound'));
    }
    await tx
      .update(jobs)
      .set({ applicationCount: sql`greatest(${jobs.applicationCount} - 1, 0)`, updatedAt: sql`${jobs.updatedAt}` })
      .where(eq(jobs.id, row.jobId));
    await audit(tx, actor, { action: 'application.withdraw', subject: { type: 'application', id }, companyId: row.companyId });
    await tx.insert(applicationEvents).values({ applicationId: id, companyId: row.companyId, kind: 'withdrawn' });
    await events.publish(tx, { type: 'application', companyId: row.companyId, jobId: row.jobId, applicationId: id });
    return { id };
  });
}
