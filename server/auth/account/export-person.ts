import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm';
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
import { companies, companyIdentities, employees } from '#drizzle/schema/companies.ts';
import { applications, drivers } from '#drizzle/schema/drivers.ts';
import { applicationEvents, savedViews } from '#drizzle/schema/hiring.ts';
import { jobs } from '#drizzle/schema/jobs.ts';
import { conversations, messages } from '#drizzle/schema/messages.ts';
import { channelMembers, channels, posts, postViews } from '#drizzle/schema/news.ts';
import { contactMessages, contacts, notifications } from '#drizzle/schema/notifications.ts';
import { outbox } from '#drizzle/schema/outbox.ts';
import { securityEvents } from '#drizzle/schema/security-events.ts';
import type { Database } from '#server/db/open.ts';
import { dataList, type DataList } from './export-list.ts';

/** The person whose data are exported, and the company where the person works. */
export type Owner = { id: string; email: string; companyId: string | null };

/** The account's other data, of which there are only a few rows. Secrets are never included. */
export async function accountOf(db: Database, id: string) {
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
    companySignIns: await db
      .select({ issuer: companyIdentities.issuer, linkedAt: companyIdentities.createdAt })
      .from(companyIdentities)
      .where(eq(companyIdentities.userId, id)),
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

/** What the account itself did and got. */
export function personLists(db: Database, { id, email, companyId }: Owner): DataList[] {
  return [
    dataList({
      name: 'consents.json',
      id: consents.id,
      where: eq(consents.userId, id),
      query: () =>
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
          .$dynamic(),
    }),
    dataList({
      // An administrator who acted as the person had a session of the person's too. Its address is the administrator's.
      name: 'sessions.json',
      id: sessions.id,
      where: and(eq(sessions.userId, id), isNull(sessions.impersonatorSessionId)),
      query: () =>
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
          .$dynamic(),
    }),
    dataList({
      name: 'security-events.json',
      id: securityEvents.id,
      where: or(and(eq(securityEvents.userId, id), isNull(securityEvents.impersonatedId)), eq(securityEvents.impersonatedId, id)),
      query: () =>
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
          .$dynamic(),
    }),
    dataList({
      name: 'activity.json',
      id: auditLog.id,
      where: or(and(eq(auditLog.actorId, id), isNull(auditLog.impersonatedId)), eq(auditLog.impersonatedId, id)),
      query: () =>
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
          .$dynamic(),
    }),
    dataList({
      name: 'notifications.json',
      id: notifications.id,
      where: and(eq(notifications.userId, id), companyId === null ? sql`false` : eq(notifications.companyId, companyId)),
      query: () =>
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
          .$dynamic(),
    }),
    dataList({
      name: 'emails.json',
      id: outbox.id,
      where: sql`lower(${outbox.recipient}) = lower(${email})`,
      query: () =>
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
          .$dynamic(),
    }),
    dataList({
      name: 'recommendations.json',
      id: invitations.id,
      where: eq(invitations.inviterId, id),
      query: () =>
        db
          .select({
            id: invitations.id,
            fullName: invitations.fullName,
            email: invitations.email,
            createdAt: invitations.createdAt,
          })
          .from(invitations)
          .$dynamic(),
    }),
  ];
}

/** The value, unless an administrator acted as the person: then it is the administrator's. */
const ownOnly = (column: AnyPgColumn, impersonatedId: AnyPgColumn) =>
  sql<string | null>`case when ${impersonatedId} is null then ${column} end`;

/** What a driver sent to companies, and the messages with them. What companies noted about the driver is theirs. */
export function driverLists(db: Database, { id }: Owner): DataList[] {
  return [
    dataList({
      name: 'applications.json',
      id: applications.id,
      where: eq(applications.driverId, id),
      query: () =>
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
          .$dynamic(),
    }),
    dataList({
      name: 'messages.json',
      id: messages.id,
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
          })
          .from(messages)
          .innerJoin(conversations, eq(conversations.id, messages.conversationId))
          .innerJoin(companies, eq(companies.id, conversations.companyId))
          .$dynamic(),
    }),
  ];
}

type Employee = Owner & { companyId: string };

/** What a person wrote while working for the company. */
export function employeeLists(db: Database, { id, companyId }: Employee): DataList[] {
  return [
    dataList({
      name: 'messages-written.json',
      id: messages.id,
      where: and(eq(messages.authorId, id), eq(conversations.companyId, companyId)),
      query: () =>
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
          .$dynamic(),
    }),
    dataList({
      name: 'notes-written.json',
      id: applicationEvents.id,
      where: and(
        eq(applicationEvents.authorId, id),
        eq(applicationEvents.companyId, companyId),
        inArray(applicationEvents.kind, ['note', 'call']),
      ),
      query: () =>
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
          .$dynamic(),
    }),
    dataList({
      name: 'support-messages-written.json',
      id: contactMessages.id,
      where: and(eq(contactMessages.authorId, id), eq(contacts.companyId, companyId)),
      query: () =>
        db
          .select({
            id: contactMessages.id,
            subject: contacts.subject,
            body: contactMessages.body,
            createdAt: contactMessages.createdAt,
          })
          .from(contactMessages)
          .innerJoin(contacts, eq(contacts.id, contactMessages.contactId))
          .$dynamic(),
    }),
    dataList({
      name: 'saved-views.json',
      id: savedViews.id,
      where: and(eq(savedViews.userId, id), eq(savedViews.companyId, companyId)),
      query: () =>
        db
          .select({ id: savedViews.id, name: savedViews.name, search: savedViews.search, createdAt: savedViews.createdAt })
          .from(savedViews)
          .$dynamic(),
    }),
  ];
}
