import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  customType,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import { codes, type Endorsement } from '#shared/catalogues.ts';
import { type AlertFrequency, alertFrequencies, defaultFrequency } from '#shared/drivers/saved-search.ts';
import type { SearchFilters } from '#shared/jobs/public-job.ts';
import { users } from './accounts.ts';
import { createdAt, instant, isOneOf, primaryId } from './columns.ts';

const tsquery = customType<{ data: string }>({ dataType: () => 'tsquery' });

/**
 * What a saved search requires of a job, compiled from its filters (`server/search/find-jobs.ts`). Null requires nothing. The
 * worker compiles it again after a release may have changed the words (`server/drivers/saved-searches/refresh-searches.ts`).
 */
const requirementColumns = {
  /** All words, the facts and, for a search without a circle, the names of the place. */
  words: tsquery(),
  experienceRank: integer(),
  /** Cents. */
  weeklyPay: doublePrecision(),
  endorsements: text().array().$type<Endorsement[]>(),
  /** The code of the state for a search that finds its jobs and nationwide ones only, so that other jobs skip it. */
  state: text(),
  /** The circle or, with an end, the route, with the half-degree map cells that it touches. */
  latitude: doublePrecision(),
  longitude: doublePrecision(),
  endLatitude: doublePrecision(),
  endLongitude: doublePrecision(),
  miles: doublePrecision(),
  cells: integer().array(),
};

/** A search that a driver keeps (`docs/product/drivers.md#saved-searches`). */
export const savedSearches = pgTable(
  'saved_searches',
  {
    id: primaryId(),
    driverId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    frequency: text().$type<AlertFrequency>().notNull().default(defaultFrequency),
    filters: jsonb().$type<SearchFilters>().notNull(),
    /** A hash of the filters, so that a driver saves each search once. */
    key: text().notNull(),
    ...requirementColumns,
    createdAt: createdAt(),
    /** When the driver last looked at the new jobs. */
    seenAt: createdAt(),
  },
  (t) => [
    unique('saved_searches_once_key').on(t.driverId, t.key),
    // Without `fastupdate`, because matching a job would read the changes that wait to be added to the index.
    index('saved_searches_cells_index').using('gin', t.cells).with({ fastupdate: false }),
    index('saved_searches_everywhere_index')
      .on(t.state)
      .where(sql`cells is null`),
    check('saved_searches_frequency_check', isOneOf(t.frequency, codes(alertFrequencies))),
    check('saved_searches_circle_check', sql`num_nulls(latitude, longitude, miles, cells) in (0, 4)`),
    check(
      'saved_searches_route_check',
      sql`num_nulls(end_latitude, end_longitude) = 2 or (num_nulls(end_latitude, end_longitude) = 0 and latitude is not null)`,
    ),
  ],
);

/**
 * A new job that a saved search found. It has no foreign keys: the check of `job_id` would take most of the time of matching, and that
 * of `search_id` would make matching fail when a search is deleted meanwhile. Rows of a deleted job or search are ignored until they
 * are swept.
 */
export const searchMatches = pgTable(
  'search_matches',
  {
    searchId: uuid().notNull(),
    jobId: uuid().notNull(),
    foundAt: createdAt(),
    /** Whether the driver still has to be told. */
    isWaiting: boolean().notNull(),
  },
  (t) => [primaryKey({ columns: [t.searchId, t.jobId] }), index('search_matches_age_index').using('brin', t.foundAt)],
);

/**
 * When a driver is told next about new jobs. Workers lock the row, so that a driver gets one message for all searches. It has no
 * foreign key, which would make matching fail when an account is deleted meanwhile.
 */
export const jobAlerts = pgTable(
  'job_alerts',
  {
    id: primaryId(),
    driverId: uuid().notNull().unique('job_alerts_driver_key'),
    /** Null if no match waits. */
    dueAt: instant(),
    /** When the driver was last told. */
    toldAt: instant(),
  },
  (t) => [
    index('job_alerts_due_index')
      .on(t.dueAt)
      .where(sql`due_at is not null`),
  ],
);
