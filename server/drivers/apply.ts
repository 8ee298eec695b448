import { and, eq, isNotNull, sql, isNull } from 'drizzle-orm';
import { users } from '#drizzle/schema/accounts.ts';
import { newId } from '#drizzle/schema/columns.ts';
import { companies } from '#drizzle/schema/companies.ts';
import { applications, drivers } from '#drizzle/schema/drivers.ts';
import { applicationEvents, interviews } from '#drizzle/schema/hiring.ts';
import { jobAddons, jobs } from '#drizzle/schema/jobs.ts';
import { audit } from '#server/audit/audit.ts';
import { sendTogether, type Database } from '#server/db/open.ts';
import { AppError, conflict, invalidFields, notFound } from '#server/errors.ts';
import { toMatchJob, matchJobColumns } from '#server/jobs/job-columns.ts';
import { posterColumns, posterOfJob, getRecipients } from '#server/jobs/poster.ts';
import { assertPublic, isPublic, hyperlinkOfJob } from '#server/jobs/public-columns.ts';
import { incrementDayCounter } from '#server/jobs/public-search.ts';
import { mailUnlessMuted } from '#server/mail/outbox.ts';
import { isOpenNow } from '#server/notifications/interview-status.ts';
import { notifyDrivers } from '#server/notifications/notify-drivers.ts';
import { notifyInterview } from '#server/notifications/notify-interview.ts';
import { notifyApplication, findActiveEmployees, forgetApplicant } from '#server/notifications/notify.ts';
import { mailByChoice } from '#server/notifications/send-digests.ts';
import { milesBetween } from '#server/places/cells.ts';
import { zoneColumns, zoneOfPlace } from '#server/places/place-zone.ts';
import type { Services } from '#server/services.ts';
import type { ActingUser } from '#server/trpc.ts';
import { nextAnswerReminder } from '#shared/applicants/answer-time.ts';
import { type AnswerRequest, answerProblems, buildStoredAnswers, type Question } from '#shared/applicants/screening.ts';
import type { ApplicationSource } from '#shared/applicants/stages.ts';
import { toDollars } from '#shared/billing/pricing.ts';
import { isOver21, missingToApply, rangeMiles, type WithdrawApplication } from '#shared/drivers/driver.ts';
import * as format from '#shared/format.ts';
import { matchScoreFor } from '#shared/matching/matching.ts';
import { text } from '#shared/texts/texts.ts';
import { assertStillDriver, readDriver } from './update-profile.ts';

type ApplyInput = {
  id: string;
  message?: string | null | undefined;
  screeningAnswers?: AnswerRequest[] | null | undefined;
  source?: ApplicationSource | undefined;
};
type JobRow = Awaited<ReturnType<typeof readJob>>;

/**
 * Sends a driver's application with a copy of the profile (`docs/product/drivers.md#applying`). The table's key allows one
 * per driver and job. Counts, emails and events are part of the same transaction. A withdrawn application can be sent
 * again.
 * @throws invalid with each field that is missing in the profile and each wrong answer to a screening question
 */
export async function apply(
  { db, events }: Services,
  actor: ActingUser,
  { id: jobId, message, screeningAnswers, source }: ApplyInput,
): Promise<{ id: string }> {
  const job = await readJob(db, jobId);
  if (job.hyperlink)
    throw new AppError('conflict', text('errors.applyOnEmployerSite'), {
      detail: text('errors.link', { url: job.hyperlink }),
    });
  const driver = await readDriver(db, actor.userId);
  const answers = screeningAnswers ?? [];
  const problems = [...missingToApply(driver), ...answerProblems(job.screeningQuestions, answers)];
  if (problems.length) throw invalidFields(problems.map(({ field, message }) => ({ field, text: text(message) })));
  const snapshot = { ...snapshotOf(driver, job), ...toStoredAnswers(job.screeningQuestions, answers) };
  const now = new Date();
  return db.transaction(async (tx) => {
    const applicationValues = {
      ...snapshot,
      message: message || null,
      applicationAt: sql`now()`,
      source: source ?? 'direct',
      personId: await findPersonId(tx, job.companyId, driver.id),
      remindAnswerAt: nextAnswerReminder(now, now, zoneOfPlace(job.companyPlace)),
    };
    const [, [row], people] = await sendTogether([
      () => assertStillDriver(tx, driver.id),
      () =>
        tx
          .insert(applications)
          .values({ id: newId(), jobId, companyId: job.companyId, driverId: driver.id, ...applicationValues })
          .onConflictDoUpdate({
            target: [applications.jobId, applications.driverId],
            set: {
              ...applicationValues,
              withdrawnAt: null,
              withdrawReason: null,
              stage: 'new',
              stageChangedAt: sql`clock_timestamp()`,
              viewedAt: null,
              toldNotSelectedAt: null,
              answeredAt: null,
              remindedAt: null,
            },
            setWhere: isNotNull(applications.withdrawnAt),
          })
          .returning({ id: applications.id, ownerId: applications.ownerId, isFirst: sql<boolean>`xmax = 0` }),
      () => findActiveEmployees(tx, [job.companyId]),
    ]);
    if (!row) throw conflict(text('errors.alreadyApplied'));
    const employerNotice = toEmployerNotice(job, driver, row.id);
    // Who owned the applicant before the driver withdrew still does, and is the only one to be told.
    const owners = people.filter(({ id, mutedJobs }) => id === row.ownerId && !mutedJobs.includes(jobId));
    const { cdlStatus, yearsOfExperience: years, distance: miles, matchScore, phone } = snapshot;
    const facts = { cdlStatus, years, miles, matchScore, phone };
    await sendTogether([
      () => countApplicant(tx, jobId),
      row.isFirst ? () => incrementDayCounter(tx, job, 'applications') : null,
      row.isFirst ? () => countDriverApplication(tx, driver.id) : null,
      ...(owners.length > 0 ? owners : getRecipients(job.reader, people)).map(
        (recipient) => () =>
          mailByChoice(
            tx,
            recipient,
            { kind: 'new_application', companyId: job.companyId, jobId },
            {
              template: 'new_applicant',
              data: { firstName: recipient.firstName, ...employerNotice, facts },
              language: actor.language,
            },
          ),
      ),
      () => notifyApplication(tx, owners.length > 0 ? owners : people, { ...employerNotice, companyId: job.companyId }),
      () =>
        mailUnlessMuted(tx, driver, 'application_sent', { firstName: driver.firstName, ...toConfirmation(job) }, actor.language),
      () => notifyDrivers(tx, events, [{ driverId: driver.id, kind: 'application_sent', data: toConfirmation(job) }]),
      () =>
        audit(tx, actor, {
          action: 'application.send',
          subject: { type: 'application', id: row.id },
          companyId: job.companyId,
        }),
      row.isFirst ? null : () => clearWithdrawReasons(tx, row.id),
      () =>
        tx.insert(applicationEvents).values({
          applicationId: row.id,
          companyId: job.companyId,
          kind: 'applied',
          detail: { source: applicationValues.source },
        }),
      () => events.publish(tx, { type: 'application', companyId: job.companyId, jobId, applicationId: row.id }),
    ]);
    return { id: row.id };
  });
}

/** The id of the person whom the company knows. It is the driver's id unless the company merged the driver with another one. */
async function findPersonId(tx: Database, companyId: string, driverId: string): Promise<string> {
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
      companyPlace: zoneColumns(companies),
      reader: posterColumns,
      hyperlink: jobAddons.externalUrl,
      screeningQuestions: jobs.screeningQuestions,
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
  const updatedJob = await tx
    .update(jobs)
    .set({ applicationCount: sql`${jobs.applicationCount} + 1`, updatedAt: sql`${jobs.updatedAt}` })
    .where(and(eq(jobs.id, jobId), isPublic))
    .returning({ id: jobs.id });
  if (updatedJob.length === 0) throw new AppError('gone', text('errors.jobIsClosed'));
}

/** Counts the application on the driver. Drivers with applications appear in the administrators' list. */
async function countDriverApplication(tx: Database, driverId: string): Promise<void> {
  await tx
    .update(drivers)
    .set({ applicationCount: sql`${drivers.applicationCount} + 1`, updatedAt: sql`${drivers.updatedAt}` })
    .where(eq(drivers.userId, driverId));
}

function toStoredAnswers(questions: readonly Question[], answers: readonly AnswerRequest[]) {
  const screeningAnswers = buildStoredAnswers(questions, answers);
  return { screeningAnswers, isFlagged: screeningAnswers.some((answer) => answer.isFlagged) };
}

type Driver = Awaited<ReturnType<typeof readDriver>>;

function snapshotOf(driver: Driver, job: JobRow) {
  const { latitude, longitude, birthdate, id: _, homeTime, expectedPayCents, ...profileFields } = driver;
  const hasLocation = latitude !== null && longitude !== null;
  const distance = hasLocation ? Math.round(milesBetween({ latitude, longitude }, job) * 100) / 100 : null;
  const matchScore = matchScoreFor(toMatchJob(job), {
    ...profileFields,
    distance,
    homeTime,
    expectedPay: expectedPayCents === null ? null : toDollars(expectedPayCents),
  });
  const withinRange = distance === null ? null : distance <= rangeMiles;
  return { ...profileFields, distance, withinRange, isOver21: isOver21(birthdate), matchScore };
}

/** The data of the employer's notification and email. */
function toEmployerNotice(job: JobRow, driver: Driver, applicationId: string) {
  const { title, id: jobId } = job;
  const applicant = format.fullName(driver);
  return { applicant, title, place: format.cityState(job), jobId, applicationId };
}

/** The data of the driver's confirmation, by email and in the app. */
const toConfirmation = (job: JobRow) => ({
  title: job.title,
  company: job.companyName,
  place: format.cityState(job),
});

/** A driver who applies again takes the reason for withdrawing back, so the timeline no longer shows it. */
async function clearWithdrawReasons(tx: Database, applicationId: string): Promise<void> {
  await tx
    .update(applicationEvents)
    .set({ detail: {} })
    .where(and(eq(applicationEvents.applicationId, applicationId), eq(applicationEvents.kind, 'withdrawn')));
}

/**
 * Withdraws the driver's application, which the employer then no longer sees. The timeline keeps the reason, if the driver gave
 * one (`docs/product/drivers.md#withdrawing`).
 */
export async function withdraw(
  { db, events, keys }: Services,
  actor: ActingUser,
  { id, reason }: WithdrawApplication,
): Promise<{ id: string }> {
  const isOwnApplication = and(eq(applications.id, id), eq(applications.driverId, actor.userId));
  return db.transaction(async (tx) => {
    const [row] = await tx
      .update(applications)
      .set({
        withdrawnAt: new Date(),
        withdrawReason: reason ?? null,
        stage: 'withdrawn',
        stageChangedAt: sql`clock_timestamp()`,
        notAFitReason: null,
        tellNotSelectedAt: null,
      })
      .where(and(isOwnApplication, isNull(applications.withdrawnAt)))
      .returning({ jobId: applications.jobId, companyId: applications.companyId });
    if (!row) {
      const [existingApplication] = await tx.select({ id: applications.id }).from(applications).where(isOwnApplication);
      throw existingApplication
        ? conflict(text('errors.applicationAlreadyWithdrawn'))
        : notFound(text('errors.applicationNotFound'));
    }
    await tx
      .update(jobs)
      .set({ applicationCount: sql`greatest(${jobs.applicationCount} - 1, 0)`, updatedAt: sql`${jobs.updatedAt}` })
      .where(eq(jobs.id, row.jobId));
    await audit(tx, actor, { action: 'application.withdraw', subject: { type: 'application', id }, companyId: row.companyId });
    await tx
      .insert(applicationEvents)
      .values({ applicationId: id, companyId: row.companyId, kind: 'withdrawn', detail: reason ? { reason } : {} });
    await forgetApplicant(tx, row.jobId, id);
    const [interview] = await tx
      .update(interviews)
      .set({ status: 'canceled', sequence: sql`${interviews.sequence} + 1` })
      .where(and(eq(interviews.applicationId, id), isOpenNow))
      .returning();
    if (interview?.startsAt)
      await notifyInterview(tx, keys, { interview, change: 'canceled', answer: null, language: actor.language });
    await events.publish(tx, { type: 'application', companyId: row.companyId, jobId: row.jobId, applicationId: id });
    return { id };
  });
}
