import { and, asc, eq, gt, inArray, isNull, or, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import {
  auditLog,
  consents,
  factors,
  identities,
  invitations,
  recoveryCodes,
  sessions,
  users,
} from '#drizzle/schema/accounts.ts';
import { companies, employees } from '#drizzle/schema/companies.ts';
import { applications, drivers } from '#drizzle/schema/drivers.ts';
import { applicationEvents, savedViews } from '#drizzle/schema/hiring.ts';
import { jobs } from '#drizzle/schema/jobs.ts';
import { media } from '#drizzle/schema/media.ts';
import { conversations, messages } from '#drizzle/schema/messages.ts';
import { channelMembers, channels, posts, postViews } from '#drizzle/schema/news.ts';
import { contactMessages, contacts, notifications } from '#drizzle/schema/notifications.ts';
import { outbox } from '#drizzle/schema/outbox.ts';
import { securityEvents } from '#drizzle/schema/security-events.ts';
import { can, roles } from '#shared/access/access.ts';
import { platformZone, localDay } from '#shared/time-zone.ts';
import { audit } from '#server/audit.ts';
import type { Database } from '#server/db/open.ts';
import { notFound } from '#server/errors.ts';
import { readInBatches } from '#server/lists/read-page.ts';
import type { MediaStore } from '#server/media/store.ts';
import type { Services } from '#server/services.ts';
import { countHit } from '#server/session/throttle.ts';
import type { ActingUser } from '#server/trpc.ts';
import { jsonList, jsonValue, type ZipDownload, type ZipEntry, zipOf } from '#server/zip.ts';
import { text } from '#shared/texts/texts.ts';
import { companyLists } from './export-company.ts';
import { after, type DataList } from './export-list.ts';

/** A person needs only a few exports, and the limit keeps a stolen session from copying everything again and again. */
const perAccount = { maxHits: 5, windowSeconds: 24 * 60 * 60 };

/**
 * Everything that we hold about a person, as JSON files and the files that the person uploaded
 * (`docs/product/access.md#your-data`). For company admins also what the company owns. It never has what others wrote about
 * the person, such as a company's notes and rating of an applicant, and nothing of another company.
 */
export async function exportData({ db, media: store }: Services, actor: ActingUser): Promise<ZipDownload> {
  await countHit(db, { bucket: 'account_export', key: actor.userId }, perAccount);
  const [person] = await db
    .select({ email: users.email, roles: users.roles, companyId: employees.companyId })
    .from(users)
    .leftJoin(employees, and(eq(employees.userId, users.id), eq(employees.active, true)))
    .where(eq(users.id, actor.userId));
  if (!person) throw notFound(text('errors.thisAccountWasNotFound'));
  await audit(db, actor, { action: 'account.export', subject: { type: 'user', id: actor.userId } });
  const owner: Owner = { id: actor.userId, email: person.email, companyId: person.companyId };
  const companyId = can(person.roles, 'payment.card') ? person.companyId : null;
  const isDriver = person.roles.includes(roles.driver);
  return {
    fileName: `haulboard-data-${localDay(platformZone, Date.now())}.zip`,
    content: zipOf(entriesOf(db, store, { owner, companyId, isDriver })),
  };
}

type Owner = { id: string; email: string; companyId: string | null };
type Scope = { owner: Owner; companyId: string | null; isDriver: boolean };

async function* entriesOf(db: Database, store: MediaStore, { owner, companyId, isDriver }: Scope): AsyncGenerator<ZipEntry> {
  yield { name: 'profile.json', content: jsonValue(await accountOf(db, owner.id)), isCompressed: true };
  const lists = [
    ...personLists(db, owner),
    ...(isDriver ? driverLists(db, owner) : []),
    ...(owner.companyId === null ? [] : employeeLists(db, { ...owner, companyId: owner.companyId })),
    ...(companyId === null ? [] : companyLists(db, companyId)),
  ];
  for (const { name, read } of lists) {
    const batches = readInBatches<{ id: string }>((last, limit) => read(last ? sql`${last.id}::uuid` : undefined, limit));
    yield { name, content: jsonList(batches), isCompressed: true };
  }
  yield* filesOf(db, store, owner, companyId);
}

/** The account's other data, of which there are only a few rows. Secrets are never included. */
async function accountOf(db: Database, id: string) {
  const [account] = await db
    .select({
      id: users.id,
      email: users.email,
      emailToVerify: users.emailToVerify,
      emailVerifiedAt: users.emailVerifiedAt,
      firstName: users.firstName,
      lastName: users.lastName,
      phone: users.phone,
      timezone: users.timezone,
      language: users.language,
      profilePicture: users.profilePicture,
      roles: users.roles,
      status: users.status,
      termsAcceptedAt: users.termsAcceptedAt,
      termsVersion: users.termsVersion,
      newsletters: users.newsletters,
      newslettersConsentAt: users.newslettersConsentAt,
      newslettersConsentText: users.newslettersConsentText,
      mutedMails: users.mutedMails,
      createdAt: users.createdAt,
      updatedAt: users.updatedAt,
    })
    .from(users)
    .where(eq(users.id, id));
  const [employment] = await db
    .select({ companyId: companies.id, companyName: companies.companyName, active: employees.active, since: employees.createdAt })
    .from(employees)
    .innerJoin(companies, eq(companies.id, employees.companyId))
    .where(eq(employees.userId, id));
  return {
    account,
    employment: employment ?? null,
    driverProfile: await driverProfileOf(db, id),
    socialSignIns: await db
      .select({ provider: identities.provider, linkedAt: identities.createdAt })
      .from(identities)
      .where(eq(identities.userId, id)),
    secondFactors: await db.select(factorColumns).from(factors).where(eq(factors.userId, id)),
    recoveryCodes: await db
      .select({ createdAt: recoveryCodes.createdAt, usedAt: recoveryCodes.usedAt })
      .from(recoveryCodes)
      .where(eq(recoveryCodes.userId, id)),
    newsChannels: await db
      .select({ channel: channels.name, state: channelMembers.state, at: channelMembers.at })
      .from(channelMembers)
      .innerJoin(channels, eq(channels.id, channelMembers.channelId))
      .where(eq(channelMembers.userId, id)),
    newsRead: await db
      .select({ post: posts.title, at: postViews.at })
      .from(postViews)
      .innerJoin(posts, eq(posts.id, postViews.postId))
      .where(eq(postViews.userId, id)),
  };
}

const factorColumns = {
  id: factors.id,
  kind: factors.kind,
  name: factors.name,
  createdAt: factors.createdAt,
  lastUsedAt: factors.lastUsedAt,
};

async function driverProfileOf(db: Database, id: string) {
  const [row] = await db.select().from(drivers).where(eq(drivers.userId, id));
  if (!row) return null;
  const { userId: _user, cell: _cell, ...profile } = row;
  return profile;
}

function personLists(db: Database, { id, email, companyId }: Owner): DataList[] {
  return [
    {
      name: 'consents.json',
      read: (last, limit) =>
        db
          .select({
            id: consents.id,
            kind: consents.kind,
            isGiven: consents.isGiven,
            wording: consents.wording,
            ip: consents.ip,
            language: consents.language,
            at: consents.at,
          })
          .from(consents)
          .where(and(eq(consents.userId, id), after(consents.id, last)))
          .orderBy(asc(consents.id))
          .limit(limit),
    },
    {
      name: 'sessions.json',
      // An administrator who acted as the person had a session of the person's too. Its address is the administrator's.
      read: (last, limit) =>
        db
          .select({
            id: sessions.id,
            kind: sessions.kind,
            ip: sessions.ip,
            userAgent: sessions.userAgent,
            createdAt: sessions.createdAt,
            lastUsedAt: sessions.lastUsedAt,
            expiresAt: sessions.expiresAt,
            endedAt: sessions.endedAt,
          })
          .from(sessions)
          .where(and(eq(sessions.userId, id), isNull(sessions.impersonatorSessionId), after(sessions.id, last)))
          .orderBy(asc(sessions.id))
          .limit(limit),
    },
    {
      name: 'security-events.json',
      read: (last, limit) =>
        db
          .select({
            id: securityEvents.id,
            at: securityEvents.at,
            event: securityEvents.event,
            isByAdministrator: sql<boolean>`${securityEvents.impersonatedId} is not null`,
            ip: ownOnly(securityEvents.ip, securityEvents.impersonatedId),
            userAgent: ownOnly(securityEvents.userAgent, securityEvents.impersonatedId),
            count: securityEvents.count,
          })
          .from(securityEvents)
          .where(
            and(
              or(
                and(eq(securityEvents.userId, id), isNull(securityEvents.impersonatedId)),
                eq(securityEvents.impersonatedId, id),
              ),
              after(securityEvents.id, last),
            ),
          )
          .orderBy(asc(securityEvents.id))
          .limit(limit),
    },
    {
      name: 'activity.json',
      read: (last, limit) =>
        db
          .select({
            id: auditLog.id,
            at: auditLog.at,
            action: auditLog.action,
            isByAdministrator: sql<boolean>`${auditLog.impersonatedId} is not null`,
            ip: ownOnly(auditLog.ip, auditLog.impersonatedId),
            subjectType: auditLog.subjectType,
            subjectId: auditLog.subjectId,
          })
          .from(auditLog)
          .where(
            and(
              or(and(eq(auditLog.actorId, id), isNull(auditLog.impersonatedId)), eq(auditLog.impersonatedId, id)),
              after(auditLog.id, last),
            ),
          )
          .orderBy(asc(auditLog.id))
          .limit(limit),
    },
    {
      name: 'notifications.json',
      read: (last, limit) =>
        db
          .select({
            id: notifications.id,
            kind: notifications.kind,
            data: notifications.data,
            title: notifications.title,
            body: notifications.body,
            path: notifications.path,
            createdAt: notifications.createdAt,
            readAt: notifications.readAt,
          })
          .from(notifications)
          .where(
            and(
              eq(notifications.userId, id),
              companyId === null ? sql`false` : eq(notifications.companyId, companyId),
              after(notifications.id, last),
            ),
          )
          .orderBy(asc(notifications.id))
          .limit(limit),
    },
    {
      name: 'emails.json',
      read: (last, limit) =>
        db
          .select({
            id: outbox.id,
            recipient: outbox.recipient,
            template: outbox.template,
            language: outbox.language,
            createdAt: outbox.createdAt,
            sentAt: outbox.sentAt,
          })
          .from(outbox)
          .where(and(sql`lower(${outbox.recipient}) = lower(${email})`, after(outbox.id, last)))
          .orderBy(asc(outbox.id))
          .limit(limit),
    },
    {
      name: 'recommendations.json',
      read: (last, limit) =>
        db
          .select({
            id: invitations.id,
            fullName: invitations.fullName,
            email: invitations.email,
            createdAt: invitations.createdAt,
          })
          .from(invitations)
          .where(and(eq(invitations.inviterId, id), after(invitations.id, last)))
          .orderBy(asc(invitations.id))
          .limit(limit),
    },
  ];
}

/** The value, unless an administrator acted as the person: then it is the administrator's. */
const ownOnly = (column: AnyPgColumn, impersonatedId: AnyPgColumn) =>
  sql<string | null>`case when ${impersonatedId} is null then ${column} end`;

/** What a driver sent to companies, and the messages with them. What companies noted about the driver is theirs. */
function driverLists(db: Database, { id }: Owner): DataList[] {
  return [
    {
      name: 'applications.json',
      read: (last, limit) =>
        db
          .select({
            id: applications.id,
            job: jobs.title,
            company: companies.companyName,
            applicationAt: applications.applicationAt,
            withdrawnAt: applications.withdrawnAt,
            message: applications.message,
            firstName: applications.firstName,
            lastName: applications.lastName,
            email: applications.email,
            phone: applications.phone,
            street1: applications.street1,
            street2: applications.street2,
            city: applications.city,
            state: applications.state,
            postalCode: applications.postalCode,
            isOver21: applications.isOver21,
            cdlStatus: applications.cdlStatus,
            yearsOfExperience: applications.yearsOfExperience,
            workExperiences: applications.workExperiences,
            endorsements: applications.endorsements,
            ownerOperator: applications.ownerOperator,
            source: applications.source,
            viewedAt: applications.viewedAt,
          })
          .from(applications)
          .innerJoin(jobs, eq(jobs.id, applications.jobId))
          .innerJoin(companies, eq(companies.id, applications.companyId))
          .where(and(eq(applications.driverId, id), after(applications.id, last)))
          .orderBy(asc(applications.id))
          .limit(limit),
    },
    {
      name: 'messages.json',
      read: (last, limit) =>
        db
          .select({
            id: messages.id,
            company: companies.companyName,
            sender: messages.sender,
            channel: messages.channel,
            body: messages.body,
            createdAt: messages.createdAt,
          })
          .from(messages)
          .innerJoin(conversations, eq(conversations.id, messages.conversationId))
          .innerJoin(companies, eq(companies.id, conversations.companyId))
          .where(and(eq(conversations.driverId, id), after(messages.id, last)))
          .orderBy(asc(messages.id))
          .limit(limit),
    },
  ];
}

type Employee = Owner & { companyId: string };

/** What a person wrote while working for the company. */
function employeeLists(db: Database, { id, companyId }: Employee): DataList[] {
  return [
    {
      name: 'messages-written.json',
      read: (last, limit) =>
        db
          .select({
            id: messages.id,
            applicationId: messages.applicationId,
            channel: messages.channel,
            body: messages.body,
            createdAt: messages.createdAt,
          })
          .from(messages)
          .innerJoin(conversations, eq(conversations.id, messages.conversationId))
          .where(and(eq(messages.authorId, id), eq(conversations.companyId, companyId), after(messages.id, last)))
          .orderBy(asc(messages.id))
          .limit(limit),
    },
    {
      name: 'notes-written.json',
      read: (last, limit) =>
        db
          .select({
            id: applicationEvents.id,
            applicationId: applicationEvents.applicationId,
            kind: applicationEvents.kind,
            text: applicationEvents.text,
            at: applicationEvents.at,
            editedAt: applicationEvents.editedAt,
          })
          .from(applicationEvents)
          .where(
            and(
              eq(applicationEvents.authorId, id),
              eq(applicationEvents.companyId, companyId),
              inArray(applicationEvents.kind, ['note', 'call']),
              after(applicationEvents.id, last),
            ),
          )
          .orderBy(asc(applicationEvents.id))
          .limit(limit),
    },
    {
      name: 'support-messages-written.json',
      read: (last, limit) =>
        db
          .select({
            id: contactMessages.id,
            subject: contacts.subject,
            body: contactMessages.body,
            createdAt: contactMessages.createdAt,
          })
          .from(contactMessages)
          .innerJoin(contacts, eq(contacts.id, contactMessages.contactId))
          .where(and(eq(contactMessages.authorId, id), eq(contacts.companyId, companyId), after(contactMessages.id, last)))
          .orderBy(asc(contactMessages.id))
          .limit(limit),
    },
    {
      name: 'saved-views.json',
      read: (last, limit) =>
        db
          .select({ id: savedViews.id, name: savedViews.name, search: savedViews.search, createdAt: savedViews.createdAt })
          .from(savedViews)
          .where(and(eq(savedViews.userId, id), eq(savedViews.companyId, companyId), after(savedViews.id, last)))
          .orderBy(asc(savedViews.id))
          .limit(limit),
    },
  ];
}

/** Files that the person uploaded, for a company admin all of the company's. Another company's files stay with it. */
async function* filesOf(
  db: Database,
  store: MediaStore,
  { id, companyId: ownCompanyId }: Owner,
  companyId: string | null,
): AsyncGenerator<ZipEntry> {
  const isReachable = ownCompanyId ? or(isNull(media.companyId), eq(media.companyId, ownCompanyId)) : isNull(media.companyId);
  const own = and(eq(media.ownerId, id), isReachable);
  const which = companyId === null ? own : or(own, eq(media.companyId, companyId));
  const batches = readInBatches<{ id: string; name: string }>((last, limit) =>
    db
      .select({ id: media.id, name: media.name })
      .from(media)
      .where(and(which, last ? gt(media.id, last.id) : undefined))
      .orderBy(asc(media.id))
      .limit(limit),
  );
  for await (const files of batches)
    for (const { name } of files) {
      const content = await store.read(name);
      if (content) yield { name: `files/${name}`, content, isCompressed: false };
    }
}
