import { sql } from 'drizzle-orm';
import { check, doublePrecision, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { type Carrier, type CarrierSource, carrierSources, type CheckState, checkStates } from '#shared/companies/carrier.ts';
import { users } from './accounts.ts';
import { createdAt, instant, isOneOf, primaryId, updatedAt } from './columns.ts';
import { companies } from './companies.ts';

const ofCompany = () =>
  uuid()
    .notNull()
    .references(() => companies.id, { onDelete: 'cascade' });

/**
 * What a company writes about itself for its public page (`docs/product/companies.md#public-page`). A company without a row
 * has a page from its name, address and jobs.
 */
export const companyProfiles = pgTable('company_profiles', {
  companyId: ofCompany().primaryKey(),
  about: text().notNull().default(''),
  website: text(),
  /** The number of trucks. */
  fleetSize: integer(),
  foundedYear: integer(),
  usdotNumber: text(),
  /** The docket number without `MC`. */
  mcNumber: text(),
  version: integer().notNull().default(1),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});

/** A place that a company works from, in the company's order. */
export const companyTerminals = pgTable(
  'company_terminals',
  {
    id: primaryId(),
    companyId: ofCompany(),
    position: integer().notNull(),
    name: text(),
    city: text().notNull(),
    state: text().notNull(),
    postalCode: text(),
    latitude: doublePrecision().notNull(),
    longitude: doublePrecision().notNull(),
  },
  (t) => [index('company_terminals_company_index').on(t.companyId, t.position)],
);

/** A photo of a company's page, in the company's order. */
export const companyPhotos = pgTable(
  'company_photos',
  {
    id: primaryId(),
    companyId: ofCompany(),
    position: integer().notNull(),
    /** The file's name in the media store. */
    fileName: text().notNull(),
    alt: text().notNull(),
    width: integer().notNull(),
    height: integer().notNull(),
  },
  (t) => [index('company_photos_company_index').on(t.companyId, t.position), index('company_photos_file_index').on(t.fileName)],
);

/** Earlier names in the addresses of companies' pages. They redirect until another company has the name. */
export const formerCompanySlugs = pgTable(
  'former_company_slugs',
  { slug: text().primaryKey(), companyId: ofCompany(), createdAt: createdAt() },
  (t) => [index('former_company_slugs_company_index').on(t.companyId)],
);

/** The newest check of a company's USDOT number (`docs/product/companies.md#carrier-check`). */
export const carrierChecks = pgTable(
  'carrier_checks',
  {
    companyId: ofCompany().primaryKey(),
    state: text().$type<CheckState>().notNull(),
    source: text().$type<CarrierSource>().notNull(),
    usdotNumber: text().notNull(),
    mcNumber: text(),
    carrier: jsonb().$type<Carrier>().notNull(),
    /** When the registry answered. */
    checkedAt: instant().notNull(),
    decidedBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    decidedAt: instant(),
    /** Why an administrator rejected the check. */
    reason: text(),
    /** When the worker looks a verified number up again. */
    recheckAt: instant(),
  },
  (t) => [
    // Several companies can enter a number, but only one can have it verified.
    uniqueIndex('carrier_checks_verified_key')
      .on(t.usdotNumber)
      .where(sql`state = 'verified'`),
    index('carrier_checks_waiting_index')
      .on(t.checkedAt)
      .where(sql`state = 'waiting'`),
    index('carrier_checks_recheck_index')
      .on(t.recheckAt)
      .where(sql`recheck_at is not null`),
    check('carrier_checks_state_check', isOneOf(t.state, checkStates)),
    check('carrier_checks_source_check', isOneOf(t.source, carrierSources)),
    check('carrier_checks_recheck_check', sql`(${t.state} = 'verified') = (${t.recheckAt} is not null)`),
  ],
);
