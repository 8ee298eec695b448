import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  doublePrecision,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { employeeRoles } from '#shared/access/authority.ts';
import {
  type BillingType,
  billingTypes,
  codes,
  type CompanySize,
  type CompanyStatus,
  companyStatuses,
} from '#shared/catalogues.ts';
import { users } from './accounts.ts';
import { createdAt, dueAt, instant, isOneOf, primaryId, updatedAt } from './columns.ts';

/**
 * A company (`docs/product/companies.md#company-fields`). For the states and defaults, see
 * `docs/product/companies.md#company-status`.
 */
export const companies = pgTable(
  'companies',
  {
    id: primaryId(),
    companyName: text().notNull(),
    /** The name as filters and orders compare it. */
    searchName: text()
      .notNull()
      .generatedAlwaysAs(sql`fold_text(company_name)`),
    /** The name in the address of the public page. A trigger writes it (`docs/product/companies.md#public-page`). */
    slug: text()
      .notNull()
      .default(sql`''`),
    size: text().$type<CompanySize>(),
    type: integer().$type<1 | 2>().notNull().default(2),
    billingType: text().$type<BillingType>().notNull().default('card'),
    status: text().$type<CompanyStatus>().notNull().default('Inactive'),
    email: text().notNull(),
    emailToVerify: text(),
    emailVerifiedAt: instant(),
    phone: text(),
    phoneExtension: text(),
    street1: text(),
    street2: text(),
    city: text(),
    state: text(),
    postalCode: text(),
    country: text().notNull().default('US'),
    latitude: doublePrecision(),
    longitude: doublePrecision(),
    /** The random file name of the logo in the media store. */
    logo: text(),
    colorTemplate: text(),
    enableRequisiteNumbers: boolean().notNull().default(false),
    experiencedDriverFilter: boolean().notNull().default(false),
    secondChanceCompany: boolean().notNull().default(false),
    /** Whether the company notifies drivers who were not selected. */
    tellsNotSelected: boolean().notNull().default(true),
    /** How many days the company usually needs for an answer (`docs/product/applicants-and-matching.md#answer-times`). */
    answersWithinDays: integer(),
    /** When that is calculated again. */
    answerTimeDueAt: dueAt(),
    salesRef: text(),
    employerId: uuid().references(() => users.id, { onDelete: 'set null' }),
    /**
     * When a company admin closed the company. The worker erases its data later
     * (`docs/product/companies.md#closing-a-company`).
     */
    closedAt: instant(),
    erasedAt: instant(),
    /** Maintained by triggers on `jobs`, so that the company list can sort by the counts. */
    totalJobs: integer().notNull().default(0),
    totalActiveJobs: integer().notNull().default(0),
    version: integer().notNull().default(1),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    index('companies_created_index').on(t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    uniqueIndex('companies_slug_key').on(t.slug),
    index('companies_name_index').on(t.searchName, t.id),
    index('companies_name_trgm_index').using('gin', sql`${t.searchName} gin_trgm_ops`),
    index('companies_closed_index')
      .on(t.closedAt)
      .where(sql`closed_at is not null and erased_at is null`),
    index('companies_answer_time_index')
      .on(t.answerTimeDueAt)
      .where(sql`closed_at is null`),
    check('companies_status_check', isOneOf(t.status, codes(companyStatuses))),
    check('companies_billing_type_check', isOneOf(t.billingType, codes(billingTypes))),
    check('companies_type_check', sql`${t.type} in (1, 2)`),
  ],
);

/** Verification links for a company's billing address. Only the newest one works, and only its hash is stored. */
export const companyEmailProofs = pgTable(
  'company_email_proofs',
  {
    companyId: uuid()
      .primaryKey()
      .references(() => companies.id, { onDelete: 'cascade' }),
    email: text().notNull(),
    hash: text().notNull(),
    expiresAt: instant().notNull(),
  },
  (t) => [uniqueIndex('company_email_proofs_hash_key').on(t.hash)],
);

/**
 * The membership of an account in a company. An account has at most one (`docs/product/companies.md#employees`). The role
 * is stored on the account.
 */
export const employees = pgTable(
  'employees',
  {
    userId: uuid()
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    companyId: uuid()
      .notNull()
      .references(() => companies.id),
    active: boolean().notNull().default(true),
    /**
     * The role of a deactivated employee. The account loses the role while it is deactivated and gets it back on
     * reactivation.
     */
    formerRole: text().$type<'TNCompanyAdmin' | 'Employer'>(),
    createdAt: createdAt(),
  },
  (t) => [index('employees_company_index').on(t.companyId, t.createdAt.desc().nullsFirst(), t.userId.desc().nullsFirst())],
);

/**
 * An invitation for someone who already has an account, such as a driver. The account does not change until its owner
 * accepts. Until then the company sees only what it entered itself (`docs/product/companies.md#employees`).
 */
export const companyInvitations = pgTable(
  'company_invitations',
  {
    companyId: uuid()
      .notNull()
      .references(() => companies.id, { onDelete: 'cascade' }),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The name and address that the company entered. */
    email: text().notNull(),
    firstName: text().notNull(),
    lastName: text().notNull(),
    phone: text(),
    phoneExtension: text(),
    role: text().$type<'TNCompanyAdmin' | 'Employer'>().notNull(),
    /** The hash of the token in the emailed link. Only the newest link works. */
    hash: text().notNull(),
    expiresAt: instant().notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.userId] }),
    uniqueIndex('company_invitations_hash_key').on(t.hash),
    index('company_invitations_user_index').on(t.userId),
    check('company_invitations_role_check', isOneOf(t.role, employeeRoles)),
  ],
);

/** A company's tags, shared by its jobs and applicants (`docs/product/companies.md#tags`). */
export const companyTags = pgTable(
  'company_tags',
  {
    id: primaryId(),
    companyId: uuid()
      .notNull()
      .references(() => companies.id, { onDelete: 'cascade' }),
    text: text().notNull(),
    createdAt: createdAt(),
  },
  (t) => [uniqueIndex('company_tags_text_key').on(t.companyId, sql`lower(${t.text})`)],
);

/**
 * How a company's people sign in with its own identity provider (`docs/product/access.md#company-sign-in`). The domain works
 * only once the company has proved it with a DNS record.
 */
export const companySignIns = pgTable(
  'company_sign_ins',
  {
    companyId: uuid()
      .primaryKey()
      .references(() => companies.id, { onDelete: 'cascade' }),
    /** In lowercase. */
    domain: text().notNull(),
    domainToken: text().notNull(),
    domainVerifiedAt: instant(),
    issuer: text().notNull(),
    clientId: text().notNull(),
    /** Encrypted, and bound to the company (`server/session/keys.ts`). */
    sealedSecret: text().notNull(),
    /** Whether the company's users can sign in only with this provider. */
    isRequired: boolean().notNull().default(false),
    /** Whether a person of the domain who has no account gets one, as a company user. */
    createsAccounts: boolean().notNull().default(false),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    // Several companies can claim a domain, but only one can prove it.
    uniqueIndex('company_sign_ins_domain_key')
      .on(t.domain)
      .where(sql`domain_verified_at is not null`),
    check('company_sign_ins_domain_check', sql`${t.domain} = lower(${t.domain})`),
  ],
);

/** Links an account to the provider of its company by the provider's own user id. */
export const companyIdentities = pgTable(
  'company_identities',
  {
    companyId: uuid()
      .notNull()
      .references(() => companies.id, { onDelete: 'cascade' }),
    issuer: text().notNull(),
    subject: text().notNull(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.issuer, t.subject] }),
    uniqueIndex('company_identities_user_key').on(t.userId, t.companyId),
  ],
);
