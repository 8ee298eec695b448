import { and, desc, eq, gt, isNull } from 'drizzle-orm';
import { companies } from '#drizzle/schema/companies.ts';
import { applications } from '#drizzle/schema/drivers.ts';
import { interviews } from '#drizzle/schema/hiring.ts';
import { jobs } from '#drizzle/schema/jobs.ts';
import { conversations } from '#drizzle/schema/messages.ts';
import { notifications } from '#drizzle/schema/notifications.ts';
import type { Database } from '#server/db/open.ts';
import { pathToDriverNotice, type DriverNotice } from '#server/notifications/notify-drivers.ts';
import { type InboxData, maxNamedApplicants, pathToApplicant, pathToApplicants } from '#server/notifications/notify.ts';
import { dayMs } from '#shared/days.ts';
import * as format from '#shared/format.ts';
import { randomFrom } from './vocabulary.ts';

type NotificationRow = typeof notifications.$inferInsert;
type Notice = Pick<NotificationRow, 'kind' | 'data' | 'path' | 'jobId' | 'count' | 'readAt'> & { at: Date };
type Company = { companyId: string; readerIds: readonly string[] };

/** Fills the bells of a company's people and of a driver with what the other demo data would have left in them. */
export async function seedDemoNotifications(db: Database, company: Company & { driverId: string }): Promise<void> {
  const { companyId, readerIds, driverId } = company;
  const companyNotices = [
    ...(await findNewApplicants(db, companyId)),
    ...(await findAnswers(db, companyId)),
    ...(await findScheduledInterviews(db, companyId)),
  ];
  const driverNotices = [...(await findSentApplications(db, driverId)), ...(await findMessages(db, driverId))];
  await insertNotices(db, readerIds, companyId, companyNotices);
  await insertNotices(db, [driverId], null, driverNotices);
}

async function insertNotices(
  db: Database,
  readerIds: readonly string[],
  companyId: string | null,
  notices: readonly Notice[],
): Promise<void> {
  const random = randomFrom(2035);
  const rows = notices.flatMap(({ at, ...notice }) =>
    readerIds.map((userId): NotificationRow => ({ id: random.id(at), userId, companyId, createdAt: at, ...notice })),
  );
  if (rows.length > 0) await db.insert(notifications).values(rows);
}

/** One notification for each job with new applicants, of which the newest one is unread. */
async function findNewApplicants(db: Database, companyId: string): Promise<Notice[]> {
  const rows = await db
    .select({ id: applications.id, at: applications.applicationAt, job: jobs })
    .from(applications)
    .innerJoin(jobs, eq(jobs.id, applications.jobId))
    .where(and(eq(applications.companyId, companyId), eq(applications.stage, 'new')))
    .orderBy(desc(applications.applicationAt), applications.id);
  const byJob = Map.groupBy(rows, ({ job }) => job.id);
  return [...byJob.values()].flatMap((applicants, n) => {
    const [newest] = applicants;
    if (!newest) return [];
    const { at, job } = newest;
    const applicationIds = applicants.slice(0, maxNamedApplicants).map(({ id }) => id);
    const data = { title: job.title, place: format.cityState(job), applicationIds } satisfies InboxData['new_application'];
    const path = pathToApplicants(job.id);
    const readAt = n === 0 ? null : at;
    return [{ kind: 'new_application', data, path, jobId: job.id, count: applicants.length, at, readAt }];
  });
}

/** Drivers' answers that nobody at the company has read. */
async function findAnswers(db: Database, companyId: string): Promise<Notice[]> {
  const rows = await db
    .select({
      applicationId: applications.id,
      applicant: applications.fullName,
      title: jobs.title,
      at: conversations.lastMessageAt,
    })
    .from(conversations)
    .innerJoin(applications, eq(applications.id, conversations.applicationId))
    .innerJoin(jobs, eq(jobs.id, applications.jobId))
    .where(and(eq(conversations.companyId, companyId), gt(conversations.companyUnread, 0)));
  return rows.map(({ applicationId, applicant, title, at }) => {
    const data = { applicant, title } satisfies InboxData['new_message'];
    return { kind: 'new_message', data, path: pathToApplicant(applicationId, 'new_message'), at, readAt: null };
  });
}

async function findScheduledInterviews(db: Database, companyId: string): Promise<Notice[]> {
  const rows = await db
    .select({ applicationId: applications.id, applicant: applications.fullName, title: jobs.title, kind: interviews.kind })
    .from(interviews)
    .innerJoin(applications, eq(applications.id, interviews.applicationId))
    .innerJoin(jobs, eq(jobs.id, applications.jobId))
    .where(and(eq(interviews.companyId, companyId), eq(interviews.status, 'scheduled')))
    .orderBy(interviews.id);
  return rows.map(({ applicationId, applicant, title, kind }, n) => {
    const at = new Date(Date.now() - (n + 1) * dayMs);
    const data = { applicant, title, kind, change: 'scheduled' } satisfies InboxData['interview'];
    return { kind: 'interview', data, path: pathToApplicant(applicationId, 'interview'), at, readAt: at };
  });
}

const toDriverNotice = (notice: DriverNotice) => ({ kind: notice.kind, data: notice.data, path: pathToDriverNotice(notice) });

async function findSentApplications(db: Database, driverId: string): Promise<Notice[]> {
  const rows = await db
    .select({ at: applications.applicationAt, company: companies.companyName, job: jobs })
    .from(applications)
    .innerJoin(jobs, eq(jobs.id, applications.jobId))
    .innerJoin(companies, eq(companies.id, applications.companyId))
    .where(and(eq(applications.driverId, driverId), isNull(applications.withdrawnAt)));
  return rows.map(({ at, company, job }) => {
    const data = { title: job.title, company, place: format.cityState(job) };
    return { ...toDriverNotice({ kind: 'application_sent', data }), at, readAt: at };
  });
}

/** Companies' messages that the driver has not read. */
async function findMessages(db: Database, driverId: string): Promise<Notice[]> {
  const rows = await db
    .select({
      id: conversations.id,
      company: companies.companyName,
      title: jobs.title,
      at: conversations.lastMessageAt,
    })
    .from(conversations)
    .innerJoin(companies, eq(companies.id, conversations.companyId))
    .innerJoin(applications, eq(applications.id, conversations.applicationId))
    .innerJoin(jobs, eq(jobs.id, applications.jobId))
    .where(and(eq(conversations.driverId, driverId), gt(conversations.driverUnread, 0)));
  return rows.map(({ at, ...data }) => ({ ...toDriverNotice({ kind: 'driver_message', data }), at, readAt: null }));
}
