import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { Role } from '#shared/access/access.ts';
import { accountStatuses } from '#shared/accounts/account.ts';
import type { Timezone } from '#shared/catalogues.ts';
import { platformZone } from '#shared/time-zone.ts';
import type { OptionalMail } from '#shared/accounts/mail-preferences.ts';
import { type SocialSource, socialSources } from '#shared/accounts/social-sources.ts';
import { createdAt, instant, isOneOf, primaryId, updatedAt } from './columns.ts';

/** One account per e-mail address, compared without case; it holds one or more roles (`product: Words`). */
export const users = pgTable(
  'users',
  {
    id: primaryId(),
    email: text().notNull(),
    /** The new address of an e-mail change that is not verified yet. */
    emailToVerify: text(),
    emailVerifiedAt: instant(),
    passwordHash: text(),
    mustChangePassword: boolean().notNull().default(false),
    /**
     * Another person set the password, or may have, and the owner has not yet set one with a code or link sent to the email
     * address.
     */
    passwordSetByOther: boolean().notNull().default(false),
    firstName: text().notNull(),
    lastName: text().notNull(),
    fullName: text()
      .notNull()
      .generatedAlwaysAs(sql`first_name || ' ' || last_name`),
    phone: text(),
    /** Null until the account's time zone is known; {@link shownTimezone} is what everybody reads. */
    timezone: text().$type<Timezone>(),
    profilePicture: text(),
    roles: text().array().$type<Role[]>().notNull(),
    status: text().$type<'Active' | 'Locked'>().notNull().default('Active'),
    termsAcceptedAt: instant(),
    /** Which words were accepted then (`shared/accounts/terms.ts`). */
    termsVersion: text(),
    newsletters: boolean().notNull().default(false),
    /** When and to which words the newsletters consent was given. */
    newslettersConsentAt: instant(),
    newslettersConsentText: text(),
    /** Kinds of mail that the person does not want (`shared/accounts/mail-preferences.ts`). */
    mutedMails: text().array().$type<OptionalMail[]>().notNull().default([]),
    /** Raised to end every session of the account at once. */
    sessionVersion: integer().notNull().default(1),
    version: integer().notNull().default(1),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    uniqueIndex('users_email_key').on(sql`lower(${t.email})`),
    index('users_roles_index').using('gin', t.roles),
    index('users_full_name_index').using('gin', sql`${t.fullName} gin_trgm_ops`),
    index('users_email_trgm_index').using('gin', sql`${t.email} gin_trgm_ops`),
    index('users_name_index').on(sql`lower(${t.fullName})`, t.id),
    check('users_status_check', isOneOf(t.status, accountStatuses)),
  ],
);

/** The account's time zone, Central while it is not known. */
export const shownTimezone = sql<Timezone>`coalesce(${users.timezone}, ${sql.raw(`'${platformZone}'`)})`;

/** Who somebody is and how they are reached, for the answers that begin with that. */
export const personColumns = {
  id: users.id,
  email: users.email,
  firstName: users.firstName,
  lastName: users.lastName,
  phone: users.phone,
};

/** One row per device family; refresh tokens are stored as hashes, rotated at each use (`product: Accounts and sessions`). */
export const sessions = pgTable(
  'sessions',
  {
    id: primaryId(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    deviceId: text().notNull(),
    /** `web` sessions keep the refresh token in a cookie, `rest` sessions get it in answers. */
    kind: text().$type<'web' | 'rest'>().notNull(),
    refreshHash: text().notNull(),
    previousHash: text(),
    rotatedAt: instant(),
    /** The admin's own session behind an impersonation, which is a session of the account that is acted as. */
    impersonatorSessionId: uuid().references((): AnyPgColumn => sessions.id, { onDelete: 'cascade' }),
    userAgent: text(),
    ip: text(),
    createdAt: createdAt(),
    lastUsedAt: createdAt(),
    expiresAt: instant().notNull(),
    endedAt: instant(),
  },
  (t) => [
    uniqueIndex('sessions_refresh_key').on(t.refreshHash),
    index('sessions_previous_index').on(t.previousHash),
    index('sessions_user_index').on(t.userId),
    index('sessions_impersonator_index')
      .on(t.impersonatorSessionId)
      .where(sql`${t.impersonatorSessionId} is not null`),
  ],
);

/** Single-use proofs sent to somebody: e-mail verification, reset codes, invitations to a company. Only hashes are stored. */
export const proofs = pgTable(
  'proofs',
  {
    id: primaryId(),
    kind: text().$type<'verify_email' | 'reset_password' | 'join_company'>().notNull(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    hash: text().notNull(),
    /** The address that the proof is about. */
    email: text().notNull(),
    createdAt: createdAt(),
    expiresAt: instant().notNull(),
    usedAt: instant(),
  },
  (t) => [index('proofs_hash_index').on(t.kind, t.hash), index('proofs_user_index').on(t.userId, t.kind)],
);

/**
 * Who an account is to a provider of social log-ins: the provider's own id of the person, never the e-mail address, which
 * changes hands. One of each provider per account (`product: Accounts and sessions`).
 */
export const identities = pgTable(
  'identities',
  {
    provider: text().$type<SocialSource>().notNull(),
    subject: text().notNull(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.provider, t.subject] }),
    uniqueIndex('identities_user_key').on(t.userId, t.provider),
    check('identities_provider_check', isOneOf(t.provider, socialSources)),
  ],
);

/**
 * Addresses that asked for a password reset, until the worker has looked whether there is an account. The asking itself
 * writes the same row either way, so that its time tells nothing.
 */
export const resetRequests = pgTable('reset_requests', {
  id: primaryId(),
  email: text().notNull(),
  ip: text(),
  createdAt: createdAt(),
});

/** Token ids that were used once and must not be used again (e-mail checks, social tokens). */
export const usedTokens = pgTable('used_tokens', { id: text().primaryKey(), expiresAt: instant().notNull() });

/** Counters of rate limits and log-in delays, shared by all nodes. */
export const throttles = pgTable(
  'throttles',
  {
    bucket: text().notNull(),
    key: text().notNull(),
    hits: integer().notNull().default(0),
    windowEndsAt: instant().notNull(),
    blockedUntil: instant(),
  },
  (t) => [primaryKey({ columns: [t.bucket, t.key] })],
);

/** A friend to whom somebody recommended the product; accepted when that address signs up (`spec: access §3 Invite lead`). */
export const invitations = pgTable(
  'invitations',
  {
    id: primaryId(),
    inviterId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    fullName: text().notNull(),
    email: text().notNull(),
    createdAt: createdAt(),
    acceptedAt: instant(),
    acceptedBy: uuid().references(() => users.id, { onDelete: 'set null' }),
  },
  (t) => [
    uniqueIndex('invitations_inviter_email_key').on(t.inviterId, sql`lower(${t.email})`),
    index('invitations_email_index').on(sql`lower(${t.email})`),
    index('invitations_accepted_by_index').on(t.acceptedBy),
  ],
);

/** Who did what, when, from where, as whom. Append-only: a trigger refuses update and delete. */
export const auditLog = pgTable(
  'audit_log',
  {
    id: primaryId(),
    at: createdAt(),
    actorId: uuid(),
    impersonatedId: uuid(),
    companyId: uuid(),
    /** noun.verb */
    action: text().notNull(),
    subjectType: text(),
    subjectId: text(),
    ip: text(),
    detail: jsonb().$type<Record<string, unknown>>(),
  },
  (t) => [
    index('audit_log_at_index').on(t.at.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index('audit_log_company_index').on(t.companyId, t.at.desc().nullsFirst()),
    index('audit_log_actor_index').on(t.actorId, t.at.desc().nullsFirst()),
    index('audit_log_impersonated_index')
      .on(t.impersonatedId, t.at.desc().nullsFirst())
      .where(sql`${t.impersonatedId} is not null`),
    index('audit_log_action_index').on(t.action, t.at.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index('audit_log_subject_index').on(sql`lower(${t.subjectId})`, t.at.desc().nullsFirst()),
    index('audit_log_subject_type_index').on(t.subjectType, t.at.desc().nullsFirst()),
  ],
);

/** Facts about this installation, such as that the demo data was seeded. */
export const installation = pgTable('installation', {
  key: text().primaryKey(),
  value: text().notNull(),
  createdAt: createdAt(),
});
