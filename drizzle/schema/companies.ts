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
import { createdAt, instant, isOneOf, primaryId, updatedAt } from './columns.ts';

/** `spec: work §3 Company`; states and defaults by `product: Companies`. */
export const companies = pgTable(
  'companies',
  {
    id: primaryId(),
    companyName: text().notNull(),
    /** The name in lower case, to search and sort by. */
    searchName: text()
      .notNull()
      .generatedAlwaysAs(sql`lower(company_name)`),
    size: text().$type<CompanySize>(),
    type: integer().notNull().default(2),
    billingType: text().$type<BillingType>().notNull().default('card'),
    status: text().$type<CompanyStatus>().notNull().default('Inactive'),
    email: text().notNull(),
    emailToVerify: text(),
    emailVerifiedAt: instant(),
    phone: text(),
    street1: text(),
    street2: text(),
    city: text(),
    state: text(),
    postalCode: text(),
    country: text().notNull().default('US'),
    latitude: doublePrecision(),
    longitude: doublePrecision(),
    /** The random name of the logo in the media store. */
    logo: text(),
    colorTemplate: text(),
    enableRequisiteNumbers: boolean().notNull().default(false),
    experiencedDriverFilter: boolean().notNull().default(false),
    secondChanceCompany: boolean().notNull().default(false),
    salesRef: text(),
    employerId: uuid().references(() => users.id, { onDelete: 'set null' }),
    /** Kept by triggers of `jobs` as their transactions commit, so that the company list sorts by them. */
    totalJobs: integer().notNull().default(0),
    totalActiveJobs: integer().notNull().default(0),
    version: integer().notNull().default(1),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    index('companies_created_index').on(t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index('companies_name_index').on(t.searchName, t.id),
    index('companies_name_trgm_index').using('gin', sql`${t.searchName} gin_trgm_ops`),
    check('companies_status_check', isOneOf(t.status, codes(companyStatuses))),
    check('companies_billing_type_check', isOneOf(t.billingType, codes(billingTypes))),
    check('companies_type_check', sql`${t.type} in (1, 2)`),
  ],
);

/** Proof that a company's address is its own, as mailed there: only the newest counts, by its hash. */
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

/** The membership of an account in a company: at most one (`product: Words`). The role stands on the account. */
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
    /** What a deactivated person was: the account does not hold the role meanwhile, and gets it back with the work. */
    formerRole: text().$type<'TNCompanyAdmin' | 'Employer'>(),
    createdAt: createdAt(),
  },
  (t) => [index('employees_company_index').on(t.companyId, t.createdAt.desc().nullsFirst(), t.userId.desc().nullsFirst())],
);

/**
 * Somebody who has an account already, such as a driver's, is invited to work for a company, and does once they say so
 * themselves: until then the company knows what it wrote, and the account is not touched (`product: Words`).
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
    /** As the company wrote them. */
    email: text().notNull(),
    firstName: text().notNull(),
    lastName: text().notNull(),
    phone: text(),
    role: text().$type<'TNCompanyAdmin' | 'Employer'>().notNull(),
    /** Of the mail's link; only the newest counts. */
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

/** Words that a company sticks on its jobs and applicants. */
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
