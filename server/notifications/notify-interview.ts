import { and, eq, gt } from 'drizzle-orm';
import { users } from '#drizzle/schema/accounts.ts';
import { companies } from '#drizzle/schema/companies.ts';
import { applications, drivers } from '#drizzle/schema/drivers.ts';
import { interviews } from '#drizzle/schema/hiring.ts';
import { jobs } from '#drizzle/schema/jobs.ts';
import type { Database } from '#server/db/open.ts';
import { notFound } from '#server/errors.ts';
import { mail } from '#server/mail/outbox.ts';
import { readCompanyZone } from '#server/places/company-zone.ts';
import { zoneOfPlace } from '#server/places/place-zone.ts';
import type { Keys } from '#server/session/keys.ts';
import { textForEmail } from '#shared/companies/company.ts';
import * as format from '#shared/format.ts';
import type { Language } from '#shared/texts/texts.ts';
import { text } from '#shared/texts/texts.ts';
import { getChoice } from './choice-query.ts';
import { createInterviewLink } from './interview-link.ts';
import { type InterviewChange, notifyAboutApplicant, findPeopleToNotify, notifyInterviewEnded } from './notify.ts';
import { mailByChoice } from './send-digests.ts';

export type InterviewRow = typeof interviews.$inferSelect;

/** Reads the driver, the job and the company of an application. Returns null if the driver has deleted the account. */
export async function readParties(tx: Database, applicationId: string) {
  const [row] = await tx
    .select({
      driverId: users.id,
      email: users.email,
      firstName: users.firstName,
      timezone: users.timezone,
      applicantFirstName: applications.firstName,
      applicantLastName: applications.lastName,
      ownerId: applications.ownerId,
      state: applications.state,
      postalCode: applications.postalCode,
      latitude: drivers.latitude,
      longitude: drivers.longitude,
      jobId: applications.jobId,
      title: jobs.title,
      company: companies.companyName,
      companyType: companies.type,
    })
    .from(applications)
    .innerJoin(users, eq(users.id, applications.driverId))
    .innerJoin(jobs, eq(jobs.id, applications.jobId))
    .innerJoin(companies, eq(companies.id, applications.companyId))
    .leftJoin(drivers, eq(drivers.userId, users.id))
    .where(eq(applications.id, applicationId));
  return row ? { ...row, zone: row.timezone ?? zoneOfPlace(row) } : null;
}

/** Returns the part of an interview that goes into a calendar, or null if no time was chosen. */
export function toAppointment({ id, sequence, startsAt, minutes, kind, place }: InterviewRow) {
  return startsAt ? { id, sequence, startsAt: startsAt.toISOString(), minutes, kind, place } : null;
}

type Answer = {
  interview: InterviewRow;
  change: InterviewChange;
  answer: string | null;
  /** The language of the request. */
  language: Language | null;
};
type CompanyNotice = Answer & { parties: Parties; /** The person of the company who made the change. */ actorId?: string };

/**
 * Notifies the company by email and in the app that the driver scheduled, declined or canceled an interview. Emails the driver
 * if the calendar entry changes. Returns the interview's job.
 */
export async function notifyInterview(
  tx: Database,
  keys: Pick<Keys, 'interview'>,
  { interview, change, answer, language }: Answer,
): Promise<{ jobId: string }> {
  const { applicationId, note } = interview;
  const parties = await readParties(tx, applicationId);
  if (!parties) throw notFound(text('interviews.notFound'));
  await notifyCompany(tx, { interview, change, answer, language, parties });
  const { title, company, jobId, zone, email, firstName } = parties;
  const appointment = toAppointment(interview);
  const data = { title, applicationId, firstName, company, zone };
  if (change === 'scheduled' && appointment)
    await mail(
      tx,
      email,
      'interview_scheduled',
      {
        ...data,
        link: createInterviewLink(keys, { applicationId, email }),
        interview: appointment,
        note: textForEmail(parties, note),
      },
      language,
    );
  if (change === 'canceled')
    await mail(
      tx,
      email,
      'interview_canceled',
      { ...data, kind: interview.kind, interview: appointment, answer: null, isOwn: true },
      language,
    );
  return { jobId };
}

/**
 * Notifies the company by email and in the app that an interview was changed. A person who made the change gets only the email,
 * for its calendar entry.
 */
export async function notifyCompany(
  tx: Database,
  { interview, change, answer, parties, actorId, language }: CompanyNotice,
): Promise<void> {
  const { applicationId, companyId, proposedBy } = interview;
  const { title, ownerId, jobId } = parties;
  const companyZone = await readCompanyZone(tx, companyId);
  const applicant = format.fullName({ firstName: parties.applicantFirstName, lastName: parties.applicantLastName });
  const { kind } = interview;
  const interviewDetails = { title, applicationId, kind, interview: toAppointment(interview) };
  const readers = await findPeopleToNotify(tx, companyId, { ownerId, otherIds: [proposedBy], jobId });
  for (const reader of readers) {
    const recipient = { firstName: reader.firstName, zone: reader.timezone ?? companyZone };
    const companyEmailData = { ...interviewDetails, ...recipient, applicant, change, answer };
    await mailByChoice(
      tx,
      reader,
      { kind: 'interview', companyId, jobId },
      { template: 'applicant_interview', data: companyEmailData, language },
    );
  }
  const data = { applicant, title, kind, change };
  const otherReaders = readers.filter(({ id }) => id !== actorId);
  await notifyAboutApplicant(tx, otherReaders, { companyId, applicationId }, { kind: 'interview', data });
}

type Parties = NonNullable<Awaited<ReturnType<typeof readParties>>>;

type Proposal = Pick<InterviewRow, 'companyId' | 'proposedBy'> & Pick<Parties, 'jobId' | 'ownerId'>;

/** Finds the person who proposed an interview, or without that person the applicant's owner, or else everyone, with their zones. */
async function findProposer(tx: Database, { companyId, jobId, proposedBy, ownerId }: Proposal) {
  const readers = await findPeopleToNotify(tx, companyId, { ownerId: proposedBy, otherIds: [ownerId], jobId });
  const companyZone = await readCompanyZone(tx, companyId);
  return readers.map((reader) => ({ ...reader, zone: reader.timezone ?? companyZone }));
}

/**
 * Reminds the person who proposed a scheduled interview, in the app and by email. People who chose a daily email get no email,
 * because it could come after the interview.
 */
export async function remindCompany(
  tx: Database,
  { applicationId, companyId, proposedBy, ...interview }: Appointed,
  { title, jobId, ownerId, applicantFirstName, applicantLastName }: Parties,
): Promise<void> {
  const applicant = format.fullName({ firstName: applicantFirstName, lastName: applicantLastName });
  for (const reader of await findProposer(tx, { companyId, jobId, proposedBy, ownerId })) {
    const { firstName, zone } = reader;
    const data = { firstName, zone, title, applicant, applicationId, interview: interview.appointment };
    if (getChoice(reader, 'interview').email === 'now')
      await mailByChoice(
        tx,
        reader,
        { kind: 'interview', companyId, jobId },
        { template: 'applicant_interview_reminder', data, language: null },
      );
    const { kind } = interview.appointment;
    const notice = { applicant, title, kind, change: 'reminder' as const, startsAt: interview.appointment.startsAt, zone };
    await notifyAboutApplicant(tx, [reader], { companyId, applicationId }, { kind: 'interview', data: notice });
  }
}

type Appointed = Pick<InterviewRow, 'applicationId' | 'companyId' | 'proposedBy'> & {
  appointment: NonNullable<ReturnType<typeof toAppointment>>;
};

/** An upcoming interview of a driver who deletes the account. It is read before the applications are anonymized. */
export type EndedInterview = Awaited<ReturnType<typeof findUpcomingInterviews>>[number];

/** Finds the scheduled interviews of a driver that have not begun. */
export function findUpcomingInterviews(tx: Database, driverId: string) {
  return tx
    .select({ interview: interviews, ownerId: applications.ownerId, jobId: jobs.id, title: jobs.title })
    .from(interviews)
    .innerJoin(applications, eq(applications.id, interviews.applicationId))
    .innerJoin(jobs, eq(jobs.id, applications.jobId))
    .where(and(eq(applications.driverId, driverId), eq(interviews.status, 'scheduled'), gt(interviews.startsAt, new Date())));
}

/**
 * Tells the company by email and in the app that an interview is canceled because the driver deleted the account. Both name
 * the job and the time, and neither the driver nor the place, which can be the driver's phone number
 * (`docs/product/drivers.md#deleting-an-account`).
 */
export async function notifyAccountDeleted(
  tx: Database,
  { interview, ownerId, jobId, title }: EndedInterview,
  language: Language,
): Promise<void> {
  const appointment = toAppointment({ ...interview, sequence: interview.sequence + 1, place: null });
  if (!appointment) return;
  const { companyId, proposedBy } = interview;
  const readers = await findProposer(tx, { companyId, jobId, proposedBy, ownerId });
  for (const reader of readers) {
    const data = { firstName: reader.firstName, zone: reader.zone, title, jobId, interview: appointment };
    await mailByChoice(
      tx,
      reader,
      { kind: 'interview', companyId, jobId },
      { template: 'interview_account_deleted', data, language },
    );
  }
  await notifyInterviewEnded(tx, readers, { companyId, jobId, title, kind: appointment.kind, startsAt: appointment.startsAt });
}
