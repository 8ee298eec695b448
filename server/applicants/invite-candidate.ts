import { and, eq } from 'drizzle-orm';
import { users } from '#drizzle/schema/accounts.ts';
import { companies } from '#drizzle/schema/companies.ts';
import { applications } from '#drizzle/schema/drivers.ts';
import { jobInvitations } from '#drizzle/schema/hiring.ts';
import { jobs } from '#drizzle/schema/jobs.ts';
import { whereInScope } from '#server/access/scope.ts';
import { audit } from '#server/audit/audit.ts';
import type { Database } from '#server/db/open.ts';
import { conflict, notFound } from '#server/errors.ts';
import { toMatchJob, matchJobColumns } from '#server/jobs/job-columns.ts';
import { isPublic } from '#server/jobs/public-columns.ts';
import { countHit } from '#server/limits/throttle.ts';
import { mail } from '#server/mail/outbox.ts';
import type { Services } from '#server/services.ts';
import type { ActingUser, CompanyScope } from '#server/trpc.ts';
import * as format from '#shared/format.ts';
import { payText } from '#shared/jobs/public-job.ts';
import type { InvitedCandidate, InviteCandidate } from '#shared/matching/candidate.ts';
import { reasonsOf, strongestReasons } from '#shared/matching/match-reasons.ts';
import { text } from '#shared/texts/texts.ts';
import { writerIn } from '#shared/texts/write-text.ts';
import { findCandidate } from './candidates.ts';

/** Each invitation emails a person who has not contacted the company, so the number is limited. */
const companyLimit = { maxHits: 60, windowSeconds: 60 * 60 };
/** This limit counts the invitations from all companies. */
const driverLimit = { maxHits: 5, windowSeconds: 24 * 60 * 60 };

/**
 * Invites a candidate by email to apply for a job, once per driver and job
 * (`docs/product/applicants-and-matching.md#invitations-to-apply`). A repeated call changes nothing and returns the same
 * answer.
 * @throws not found if the driver is not a candidate
 * @throws conflict if the job is not public, the driver has applied, or the driver turned off invitations
 */
export async function inviteCandidate(
  { db }: Pick<Services, 'db'>,
  scope: CompanyScope,
  actor: ActingUser,
  { jobId, userId }: InviteCandidate,
): Promise<InvitedCandidate> {
  const job = await readJob(db, scope, jobId);
  if (!job.isPublic) throw conflict(text('applicants.inviteOnceLive'));
  await countHit(db, { bucket: 'job invitation', key: job.companyId }, companyLimit);
  return db.transaction(async (tx) => {
    const driver = await lockDriver(tx, userId);
    const [application] = await tx
      .select({ id: applications.id })
      .from(applications)
      .where(and(eq(applications.jobId, jobId), eq(applications.driverId, userId)));
    if (application) throw conflict(text('applicants.candidateApplied'));
    const match = driver && (await findCandidate(tx, toMatchJob(job), userId));
    if (!match) throw notFound(text('applicants.candidateNotFound'));
    const [invitation] = await tx
      .insert(jobInvitations)
      .values({ companyId: job.companyId, jobId, driverId: userId, invitedBy: actor.userId })
      .onConflictDoNothing()
      .returning({ id: jobInvitations.id });
    if (!invitation) return { userId, invitation: 'sent' };
    if (driver.mutedMails.includes('job_invitation')) throw conflict(text('applicants.invitationsTurnedOff'));
    await countHit(tx, { bucket: 'job invitation', key: userId }, driverLimit);
    const language = driver.language ?? 'en';
    const write = writerIn(language);
    const pay = payText(toMatchJob(job).expectedPay, job.salaryType);
    const reasons = strongestReasons(reasonsOf(toMatchJob(job), match.driver, match.points, write));
    await mail(
      tx,
      driver.email,
      'job_invitation',
      {
        firstName: driver.firstName,
        company: job.companyName,
        title: job.title,
        place: format.cityState(job),
        pay: pay && write(pay),
        reasons: reasons.map(({ label, text: reason }) => [label, reason]),
        jobId,
      },
      language,
    );
    await audit(tx, actor, {
      action: 'candidate.invite',
      // The subject is the job, because the company's log shows the names of subjects and a candidate's name is private.
      subject: { type: 'job', id: jobId },
      companyId: job.companyId,
      detail: { candidate: userId },
    });
    return { userId, invitation: 'sent' };
  });
}

async function readJob(db: Database, scope: CompanyScope, id: string) {
  const [job] = await db
    .select({
      ...matchJobColumns,
      isPublic,
      companyId: jobs.companyId,
      companyName: companies.companyName,
      title: jobs.title,
      city: jobs.city,
      state: jobs.state,
    })
    .from(jobs)
    .innerJoin(companies, eq(companies.id, jobs.companyId))
    .where(and(whereInScope(jobs.companyId, scope), eq(jobs.id, id)));
  if (!job) throw notFound(text('errors.jobNotFound'));
  return job;
}

/** Locks the driver's account, so that a driver who turns off invitations at the same time gets no email. */
async function lockDriver(tx: Database, id: string) {
  const [driver] = await tx
    .select({ email: users.email, firstName: users.firstName, language: users.language, mutedMails: users.mutedMails })
    .from(users)
    .where(eq(users.id, id))
    .for('share');
  return driver;
}
