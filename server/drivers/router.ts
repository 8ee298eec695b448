import { and, count, desc, eq } from 'drizzle-orm';
import * as z from 'zod';
import { companies } from '#drizzle/schema/companies.ts';
import { applications } from '#drizzle/schema/drivers.ts';
import { jobs } from '#drizzle/schema/jobs.ts';
import type { Database } from '#server/db/open.ts';
import { liveNotifications } from '#server/jobs/live.ts';
import { isPublic } from '#server/jobs/public-columns.ts';
import { uploadSchema } from '#server/media/upload.ts';
import { zoneColumns, zoneOfPlace } from '#server/places/place-zone.ts';
import { abortAtEnd } from '#server/session/authenticate.ts';
import { assertProvedTicket } from '#server/session/sign-in-ticket.ts';
import {
  actorOf,
  allowed,
  forbidImpersonation,
  isStillAllowed,
  publicProcedure,
  requireConfirmation,
  router,
} from '#server/trpc.ts';
import { tokenField } from '#shared/accounts/auth.ts';
import { waitingNote } from '#shared/applicants/answer-time.ts';
import { driverStatusOf } from '#shared/applicants/stages.ts';
import {
  applySchema,
  driverProfileSchema,
  myApplicationsInput,
  myApplicationsSchema,
  updateDriverProfileSchema,
  withdrawSchema,
  type MyApplication,
  type MyApplicationsInput,
} from '#shared/drivers/driver.ts';
import { earlierAnswersInput, earlierAnswersSchema } from '#shared/drivers/earlier-answers.ts';
import { resumeSchema } from '#shared/drivers/resume.ts';
import { savedJobInput, savedJobsInput, savedJobsSchema } from '#shared/drivers/saved-job.ts';
import type { PageOf } from '#shared/lists/list.ts';
import { matchingJobsInput, matchingJobsSchema } from '#shared/matching/candidate.ts';
import type { LiveNotificationEvent } from '#shared/notifications.ts';
import { apply, withdraw } from './apply.ts';
import { readEarlierAnswers } from './earlier-answers-query.ts';
import { deleteDriver } from './erase-driver.ts';
import { listMatchingJobs } from './matching-jobs.ts';
import { listSavedJobIds, listSavedJobs, saveJob, unsaveJob } from './save-job.ts';
import { hasHeard, pastStages } from './status-columns.ts';
import { takeResume } from './take-resume.ts';
import { getProfile, updateProfile } from './update-profile.ts';

const self = allowed('driver.self');
const idSchema = z.object({ id: z.string() });

/** The actions of drivers on their own account. No procedure here takes another person's id. */
export const driversRouter = router({
  profile: self.output(driverProfileSchema).query(({ ctx }) => getProfile(ctx.services.db, ctx.actor.userId)),
  updateProfile: self
    .input(updateDriverProfileSchema)
    .output(driverProfileSchema)
    .mutation(async ({ ctx, input }) => {
      await updateProfile(ctx.services, ctx.actor.userId, input);
      return getProfile(ctx.services.db, ctx.actor.userId);
    }),
  applyTo: self
    .input(applySchema)
    .output(idSchema)
    .mutation(({ ctx, input }) => apply(ctx.services, actorOf(ctx), input)),
  applications: self
    .input(myApplicationsInput)
    .output(myApplicationsSchema)
    .query(({ ctx, input }) => listApplications(ctx.services.db, ctx.actor.userId, input)),
  matchingJobs: self
    .input(matchingJobsInput)
    .output(matchingJobsSchema)
    .query(({ ctx, input }) => listMatchingJobs(ctx.services.db, ctx.actor.userId, { ...input, language: ctx.language })),
  earlierAnswers: self
    .input(earlierAnswersInput)
    .output(earlierAnswersSchema)
    .query(({ ctx, input }) => readEarlierAnswers(ctx.services.db, ctx.actor.userId, input.jobId)),
  readResume: self
    .input(z.object({ file: uploadSchema }))
    .output(resumeSchema)
    .mutation(({ ctx, input }) => takeResume(ctx.services, input.file, { key: ctx.actor.userId, ip: ctx.ip })),
  /** For a person without an account who has entered an emailed code. It does not use the ticket up. */
  readResumeAsVisitor: publicProcedure
    .input(z.object({ ticket: tokenField, file: uploadSchema }))
    .output(resumeSchema)
    .mutation(async ({ ctx, input }) => {
      const key = await assertProvedTicket(ctx.services.db, input.ticket);
      return takeResume(ctx.services, input.file, { key, ip: ctx.ip });
    }),
  withdraw: self
    .input(withdrawSchema)
    .output(idSchema)
    .mutation(({ ctx, input }) => withdraw(ctx.services, actorOf(ctx), input)),
  savedJobs: self
    .input(savedJobsInput)
    .output(savedJobsSchema)
    .query(({ ctx, input }) => listSavedJobs(ctx.services.db, ctx.actor.userId, input)),
  /** For pages that mark the saved ones among the jobs that they show. */
  savedJobIds: self.output(z.array(z.string())).query(({ ctx }) => listSavedJobIds(ctx.services.db, ctx.actor.userId)),
  saveJob: self
    .input(savedJobInput)
    .output(idSchema)
    .mutation(({ ctx, input }) => saveJob(ctx.services.db, ctx.actor.userId, input)),
  unsaveJob: self
    .input(savedJobInput)
    .output(idSchema)
    .mutation(({ ctx, input }) => unsaveJob(ctx.services.db, ctx.actor.userId, input)),
  /** Tells open screens about new notifications. */
  live: self.output(z.custom<AsyncIterable<LiveNotificationEvent>>()).subscription(({ ctx, signal }) =>
    liveNotifications(ctx.services, {
      userId: ctx.actor.userId,
      signal: abortAtEnd(ctx.actor, signal),
      isAllowed: () => isStillAllowed(ctx, 'driver.self'),
    }),
  ),
  deleteAccount: self
    .use(forbidImpersonation)
    .use(requireConfirmation)
    .output(idSchema)
    .mutation(async ({ ctx }) => {
      const deletedDriver = await deleteDriver(ctx.services, actorOf(ctx));
      ctx.transport.storeRefreshToken(null);
      return deletedDriver;
    }),
});

/** The driver's applications with their status, the newest first. */
export async function listApplications(
  db: Database,
  driverId: string,
  { offset, limit, jobId }: MyApplicationsInput,
): Promise<PageOf<MyApplication>> {
  const now = new Date();
  const ownApplications = and(eq(applications.driverId, driverId), jobId ? eq(applications.jobId, jobId) : undefined);
  const [rows, [totals]] = await Promise.all([
    db
      .select({
        id: applications.id,
        jobId: applications.jobId,
        title: jobs.title,
        companyName: companies.companyName,
        city: jobs.city,
        ...zoneColumns(jobs),
        applicationAt: applications.applicationAt,
        withdrawnAt: applications.withdrawnAt,
        stage: applications.stage,
        pastStages,
        viewedAt: applications.viewedAt,
        toldNotSelectedAt: applications.toldNotSelectedAt,
        isPublic,
        hasHeard,
        answersWithinDays: companies.answersWithinDays,
        remindedAt: applications.remindedAt,
      })
      .from(applications)
      .innerJoin(jobs, eq(jobs.id, applications.jobId))
      .innerJoin(companies, eq(companies.id, applications.companyId))
      .where(ownApplications)
      .orderBy(desc(applications.applicationAt), desc(applications.id))
      .limit(limit)
      .offset(offset),
    db.select({ total: count() }).from(applications).where(ownApplications),
  ]);
  const items = rows.map(
    ({
      isPublic: isJobPublic,
      postalCode,
      latitude,
      longitude,
      stage,
      pastStages: earlierStages,
      viewedAt,
      toldNotSelectedAt,
      hasHeard: isContacted,
      answersWithinDays,
      remindedAt,
      ...row
    }) => {
      const timeZone = zoneOfPlace({ state: row.state, postalCode, latitude, longitude });
      const status = driverStatusOf({
        stage,
        pastStages: earlierStages,
        viewedAt,
        withdrawnAt: row.withdrawnAt,
        isJobPublic: isJobPublic === true,
        toldNotSelectedAt,
      });
      const { applicationAt } = row;
      const waiting = { status, hasHeard: isContacted, applicationAt, timeZone, answersWithinDays, remindedAt };
      return { ...row, timeZone, status, ...waitingNote(waiting, now) };
    },
  );
  return { items, pagination: { offset, limit, total: totals?.total ?? 0 } };
}
