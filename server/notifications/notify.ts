import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm';
import { users } from '#drizzle/schema/accounts.ts';
import { employees } from '#drizzle/schema/companies.ts';
import { notifications } from '#drizzle/schema/notifications.ts';
import { outbox } from '#drizzle/schema/outbox.ts';
import type { Database } from '#server/db/open.ts';
import { type MailData, writeEmail } from '#server/mail/outbox.ts';
import { appointmentTime, type InterviewKind } from '#shared/applicants/interview.ts';
import { cdlStatuses, labelOf } from '#shared/catalogues.ts';
import * as format from '#shared/format.ts';
import { experienceText } from '#shared/matching/experience.ts';
import { type InboxKind, isDriverKind, type NotificationKind } from '#shared/notifications.ts';
import type { Language } from '#shared/texts/texts.ts';
import { translatorIn, writerIn } from '#shared/texts/write-text.ts';
import type { TimeZone } from '#shared/time-zone.ts';
import type { NamedApplicant } from './applicant-query.ts';
import { choiceColumns, isShown } from './choice-query.ts';
import { writeDriverNotice } from './notify-drivers.ts';
import { queuePushes, storeNotifications } from './store-notifications.ts';

type NewApplication = {
  companyId: string;
  jobId: string;
  applicationId: string;
  title: string;
  place: string;
};

/**
 * Notifies a company's people in the app about a new application. While a reader's notification for the job is unread,
 * further applications increase its count and move it to the top. It stores the ids of the newest applications, and no driver's
 * name, so it can stay when a driver is deleted.
 */
export async function notifyApplication(
  tx: Database,
  people: Awaited<ReturnType<typeof findActiveEmployees>>,
  { companyId, jobId, applicationId, title, place }: NewApplication,
): Promise<void> {
  const readers = people.filter((person) => isShown(person, 'new_application', jobId));
  if (readers.length === 0) return;
  const data = { title, place, applicationIds: [applicationId] } satisfies InboxData['new_application'];
  const stored = await tx
    .insert(notifications)
    .values(
      readers.map(({ id }) => ({
        userId: id,
        companyId,
        kind: 'new_application' as const,
        data,
        path: pathToApplicants(jobId),
        jobId,
      })),
    )
    .onConflictDoUpdate({
      target: [notifications.userId, notifications.jobId],
      targetWhere: sql`kind = 'new_application' and read_at is null`,
      set: {
        id: sql`excluded.id`,
        createdAt: sql`excluded.created_at`,
        // Someone who withdraws and applies again counts once.
        count: sql`${notifications.count} + case when jsonb_exists(${notifications.data} -> 'applicationIds', ${applicationId}) then 0 else 1 end`,
        data: sql`excluded.data || jsonb_build_object('applicationIds', jsonb_path_query_array(
          (excluded.data -> 'applicationIds') || coalesce(${notifications.data} -> 'applicationIds', '[]'),
          ${`$[0 to ${maxNamedApplicants - 1}]`}::jsonpath))`,
        title: null,
        body: null,
      },
    })
    .returning({ id: notifications.id });
  await queuePushes(tx, stored);
}

/**
 * Takes an applicant who withdrew out of the unread notifications that would name them. A notification about nobody else is
 * deleted.
 */
export async function forgetApplicant(tx: Database, jobId: string, applicationId: string): Promise<void> {
  const { kind, readAt, data, count } = notifications;
  const isAboutThem = and(
    eq(notifications.jobId, jobId),
    eq(kind, 'new_application'),
    isNull(readAt),
    sql`jsonb_exists(${data} -> 'applicationIds', ${applicationId})`,
  );
  await tx.delete(notifications).where(and(isAboutThem, eq(count, 1)));
  await tx
    .update(notifications)
    .set({
      count: sql`${count} - 1`,
      data: sql`jsonb_set(${data}, '{applicationIds}', (${data} -> 'applicationIds') - ${applicationId}::text)`,
    })
    .where(isAboutThem);
}

/** How many of the newest applicants a notification names. */
export const maxNamedApplicants = 3;

export const pathToApplicants = (jobId: string) => `/company/jobs/${jobId}/detail#applicants`;

/** The parameters of each kind's email, without the reader's first name, which {@link notifyAll} adds. */
export type NotificationData = { [K in NotificationKind]: Omit<MailData[K], 'firstName'> };

export type Notification<K extends NotificationKind> = {
  companyId: string;
  /** The job that it is about. For several jobs, the first one. */
  jobId: string;
  data: NotificationData[K];
  /** The language of the request, or null if the clock caused it. The emails of people who have not chosen one are in it. */
  language: Language | null;
};

/**
 * Notifies a company's people in the transaction that causes the notification: everyone in the app, and by email those who
 * have not turned the kind off (`shared/accounts/mail-preferences.ts`). Emails about failed payments go to everyone.
 */
export async function notify<K extends NotificationKind>(tx: Database, kind: K, notification: Notification<K>): Promise<void> {
  await notifyAll(tx, kind, [notification]);
}

/** Sends several notifications to one or more companies, with the same number of statements as for one. */
export async function notifyAll<K extends NotificationKind>(
  tx: Database,
  kind: K,
  notifications: readonly Notification<K>[],
  mailAt = new Date(),
): Promise<void> {
  if (notifications.length === 0) return;
  const people = await findActiveEmployees(tx, [...new Set(notifications.map(({ companyId }) => companyId))]);
  const emails = notifications.flatMap(({ companyId, data, language }) =>
    people
      .filter((person) => person.companyId === companyId && !person.muted.some((code) => code === kind))
      .map(({ email, firstName }) => ({
        recipient: email,
        template: kind,
        data: { ...data, firstName },
        language,
        // Uses this process's clock, because the worker compares with it. The database's clock, rounded to a millisecond,
        // may be ahead.
        dueAt: mailAt,
      })),
  );
  if (emails.length) await tx.insert(outbox).values(emails);
  const recipients = notifications.flatMap(({ companyId, data }) =>
    people
      .filter((person) => person.companyId === companyId)
      .map(({ id }) => ({ userId: id, companyId, kind, data: { ...data }, path: getPath(kind, data) })),
  );
  await storeNotifications(tx, recipients);
}

/** The page that the email's button opens, which is the same in every language. */
const getPath = (kind: NotificationKind, data: object): string => writeEmail(kind, data, '', 'en').action?.url ?? '/company/jobs';

/** What a notification in the app stores. `job_created` has the title of the first job and the number of jobs. */
export type InboxData = {
  /** The newest applications come first. Notifications of earlier versions have none. */
  new_application: { title: string; place: string; applicationIds?: string[] };
  job_created: { title: string; jobs: number };
  new_message: { applicant: string; title: string };
  interview:
    | { applicant: string; title: string; kind: InterviewKind; change: InterviewChange }
    | { applicant: string; title: string; kind: InterviewKind; change: 'reminder'; startsAt: string; zone: TimeZone }
    /** The driver has deleted the account, so the notification does not name the driver. */
    | { title: string; kind: InterviewKind; change: 'account_deleted'; startsAt: string; zone: TimeZone };
  mention: { applicant: string; title: string };
  follow_up: { applicant: string; title: string; task: string } | { count: number };
  unanswered: { applicant: string; title: string } | { count: number };
};

/**
 * What happened to an interview: the driver chose a time, declined all times or canceled, a person of the company canceled or
 * proposed other times instead of the chosen one, or other drivers took all proposed times.
 */
export type InterviewChange =
  | 'scheduled'
  | 'declined'
  | 'canceled'
  | 'company_canceled'
  | 'company_rescheduled'
  | 'no_times_left';

type NotificationTextParams = {
  count: number;
  language: Language;
  /** The applicants whom the notification may name, the newest first. */
  applicants: readonly NamedApplicant[];
};

/** Writes a notification for the app. Kinds without a text of their own use the subject and preview of their email. */
export function writeNotificationText(
  kind: InboxKind,
  data: object,
  { count, language, applicants }: NotificationTextParams,
): { title: string; body: string; /** Unless it is the stored one. */ path?: string } {
  if (isDriverKind(kind)) return writeDriverNotice(kind, data, language);
  const t = translatorIn(language);
  if (kind === 'new_application') {
    const { title, place } = data as InboxData['new_application'];
    const [applicant] = applicants;
    if (!applicant) return { title: t('notices.newApplicants', { count, title }), body: place };
    if (count === 1)
      return {
        title: t('emails.newApplicantSubject', { applicant: applicant.name, title }),
        body: describeApplicant(applicant, language),
        path: `/company/jobs/${applicant.jobId}/detail?applicant=${applicant.id}`,
      };
    const names = applicants.map(({ name }) => name).join(', ');
    return {
      title: t('notices.newApplicants', { count, title }),
      body: t('notices.applicantNames', { names, more: count - applicants.length }),
    };
  }
  if (kind === 'job_created') {
    const { title, jobs } = data as InboxData['job_created'];
    return { title: t('notices.jobCreated', { title, count: jobs }), body: t('notices.jobCreatedBody') };
  }
  if (kind === 'new_message') {
    const { applicant, title } = data as InboxData['new_message'];
    return { title: t('common.newMessageFromApplicant', { applicant }), body: title };
  }
  if (kind === 'interview') {
    // Notifications of earlier versions have no kind.
    const interview = { kind: 'phone', ...data } as InboxData['interview'];
    if (!('startsAt' in interview)) return { title: t('notices.interviewChanged', interview), body: interview.title };
    const when = appointmentTime(t, interview.startsAt, interview.zone);
    return {
      title:
        interview.change === 'reminder'
          ? t('notices.interviewReminder', interview)
          : t('notices.interviewAccountDeleted', interview),
      body: t('notices.interviewDetails', { title: interview.title, when }),
    };
  }
  if (kind === 'mention') {
    const { applicant, title } = data as InboxData['mention'];
    return { title: t('notices.mention', { applicant }), body: title };
  }
  if (kind === 'follow_up') {
    const due = data as InboxData['follow_up'];
    if ('count' in due) return { title: t('notices.followUpsDue', due), body: t('notices.followUpsDueBody') };
    return { title: t('notices.followUpDue', { applicant: due.applicant }), body: due.task };
  }
  if (kind === 'unanswered') {
    const waiting = data as InboxData['unanswered'];
    if ('count' in waiting) return { title: t('notices.unansweredMany', waiting), body: t('notices.unansweredManyBody') };
    return { title: t('common.unansweredApplicant', { applicant: waiting.applicant }), body: waiting.title };
  }
  const { subject, preview } = writeEmail(kind, data, '', language);
  return { title: subject, body: preview };
}

/** What tells the reader whether to call: license, experience, distance and match. What the driver did not say is left out. */
function describeApplicant({ cdlStatus, years, miles, matchScore }: NamedApplicant, language: Language): string {
  const t = translatorIn(language);
  const write = writerIn(language);
  const facts = [
    cdlStatus && labelOf(cdlStatuses, cdlStatus, write),
    years === null ? null : write(experienceText(years)),
    miles === null ? null : t('site.miles', { miles: Math.round(miles) }),
    matchScore === null ? null : t('hiring.matchPercent', { percent: format.formatsIn(language).percent(matchScore) }),
  ];
  return facts.filter((fact) => fact !== null).join(' · ');
}

export type Person = Awaited<ReturnType<typeof findActiveEmployees>>[number];

/** Finds everyone who works at these companies now. */
export function findActiveEmployees(tx: Database, companyIds: readonly string[]) {
  return tx
    .select({
      companyId: employees.companyId,
      id: users.id,
      email: users.email,
      firstName: users.firstName,
      fullName: users.fullName,
      roles: users.roles,
      timezone: users.timezone,
      muted: users.mutedMails,
      ...choiceColumns,
    })
    .from(employees)
    .innerJoin(users, eq(users.id, employees.userId))
    .where(and(inArray(employees.companyId, [...companyIds]), eq(employees.active, true), eq(users.status, 'Active')))
    .orderBy(asc(employees.createdAt), asc(users.id));
}

type CreatedJobs = { companyId: string; createdBy: string; jobs: readonly { id: string; title: string }[] };

/** Notifies a company's people in the app about unpaid jobs that staff created for them. */
export async function notifyJobCreated(tx: Database, { companyId, createdBy, jobs }: CreatedJobs): Promise<void> {
  const people = await findActiveEmployees(tx, [companyId]);
  const [first] = jobs;
  if (!first || people.length === 0 || people.some(({ id }) => id === createdBy)) return;
  const data: InboxData['job_created'] = { title: first.title, jobs: jobs.length };
  const path = `/company/jobs/${first.id}/detail`;
  await storeNotifications(
    tx,
    people.map(({ id }) => ({ userId: id, companyId, kind: 'job_created', data, path })),
  );
}

type AboutApplicant = { companyId: string; applicationId: string };
type ApplicantKind = 'new_message' | 'interview' | 'mention' | 'follow_up' | 'unanswered';

/** Notifies people of a company in the app about one applicant, unless they turned the kind off. */
export async function notifyAboutApplicant<K extends ApplicantKind>(
  tx: Database,
  people: readonly Person[],
  { companyId, applicationId }: AboutApplicant,
  { kind, data }: { kind: K; data: InboxData[K] },
): Promise<void> {
  const readers = people.filter((person) => isShown(person, kind));
  if (readers.length === 0) return;
  const path = pathToApplicant(applicationId, kind);
  await storeNotifications(
    tx,
    readers.map(({ id }) => ({ userId: id, companyId, kind, data: { ...data }, path })),
  );
}

/** Notifies people of a company in the app that the driver of an interview has deleted the account. */
export async function notifyInterviewEnded(
  tx: Database,
  people: readonly (Person & { zone: TimeZone })[],
  { companyId, jobId, ...notice }: { companyId: string; jobId: string; title: string; kind: InterviewKind; startsAt: string },
): Promise<void> {
  const readers = people.filter((person) => isShown(person, 'interview'));
  if (readers.length === 0) return;
  const path = pathToApplicants(jobId);
  await storeNotifications(
    tx,
    readers.map(({ id, zone }) => {
      const data: InboxData['interview'] = { ...notice, change: 'account_deleted', zone };
      return { userId: id, companyId, kind: 'interview', data, path };
    }),
  );
}

const pathsOfMany = { follow_up: '/company/follow-ups', unanswered: '/company/applicants' } as const;

/** Notifies a person in the app about several reminders of one kind, unless the person turned the kind off. */
export async function notifyOfMany(
  tx: Database,
  person: Person,
  { companyId, kind, count }: { companyId: string; kind: keyof typeof pathsOfMany; count: number },
): Promise<void> {
  if (!isShown(person, kind)) return;
  await storeNotifications(tx, [{ userId: person.id, companyId, kind, data: { count }, path: pathsOfMany[kind] }]);
}

/**
 * Locks the accounts of people whom a reminder notifies, and returns whether all were locked. Deleting an account locks the account
 * before what it owns, so that waiting for it would be a deadlock.
 */
export async function lockPeople(tx: Database, ids: readonly string[]): Promise<boolean> {
  if (ids.length === 0) return true;
  const locked = await tx
    .select({ id: users.id })
    .from(users)
    .where(inArray(users.id, [...ids]))
    .for('key share', { skipLocked: true });
  return locked.length === ids.length;
}

/** The panel that a notification opens on the applicant's page. Mentions and reminders are always shown there. */
const panels = {
  new_message: '&panel=messages',
  interview: '&panel=interviews',
  mention: '',
  follow_up: '',
  unanswered: '',
} as const satisfies Record<ApplicantKind, string>;
const applicantKinds = Object.keys(panels) as ApplicantKind[];
export const pathToApplicant = (id: string, kind: ApplicantKind) => `/company/applicants?applicant=${id}${panels[kind]}`;

/** Deletes the notifications that name these applicants. */
export async function deleteNotificationsAbout(tx: Database, applicationIds: readonly string[]): Promise<void> {
  const paths = applicationIds.flatMap((id) => applicantKinds.map((kind) => pathToApplicant(id, kind)));
  if (paths.length > 0)
    await tx.delete(notifications).where(and(inArray(notifications.path, paths), inArray(notifications.kind, applicantKinds)));
}

type InvolvedPeople = {
  ownerId: string | null;
  otherIds: readonly (string | null)[];
  /** The job whose mute counts. Without it, people who muted the job are notified too. */
  jobId?: string;
};

/**
 * Chooses the people at the company who are notified about an applicant: the owner, or else the other people who are involved, or
 * else everyone who has not muted the job.
 */
export function choosePeopleToNotify(people: readonly Person[], { ownerId, otherIds, jobId }: InvolvedPeople): readonly Person[] {
  const owners = people.filter(({ id }) => id === ownerId);
  const otherPeople = people.filter(({ id }) => otherIds.includes(id));
  const everyone = jobId === undefined ? people : people.filter(({ mutedJobs }) => !mutedJobs.includes(jobId));
  return [owners, otherPeople].find((group) => group.length > 0) ?? everyone;
}

/** Finds the people whom {@link choosePeopleToNotify} chooses. */
export const findPeopleToNotify = async (tx: Database, companyId: string, involved: InvolvedPeople) =>
  choosePeopleToNotify(await findActiveEmployees(tx, [companyId]), involved);
