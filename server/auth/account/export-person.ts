import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import {
  auditLog,
  consents,
  factors,
  identities,
  recommendations,
  recoveryCodes,
  sessions,
  provedPhones,
  textConsents,
  users,
} from '#drizzle/schema/accounts.ts';
import { companies, companyIdentities, employees } from '#drizzle/schema/companies.ts';
import { drivers } from '#drizzle/schema/drivers.ts';
import { applicationEvents, followUps, savedViews } from '#drizzle/schema/hiring.ts';
import { jobs } from '#drizzle/schema/jobs.ts';
import { conversations, messages } from '#drizzle/schema/messages.ts';
import { channelMembers, channels, posts, postViews } from '#drizzle/schema/news.ts';
import {
  supportMessages,
  supportThreads,
  mutedJobs,
  notificationChoices,
  notifications,
  pushDevices,
} from '#drizzle/schema/notifications.ts';
import { outbox } from '#drizzle/schema/outbox.ts';
import { securityEvents } from '#drizzle/schema/security-events.ts';
import type { Database } from '#server/db/open.ts';
import { dataList, type DataList, type Exported } from './export-list.ts';

/**
 * The person whose data is exported, the company that they work for, and what the session opens
 * (`docs/product/access.md#company-sign-in`).
 */
export type ExportedPerson = {
  id: string;
  email: string;
  companyId: string | null;
  /** False in a session that the company's provider opened, if the account has more than the work for the company. */
  hasPrivatePart: boolean;
  /** False in the person's own session if the company requires its provider. */
  hasCompanyPart: boolean;
};

/** The account itself and its short lists, which fit into one file. Secrets are never included. */
export async function readAccount(db: Database, { id, hasPrivatePart, hasCompanyPart }: ExportedPerson) {
  const [account] = await db
    .select({
      id: users.id,
      email: users.email,
      emailToVerify: users.emailToVerify,
      emailVerifiedAt: users.emailVerifiedAt,
      firstName: users.firstName,
      lastName: users.lastName,
      phone: users.phone,
      phoneExtension: users.phoneExtension,
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
    } satisfies Exported<
      typeof users,
      'passwordHash' | 'mustChangePassword' | 'passwordSetByOther' | 'fullName' | 'sessionVersion' | 'version'
    >)
    .from(users)
    .where(eq(users.id, id));
  const [employment] = await db
    .select({
      companyId: companies.id,
      companyName: companies.companyName,
      active: employees.active,
      formerRole: employees.formerRole,
      createdAt: employees.createdAt,
    } satisfies Exported<typeof employees, 'userId'>)
    .from(employees)
    .innerJoin(companies, eq(companies.id, employees.companyId))
    .where(and(eq(employees.userId, id), sql`${hasCompanyPart}`));
  return {
    account,
    employment: employment ?? null,
    driverProfile: hasPrivatePart ? await readDriverProfile(db, id) : null,
    socialSignIns: await db
      .select({
        provider: identities.provider,
        subject: identities.subject,
        createdAt: identities.createdAt,
      } satisfies Exported<typeof identities, 'userId'>)
      .from(identities)
      .where(and(eq(identities.userId, id), sql`${hasPrivatePart}`)),
    companySignIns: await db
      .select({
        issuer: companyIdentities.issuer,
        subject: companyIdentities.subject,
        createdAt: companyIdentities.createdAt,
      } satisfies Exported<typeof companyIdentities, 'userId' | 'companyId'>)
      .from(companyIdentities)
      .where(and(eq(companyIdentities.userId, id), sql`${hasCompanyPart}`)),
    textConsent: await db
      .select({
        phone: textConsents.phone,
        isStopped: textConsents.isStopped,
        version: textConsents.version,
        at: textConsents.at,
      } satisfies Exported<typeof textConsents, 'userId'>)
      .from(textConsents)
      .where(and(eq(textConsents.userId, id), sql`${hasPrivatePart}`)),
    textSignIn: await db
      .select({ phone: provedPhones.phone, provedAt: provedPhones.provedAt } satisfies Exported<typeof provedPhones, 'userId'>)
      .from(provedPhones)
      .where(and(eq(provedPhones.userId, id), sql`${hasPrivatePart}`)),
    secondFactors: await db.select(factorColumns).from(factors).where(eq(factors.userId, id)),
    recoveryCodes: await db
      .select({
        createdAt: recoveryCodes.createdAt,
        usedAt: recoveryCodes.usedAt,
      } satisfies Exported<typeof recoveryCodes, 'userId' | 'hash'>)
      .from(recoveryCodes)
      .where(eq(recoveryCodes.userId, id)),
    newsChannels: await db
      .select({
        channel: channels.name,
        state: channelMembers.state,
        at: channelMembers.at,
      } satisfies Exported<typeof channelMembers, 'channelId' | 'userId'>)
      .from(channelMembers)
      .innerJoin(channels, eq(channels.id, channelMembers.channelId))
      .where(eq(channelMembers.userId, id)),
    notificationChoices: await db
      .select({
        kind: notificationChoices.kind,
        email: notificationChoices.email,
        bell: notificationChoices.bell,
        push: notificationChoices.push,
      } satisfies Exported<typeof notificationChoices, 'userId'>)
      .from(notificationChoices)
      .where(eq(notificationChoices.userId, id)),
    pushDevices: await db
      .select({
        endpoint: pushDevices.endpoint,
        language: pushDevices.language,
        createdAt: pushDevices.createdAt,
      } satisfies Exported<typeof pushDevices, 'id' | 'userId' | 'sessionId' | 'browserKey' | 'browserSecret' | 'keyId'>)
      .from(pushDevices)
      .where(eq(pushDevices.userId, id)),
    mutedJobs: await db
      .select({
        job: jobs.title,
        createdAt: mutedJobs.createdAt,
      } satisfies Exported<typeof mutedJobs, 'userId' | 'jobId'>)
      .from(mutedJobs)
      .innerJoin(jobs, eq(jobs.id, mutedJobs.jobId))
      .where(and(eq(mutedJobs.userId, id), sql`${hasCompanyPart}`)),
    newsRead: await db
      .select({ post: posts.title, at: postViews.at } satisfies Exported<typeof postViews, 'postId' | 'userId'>)
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
} satisfies Exported<
  typeof factors,
  'userId' | 'sealedSecret' | 'lastStep' | 'credentialId' | 'publicKey' | 'counter' | 'transports' | 'isOwners'
>;

async function readDriverProfile(db: Database, id: string) {
  const [row] = await db.select().from(drivers).where(eq(drivers.userId, id));
  if (!row) return null;
  const { userId: _user, cell: _cell, ...profile } = row;
  return profile;
}

/** What the person agreed to and recommended, and the emails that they received. */
export function privateLists(db: Database, { id, email }: ExportedPerson): DataList[] {
  return [
    dataList({
      name: 'consents.json',
      idColumn: consents.id,
      where: eq(consents.userId, id),
      query: () =>
        db
          .select({
            id: consents.id,
            kind: consents.kind,
            isGiven: consents.isGiven,
            wording: consents.wording,
            phone: consents.phone,
            version: consents.version,
            source: consents.source,
            ip: consents.ip,
            language: consents.language,
            at: consents.at,
          } satisfies Exported<typeof consents, 'userId'>)
          .from(consents)
          .$dynamic(),
    }),
    dataList({
      name: 'emails.json',
      idColumn: outbox.id,
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
          } satisfies Exported<typeof outbox, 'data' | 'dueAt' | 'attempts' | 'leaseUntil' | 'failedAt' | 'lastError'>)
          .from(outbox)
          .$dynamic(),
    }),
    dataList({
      name: 'recommendations.json',
      idColumn: recommendations.id,
      where: eq(recommendations.recommenderId, id),
      query: () =>
        db
          .select({
            id: recommendations.id,
            fullName: recommendations.fullName,
            email: recommendations.email,
            createdAt: recommendations.createdAt,
          } satisfies Exported<typeof recommendations, 'recommenderId' | 'acceptedAt' | 'acceptedBy'>)
          .from(recommendations)
          .$dynamic(),
    }),
  ];
}

/** What the account did, and the notifications that it received. */
export function personLists(db: Database, { id, companyId, hasPrivatePart, hasCompanyPart }: ExportedPerson): DataList[] {
  return [
    dataList({
      // Impersonation sessions are left out, because their network address is the administrator's.
      name: 'sessions.json',
      idColumn: sessions.id,
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
          } satisfies Exported<
            typeof sessions,
            | 'userId'
            | 'deviceId'
            | 'refreshHash'
            | 'previousHash'
            | 'rotatedAt'
            | 'impersonatorSessionId'
            | 'providerCompanyId'
            | 'isPrivate'
            | 'confirmedAt'
          >)
          .from(sessions)
          .$dynamic(),
    }),
    dataList({
      name: 'security-events.json',
      idColumn: securityEvents.id,
      where: or(and(eq(securityEvents.userId, id), isNull(securityEvents.impersonatedId)), eq(securityEvents.impersonatedId, id)),
      query: () =>
        db
          .select({
            id: securityEvents.id,
            at: securityEvents.at,
            event: securityEvents.event,
            isByAdministrator: sql<boolean>`${securityEvents.impersonatedId} is not null`,
            ip: unlessImpersonated(securityEvents.ip, securityEvents.impersonatedId),
            userAgent: unlessImpersonated(securityEvents.userAgent, securityEvents.impersonatedId),
            count: securityEvents.count,
          } satisfies Exported<
            typeof securityEvents,
            'userId' | 'impersonatedId' | 'companyId' | 'requestId' | 'detail' | 'forwardedAt'
          >)
          .from(securityEvents)
          .$dynamic(),
    }),
    dataList({
      name: 'activity.json',
      idColumn: auditLog.id,
      where: and(
        or(and(eq(auditLog.actorId, id), isNull(auditLog.impersonatedId)), eq(auditLog.impersonatedId, id)),
        hasPrivatePart ? undefined : sql`${auditLog.companyId} = ${companyId}::uuid`,
        hasCompanyPart ? undefined : isNull(auditLog.companyId),
      ),
      query: () =>
        db
          .select({
            id: auditLog.id,
            at: auditLog.at,
            action: auditLog.action,
            isByAdministrator: sql<boolean>`${auditLog.impersonatedId} is not null`,
            ip: unlessImpersonated(auditLog.ip, auditLog.impersonatedId),
            subjectType: auditLog.subjectType,
            subjectId: auditLog.subjectId,
          } satisfies Exported<typeof auditLog, 'actorId' | 'impersonatedId' | 'companyId' | 'detail'>)
          .from(auditLog)
          .$dynamic(),
    }),
    dataList({
      name: 'notifications.json',
      idColumn: notifications.id,
      where: and(
        eq(notifications.userId, id),
        or(
          hasPrivatePart ? isNull(notifications.companyId) : sql`false`,
          companyId === null ? sql`false` : eq(notifications.companyId, companyId),
        ),
      ),
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
          } satisfies Exported<typeof notifications, 'userId' | 'companyId' | 'jobId' | 'count'>)
          .from(notifications)
          .$dynamic(),
    }),
  ];
}

/** The column is null if an administrator acted as the person, because the value is then the administrator's. */
const unlessImpersonated = (column: AnyPgColumn, impersonatedId: AnyPgColumn) =>
  sql<string | null>`case when ${impersonatedId} is null then ${column} end`;

type ExportedEmployee = ExportedPerson & { companyId: string };

/** What a person wrote while working for the company. */
export function employeeLists(db: Database, { id, companyId }: ExportedEmployee): DataList[] {
  return [
    dataList({
      name: 'messages-written.json',
      idColumn: messages.id,
      where: and(eq(messages.authorId, id), eq(conversations.companyId, companyId)),
      query: () =>
        db
          .select({
            id: messages.id,
            applicationId: messages.applicationId,
            channel: messages.channel,
            body: messages.body,
            createdAt: messages.createdAt,
          } satisfies Exported<typeof messages, 'conversationId' | 'sender' | 'authorId' | 'key'>)
          .from(messages)
          .innerJoin(conversations, eq(conversations.id, messages.conversationId))
          .$dynamic(),
    }),
    dataList({
      name: 'notes-written.json',
      idColumn: applicationEvents.id,
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
          } satisfies Exported<typeof applicationEvents, 'companyId' | 'authorId' | 'source' | 'detail'>)
          .from(applicationEvents)
          .$dynamic(),
    }),
    dataList({
      name: 'follow-ups.json',
      idColumn: followUps.id,
      where: and(or(eq(followUps.ownerId, id), eq(followUps.createdBy, id)), eq(followUps.companyId, companyId)),
      query: () =>
        db
          .select({
            id: followUps.id,
            applicationId: followUps.applicationId,
            task: followUps.task,
            dueOn: followUps.dueOn,
            doneAt: followUps.doneAt,
            createdAt: followUps.createdAt,
          } satisfies Exported<typeof followUps, 'companyId' | 'ownerId' | 'createdBy' | 'doneBy' | 'remindAt'>)
          .from(followUps)
          .$dynamic(),
    }),
    dataList({
      name: 'support-messages-written.json',
      idColumn: supportMessages.id,
      where: and(eq(supportMessages.authorId, id), eq(supportThreads.companyId, companyId)),
      query: () =>
        db
          .select({
            id: supportMessages.id,
            subject: supportThreads.subject,
            body: supportMessages.body,
            createdAt: supportMessages.createdAt,
          } satisfies Exported<typeof supportMessages, 'threadId' | 'authorId' | 'isFromSupport'>)
          .from(supportMessages)
          .innerJoin(supportThreads, eq(supportThreads.id, supportMessages.threadId))
          .$dynamic(),
    }),
    dataList({
      name: 'saved-views.json',
      idColumn: savedViews.id,
      where: and(eq(savedViews.userId, id), eq(savedViews.companyId, companyId)),
      query: () =>
        db
          .select({
            id: savedViews.id,
            name: savedViews.name,
            search: savedViews.search,
            createdAt: savedViews.createdAt,
          } satisfies Exported<typeof savedViews, 'companyId' | 'userId'>)
          .from(savedViews)
          .$dynamic(),
    }),
  ];
}
