import { eq } from 'drizzle-orm';
import { companies } from '#drizzle/schema/companies.ts';
import { applications, savedJobs, seenJobs } from '#drizzle/schema/drivers.ts';
import { interviews, jobInvitations } from '#drizzle/schema/hiring.ts';
import { jobs } from '#drizzle/schema/jobs.ts';
import { conversations, messages, textMessages } from '#drizzle/schema/messages.ts';
import { savedSearches } from '#drizzle/schema/searches.ts';
import { downloadedColumns } from '#server/access/application-columns.ts';
import type { Database } from '#server/db/open.ts';
import { statusForDriver } from '#server/notifications/interview-status.ts';
import { createAttachmentList, interviewColumns } from './export-company.ts';
import { dataList, type DataList, type Exported } from './export-list.ts';
import type { ExportedPerson } from './export-person.ts';

/** What follows from the filters of a saved search. */
type CompiledColumn =
  | 'words'
  | 'experienceRank'
  | 'weeklyPay'
  | 'endorsements'
  | 'state'
  | 'latitude'
  | 'longitude'
  | 'endLatitude'
  | 'endLongitude'
  | 'miles'
  | 'cells';

/** What a driver sent to companies, and their interviews and messages. A company's notes about the driver are left out. */
export function driverLists(db: Database, { id }: ExportedPerson): DataList[] {
  return [
    dataList({
      name: 'applications.json',
      idColumn: applications.id,
      where: eq(applications.driverId, id),
      query: () =>
        db
          .select({
            ...downloadedColumns,
            job: jobs.title,
            company: companies.companyName,
          })
          .from(applications)
          .innerJoin(jobs, eq(jobs.id, applications.jobId))
          .innerJoin(companies, eq(companies.id, applications.companyId))
          .$dynamic(),
    }),
    dataList({
      name: 'interviews.json',
      idColumn: interviews.id,
      where: eq(applications.driverId, id),
      query: () =>
        db
          .select({
            id: interviews.id,
            job: jobs.title,
            company: companies.companyName,
            ...interviewColumns,
            status: statusForDriver,
          })
          .from(interviews)
          .innerJoin(applications, eq(applications.id, interviews.applicationId))
          .innerJoin(jobs, eq(jobs.id, applications.jobId))
          .innerJoin(companies, eq(companies.id, interviews.companyId))
          .$dynamic(),
    }),
    dataList({
      name: 'job-invitations.json',
      idColumn: jobInvitations.id,
      where: eq(jobInvitations.driverId, id),
      query: () =>
        db
          .select({
            id: jobInvitations.id,
            job: jobs.title,
            company: companies.companyName,
            createdAt: jobInvitations.createdAt,
          } satisfies Exported<typeof jobInvitations, 'companyId' | 'jobId' | 'driverId' | 'invitedBy'>)
          .from(jobInvitations)
          .innerJoin(jobs, eq(jobs.id, jobInvitations.jobId))
          .innerJoin(companies, eq(companies.id, jobInvitations.companyId))
          .$dynamic(),
    }),
    dataList({
      name: 'saved-jobs.json',
      idColumn: savedJobs.id,
      where: eq(savedJobs.driverId, id),
      query: () =>
        db
          .select({
            id: savedJobs.id,
            job: jobs.title,
            company: companies.companyName,
            savedAt: savedJobs.savedAt,
          } satisfies Exported<typeof savedJobs, 'driverId' | 'jobId'>)
          .from(savedJobs)
          .innerJoin(jobs, eq(jobs.id, savedJobs.jobId))
          .innerJoin(companies, eq(companies.id, jobs.companyId))
          .$dynamic(),
    }),
    dataList({
      name: 'seen-jobs.json',
      idColumn: seenJobs.id,
      where: eq(seenJobs.driverId, id),
      query: () =>
        db
          .select({
            id: seenJobs.id,
            job: jobs.title,
            company: companies.companyName,
            seenAt: seenJobs.seenAt,
          } satisfies Exported<typeof seenJobs, 'driverId' | 'jobId'>)
          .from(seenJobs)
          .innerJoin(jobs, eq(jobs.id, seenJobs.jobId))
          .innerJoin(companies, eq(companies.id, jobs.companyId))
          .$dynamic(),
    }),
    dataList({
      name: 'saved-searches.json',
      idColumn: savedSearches.id,
      where: eq(savedSearches.driverId, id),
      query: () =>
        db
          .select({
            id: savedSearches.id,
            name: savedSearches.name,
            frequency: savedSearches.frequency,
            filters: savedSearches.filters,
            createdAt: savedSearches.createdAt,
            seenAt: savedSearches.seenAt,
          } satisfies Exported<typeof savedSearches, 'driverId' | 'key' | CompiledColumn>)
          .from(savedSearches)
          .$dynamic(),
    }),
    dataList({
      name: 'messages.json',
      idColumn: messages.id,
      where: eq(conversations.driverId, id),
      query: () =>
        db
          .select({
            id: messages.id,
            company: companies.companyName,
            sender: messages.sender,
            channel: messages.channel,
            body: messages.body,
            createdAt: messages.createdAt,
            textState: textMessages.state,
            textPhone: textMessages.phone,
            textSentAt: textMessages.sentAt,
          } satisfies Exported<typeof messages, 'conversationId' | 'applicationId' | 'authorId' | 'key'>)
          .from(messages)
          .leftJoin(textMessages, eq(textMessages.messageId, messages.id))
          .innerJoin(conversations, eq(conversations.id, messages.conversationId))
          .innerJoin(companies, eq(companies.id, conversations.companyId))
          .$dynamic(),
    }),
    createAttachmentList(db, { name: 'attachments.json', where: eq(conversations.driverId, id) }),
    dataList({
      name: 'interview-texts.json',
      idColumn: textMessages.id,
      where: eq(textMessages.driverId, id),
      query: () =>
        db
          .select({
            id: textMessages.id,
            company: companies.companyName,
            body: textMessages.body,
            phone: textMessages.phone,
            state: textMessages.state,
            sentAt: textMessages.sentAt,
            createdAt: textMessages.createdAt,
          } satisfies Exported<
            typeof textMessages,
            | 'messageId'
            | 'interviewId'
            | 'interviewAt'
            | 'driverId'
            | 'dueAt'
            | 'attempts'
            | 'leaseUntil'
            | 'providerId'
            | 'lastError'
          >)
          .from(textMessages)
          .innerJoin(interviews, eq(interviews.id, textMessages.interviewId))
          .innerJoin(companies, eq(companies.id, interviews.companyId))
          .$dynamic(),
    }),
  ];
}
