import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
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
import { type FactorKind, factorKinds, type PasskeyTransport } from '#shared/accounts/factors.ts';
import type { OptionalMail } from '#shared/accounts/mail-preferences.ts';
import { type SocialSource, socialSources } from '#shared/accounts/sign-in.ts';
import type { Timezone } from '#shared/catalogues.ts';
import type { TextConsentSource } from '#shared/messages/text-message.ts';
import type { Language } from '#shared/texts/texts.ts';
import { platformZone } from '#shared/time-zone.ts';
import { createdAt, instant, isOneOf, primaryId, updatedAt } from './columns.ts';

/**
 * One account per email address, which is compared without regard to case. An account holds one or more roles
 * (`docs/product/README.md#vocabulary`).
 */
export const users = pgTable(
  'users',
  {
    id: primaryId(),
    email: text().notNull(),
    /** The address that the person wants to change to, until it is verified. */
    emailToVerify: text(),
    /**
     * When the owner of the mailbox first proved the account's address. A change of the address keeps the time, because the new
     * address is verified before it counts.
     */
    emailVerifiedAt: instant(),
    passwordHash: text(),
    mustChangePassword: boolean().notNull().default(false),
    /**
     * True when another person set the password, or may have, and the owner has not proved since that the account is in no one
     * else's hands (`docs/product/access.md#whose-account-it-is`).
     */
    passwordSetByOther: boolean().notNull().default(false),
    firstName: text().notNull(),
    lastName: text().notNull(),
    fullName: text()
      .notNull()
      .generatedAlwaysAs(sql`first_name || ' ' || last_name`),
    phone: text(),
    /** One to seven digits. Only the office side has extensions (`docs/product/access.md#extensions`). */
    phoneExtension: text(),
    /** Null until the account's time zone is known. Read {@link shownTimezone}, which has a default. */
    timezone: text().$type<Timezone>(),
    /** The language of the screens and emails that the person chose. Null until then. */
    language: text().$type<Language>(),
    profilePicture: text(),
    roles: text().array().$type<Role[]>().notNull(),
    status: text().$type<'Active' | 'Locked'>().notNull().default('Active'),
    termsAcceptedAt: instant(),
    /** The version of the terms that the person accepted (`shared/accounts/sign-in.ts`). */
    termsVersion: text(),
    newsletters: boolean().notNull().default(false),
    /** When the person agreed to marketing messages, and the wording they agreed to. */
    newslettersConsentAt: instant(),
    newslettersConsentText: text(),
    /** Optional emails that the person turned off (`shared/accounts/mail-preferences.ts`). */
    mutedMails: text().array().$type<OptionalMail[]>().notNull().default([]),
    /** Incremented to end every session of the account. */
    sessionVersion: integer().notNull().default(1),
    version: integer().notNull().default(1),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    uniqueIndex('users_email_key').on(sql`lower(${t.email})`),
    index('users_roles_index').using('gin', t.roles),
    index('users_full_name_index').using('gin', sql`fold_text(${t.fullName}) gin_trgm_ops`),
    index('users_email_trgm_index').using('gin', sql`fold_text(${t.email}) gin_trgm_ops`),
    index('users_name_index').on(sql`fold_text(${t.fullName})`, t.id),
    check('users_status_check', isOneOf(t.status, accountStatuses)),
    // The check tests the form of a language code and not the list of languages, so that a new language needs no migration.
    check('users_language_check', sql`${t.language} ~ '^[a-z]{2}$'`),
  ],
);

/** The account's time zone, or Central while it is unknown. */
export const shownTimezone = sql<Timezone>`coalesce(${users.timezone}, ${sql.raw(`'${platformZone}'`)})`;

/** The columns for an answer that shows a person's name and contact details. */
export const personColumns = {
  id: users.id,
  email: users.email,
  firstName: users.firstName,
  lastName: users.lastName,
  phone: users.phone,
  phoneExtension: users.phoneExtension,
};

/**
 * The history of consents that a person gave or withdrew (`docs/product/access.md#consent-records`). The consents that apply
 * now are in `users` and `text_consents`.
 */
export const consents = pgTable(
  'consents',
  {
    id: primaryId(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: text().$type<'terms' | 'newsletters' | 'texts'>().notNull(),
    isGiven: boolean().notNull(),
    /** The version of the terms, or the wording. Null for a withdrawal. */
    wording: text(),
    /** For text messages: the number, the version of the wording, and where the consent or withdrawal came from. */
    phone: text(),
    version: text(),
    source: text().$type<TextConsentSource>(),
    ip: text(),
    language: text().$type<Language>().notNull(),
    at: createdAt(),
  },
  (t) => [
    index('consents_user_index').on(t.userId, t.at),
    check('consents_kind_check', sql`${t.kind} in ('terms', 'newsletters', 'texts')`),
    check('consents_wording_check', sql`${t.isGiven} = (${t.wording} is not null)`),
  ],
);

/**
 * The number to which companies may send a driver text messages (`docs/product/messages.md#text-messages`). Without a row
 * there is no consent. A trigger deletes the row when the account's phone number changes.
 */
export const textConsents = pgTable(
  'text_consents',
  {
    userId: uuid()
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Ten digits. */
    phone: text().notNull(),
    version: text().notNull(),
    /** True after the driver replied STOP. A reply of START gives the consent again. */
    isStopped: boolean().notNull().default(false),
    at: createdAt(),
  },
  (t) => [index('text_consents_phone_index').on(t.phone)],
);

/**
 * A phone number at which the account's owner received a code, so that codes by text message can sign in
 * (`docs/product/access.md#codes-by-text-message`). A trigger deletes the row when the account's phone number or its
 * extension changes.
 */
export const provedPhones = pgTable('proved_phones', {
  userId: uuid()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** Ten digits. */
  phone: text().notNull().unique('proved_phones_phone_key'),
  provedAt: createdAt(),
});

/** One row per device. Refresh tokens are stored as hashes and replaced at each use (`docs/product/access.md#sessions`). */
export const sessions = pgTable(
  'sessions',
  {
    id: primaryId(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    deviceId: text().notNull(),
    /** `web` sessions keep the refresh token in a cookie. `rest` sessions receive it in the response body. */
    kind: text().$type<'web' | 'rest'>().notNull(),
    refreshHash: text().notNull(),
    previousHash: text(),
    rotatedAt: instant(),
    /** The administrator's own session behind an impersonation. The row itself is a session of the impersonated account. */
    impersonatorSessionId: uuid().references((): AnyPgColumn => sessions.id, { onDelete: 'cascade' }),
    /**
     * The company whose identity provider signed the person in. Such a session has the employer roles only and works while the
     * person works for this company (`docs/product/access.md#company-sign-in`).
     */
    providerCompanyId: uuid(),
    /**
     * True for the own sign-in of a person whose company requires its identity provider. Such a session has no employer role and no
     * company.
     */
    isPrivate: boolean().notNull().default(false),
    userAgent: text(),
    ip: text(),
    createdAt: createdAt(),
    lastUsedAt: createdAt(),
    /** When the person last proved who they are in this session: at sign-in, or later with a password or second factor. */
    confirmedAt: createdAt(),
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

/** Second factors: authenticator apps and passkeys (`docs/product/access.md#second-factor`). */
export const factors = pgTable(
  'factors',
  {
    id: primaryId(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: text().$type<FactorKind>().notNull(),
    /** What the owner calls it, such as “Work phone”. */
    name: text().notNull(),
    /** The key of an authenticator app, encrypted (`server/session/keys.ts`). */
    sealedSecret: text(),
    /** The time step of the last accepted code, so that a code works once. */
    lastStep: integer(),
    credentialId: text(),
    publicKey: text(),
    /** The signature counter that the authenticator reported last. */
    counter: bigint({ mode: 'number' }),
    transports: text().array().$type<PasskeyTransport[]>(),
    /** By the server's clock, because it is compared with `users.emailVerifiedAt`. */
    createdAt: createdAt().$defaultFn(() => new Date()),
    /**
     * Whether the account's owner was proved while it had this factor: by the mailbox and the password, in a session of the
     * account (`docs/product/access.md#whose-account-it-is`).
     */
    isOwners: boolean().notNull().default(false),
    lastUsedAt: instant(),
  },
  (t) => [
    index('factors_user_index').on(t.userId),
    uniqueIndex('factors_credential_key').on(t.credentialId),
    check('factors_kind_check', isOneOf(t.kind, factorKinds)),
    check(
      'factors_secret_check',
      sql`case ${t.kind} when 'totp' then ${t.sealedSecret} is not null
        else ${t.credentialId} is not null and ${t.publicKey} is not null and ${t.counter} is not null end`,
    ),
  ],
);

/** Codes for a person who has lost the other factors. Each code works once, and only its hash is stored. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    hash: text().notNull(),
    createdAt: createdAt(),
    usedAt: instant(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.hash] })],
);

/** Single-use tokens sent by email: address verification, reset codes and company invitations. Only their hashes are stored. */
export const oneTimeTokens = pgTable(
  'proofs',
  {
    id: primaryId(),
    kind: text().$type<'verify_email' | 'reset_password' | 'join_company'>().notNull(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    hash: text().notNull(),
    /** The address that the token verifies. */
    email: text().notNull(),
    createdAt: createdAt(),
    expiresAt: instant().notNull(),
    usedAt: instant(),
  },
  (t) => [index('proofs_hash_index').on(t.kind, t.hash), index('proofs_user_index').on(t.userId, t.kind)],
);

/**
 * Links an account to a social sign-in provider by the provider's own user id. The email address is not used, because
 * addresses change owners. An account has at most one identity per provider (`docs/product/access.md#social-sign-in`).
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
 * Addresses that requested a password reset and that the worker has not looked up yet. The request writes the same row
 * whether or not the account exists, so that its response time reveals nothing.
 */
export const resetRequests = pgTable('reset_requests', {
  id: primaryId(),
  email: text().notNull(),
  ip: text(),
  language: text().$type<Language>(),
  createdAt: createdAt(),
});

/**
 * Codes that were sent to sign in or sign up, by email or text message (`docs/product/access.md#codes-by-email`). An address
 * without an account gets them too. The browser that requested a code has its ticket, without which the code does not work.
 */
export const signInCodes = pgTable(
  'sign_in_codes',
  {
    id: primaryId(),
    /** The email address that the code was sent to, or null if it was sent to a phone. */
    email: text(),
    /** The ten digits of the phone that the code was sent to. */
    phone: text(),
    ticketHash: text().notNull(),
    codeHash: text().notNull(),
    tries: integer().notNull().default(0),
    createdAt: createdAt(),
    /** Until when the code can be entered, or, after that, until when its ticket works. */
    expiresAt: instant().notNull(),
    /** When the right code was entered, which proves that the person reads what is sent to the address or phone. */
    provedAt: instant(),
    /** When the ticket signed the person in or created the account. */
    usedAt: instant(),
  },
  (t) => [
    uniqueIndex('sign_in_codes_ticket_key').on(t.ticketHash),
    index('sign_in_codes_email_index').on(sql`lower(${t.email})`),
    index('sign_in_codes_phone_index').on(t.phone),
    index('sign_in_codes_expiry_index').on(t.expiresAt),
    check('sign_in_codes_address_check', sql`num_nonnulls(${t.email}, ${t.phone}) = 1`),
  ],
);

/** Ids of single-use tokens (email checks, social sign-in) that were used and must not work again. */
export const usedTokens = pgTable('used_tokens', { id: text().primaryKey(), expiresAt: instant().notNull() });

/** Counters for rate limits and sign-in delays, shared by all servers. */
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

/**
 * A person to whom someone recommended the product. Accepted when that address signs up (`docs/product/access.md#recommend`).
 */
export const recommendations = pgTable(
  'recommendations',
  {
    id: primaryId(),
    recommenderId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    fullName: text().notNull(),
    email: text().notNull(),
    createdAt: createdAt(),
    acceptedAt: instant(),
    acceptedBy: uuid().references(() => users.id, { onDelete: 'set null' }),
  },
  (t) => [
    uniqueIndex('recommendations_recommender_email_key').on(t.recommenderId, sql`lower(${t.email})`),
    index('recommendations_email_index').on(sql`lower(${t.email})`),
    index('recommendations_accepted_by_index').on(t.acceptedBy),
  ],
);

/**
 * Who did what, when, from where and, while impersonating, as whom. Triggers refuse updates, and deletes of entries from the
 * last year.
 */
export const auditLog = pgTable(
  'audit_log',
  {
    id: primaryId(),
    at: createdAt(),
    actorId: uuid(),
    impersonatedId: uuid(),
    companyId: uuid(),
    /** Named noun.verb, such as `impersonation.start`. */
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

/** Facts about this installation, such as whether the demo data was seeded. */
export const installation = pgTable('installation', {
  key: text().primaryKey(),
  value: text().notNull(),
  createdAt: createdAt(),
});
