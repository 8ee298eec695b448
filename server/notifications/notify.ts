import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { users } from '#drizzle/schema/accounts.ts';
import { employees } from '#drizzle/schema/companies.ts';
import { notifications as inbox, notifications } from '#drizzle/schema/notifications.ts';
import { outbox } from '#drizzle/schema/outbox.ts';
import type { Database } from '#server/db/open.ts';
import { type MailData, writeEmail } from '#server/mail/outbox.ts';
import type { NotificationKind, InboxKind } from '#shared/notifications.ts';
import type { Language } from '#shared/texts/texts.ts';
import { translatorIn } from '#shared/texts/write-text.ts';

type News = {
  companyId: string;
  jobId: string;
  title: string;
  place: string;
};

/**
 * Notifies a company's people in the app about a new application. While a reader's notification for the job is unread,
 * further applications increase its count and move it to the top. It names no driver, so deleting a driver leaves nothing
 * here.
 */
export async function notifyApplication(
  tx: Database,
  people: Awaited<ReturnType<typeof peopleOf>>,
  { companyId, jobId, title, place }: News,
): Promise<void> {
  if (people.length === 0) return;
  const data: InboxData['new_application'] = { title, place };
  await tx
    .insert(notifications)
    .values(
      people.map(({ id }) => ({
        userId: id,
        companyId,
        kind: 'new_application' as const,
        data,
        path: `/company/jobs/${jobId}/detail#applicants`,
        jobId,
      })),
    )
    .onConflictDoUpdate({
      target: [notifications.userId, notifications.jobId],
      targetWhere: sql`kind = 'new_application' and read_at is null`,
      set: {
        id: sql`excluded.id`,
        createdAt: sql`excluded.created_at`,
        count: sql`${notifications.count} + 1`,
        data,
        title: null,
        body: null,
      },
    });
}

/** The parameters of each kind. The reader's name is added here. */
export type NotificationData = { [K in NotificationKind]: Omit<MailData[K], 'firstName'> };

export type Notification<K extends NotificationKind> = {
  companyId: string;
  /** The job that it is about. For several jobs, the first one. */
  jobId: string;
  data: NotificationData[K];
};

/**
 * Notifies a company's people in the transaction that causes the notification: everyone in the app, and by email those who
 * have not turned the kind off (`shared/accounts/mail-preferences.ts`). Emails about failed payments go to everyone.
 */
export async function notify<K extends NotificationKind>(tx: Database, kind: K, notification: Notification<K>): Promise<void> {
  await notifyAll(tx, kind, [notification]);
}

/** Sends several notifications to one or more companies, with as many statements as for one. */
export async function notifyAll<K extends NotificationKind>(
  tx: Database,
  kind: K,
  notifications: readonly Notification<K>[],
  mailAt = new Date(),
): Promise<void> {
  if (notifications.length === 0) return;
  const people = await peopleOf(tx, [...new Set(notifications.map(({ companyId }) => companyId))]);
  const emails = notifications.flatMap(({ companyId, data }) =>
    people
      .filter((person) => person.companyId === companyId && !person.muted.some((code) => code === kind))
      .map(({ email, firstName }) => ({
        recipient: email,
        template: kind,
        data: { ...data, firstName },
        // Uses this process's clock, because the worker compares with it. The database's clock, rounded to a millisecond,
        // may be ahead.
        dueAt: mailAt,
      })),
  );
  if (emails.length) await tx.insert(outbox).values(emails);
  const recipients = notifications.flatMap(({ companyId, data }) =>
    people
      .filter((person) => person.companyId === companyId)
      .map(({ id }) => ({ userId: id, companyId, kind, data: { ...data }, path: pathOf(kind, data) })),
  );
  if (recipients.length) await tx.insert(inbox).values(recipients);
}

/** The page that the email's button opens, which is the same in every language. */
const pathOf = (kind: NotificationKind, data: object): string => writeEmail(kind, data, '', 'en').action?.url ?? '/company/jobs';

/** What a notification in the app stores. `job_created` has the title of the first job and the number of jobs. */
export type InboxData = {
  new_application: { title: string; place: string };
  job_created: { title: string; jobs: number };
  new_message: { applicant: string; title: string };
};

type DigestParams = { count: number; language: Language };

/** The text of a notification in the app: that of its email without the greeting, or its own. */
export function textOf(kind: InboxKind, data: object, { count, language }: DigestParams): { title: string; body: string } {
  const t = translatorIn(language);
  if (kind === 'new_application') {
    const { title, place } = data as InboxData['new_application'];
    return { title: t('notices.newApplicants', { count, title }), body: place };
  }
  if (kind === 'job_created') {
    const { title, jobs } = data as InboxData['job_created'];
    return { title: t('notices.jobCreated', { title, count: jobs }), body: t('notices.jobCreatedBody') };
  }
  if (kind === 'new_message') {
    const { applicant, title } = data as InboxData['new_message'];
    return { title: t('notices.newMessage', { applicant }), body: title };
  }
  const { subject, preview } = writeEmail(kind, data, '', language);
  return { title: subject, body: preview };
}

/** Everyone who works at these companies now. */
export function peopleOf(tx: Database, companyIds: readonly string[]) {
  return tx
    .select({
      companyId: employees.companyId,
      id: users.id,
      email: users.email,
      firstName: users.firstName,
      fullName: users.fullName,
      roles: users.roles,
      muted: users.mutedMails,
    })
    .from(employees)
    .innerJoin(users, eq(users.id, employees.userId))
    .where(and(inArray(employees.companyId, [...companyIds]), eq(employees.active, true), eq(users.status, 'Active')))
    .orderBy(asc(employees.createdAt), asc(users.id));
}

type Created = { companyId: string; createdBy: string; jobs: readonly { id: string; title: string }[] };

/** Notifies a company's people in the app about unpaid jobs that staff created for them. */
export async function notifyJobCreated(tx: Database, { companyId, createdBy, jobs }: Created): Promise<void> {
  const people = await peopleOf(tx, [companyId]);
  const [first] = jobs;
  if (!first || people.length === 0 || people.some(({ id }) => id === createdBy)) return;
  const data: InboxData['job_created'] = { title: first.title, jobs: jobs.length };
  await tx.insert(notifications).values(
    people.map(({ id }) => ({
      userId: id,
      companyId,
      kind: 'job_created' as const,
      data,
      path: `/company/jobs/${first.id}/detail`,
    })),
  );
}

type AnsweredMessage = { companyId: string; applicationId: string; applicant: string; title: string };

/** Notifies people of a company in the app that a driver wrote back. */
export async function notifyReply(
  tx: Database,
  readers: readonly { id: string }[],
  { companyId, applicationId, applicant, title }: AnsweredMessage,
): Promise<void> {
  if (readers.length === 0) return;
  const data: InboxData['new_message'] = { applicant, title };
  const path = `/company/applicants?applicant=${applicationId}&panel=messages`;
  await tx
    .insert(notifications)
    .values(readers.map(({ id }) => ({ userId: id, companyId, kind: 'new_message' as const, data, path })));
}
