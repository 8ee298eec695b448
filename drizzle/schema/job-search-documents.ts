import { sql } from 'drizzle-orm';
import { boolean, customType, doublePrecision, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { Endorsement } from '#shared/catalogues.ts';
import { instant } from './columns.ts';
import { jobs } from './jobs.ts';

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' });

/**
 * One row per posted job of a company that is not cancelled, for the public search. Triggers on `jobs` and `companies`
 * write it in the same transaction, through the SQL function `refresh_job_search_documents`.
 */
export const jobSearchDocuments = pgTable(
  'job_search_documents',
  {
    jobId: uuid()
      .primaryKey()
      .references(() => jobs.id, { onDelete: 'cascade' }),
    /** Words of the title, the company, the place and the description, and the facts of the job as words such as `#type:tanker`. */
    words: tsvector().notNull(),
    latitude: doublePrecision().notNull(),
    longitude: doublePrecision().notNull(),
    postedAt: instant().notNull(),
    expiresAt: instant().notNull(),
    promotedUntil: instant(),
    boostUntil: instant(),
    /** Position of the required experience in its catalogue, for "at most" comparisons. */
    experienceRank: integer().notNull(),
    /** Cents for a usual week. 0 when the pay is not stated or depends on the load. */
    weeklyPay: doublePrecision().notNull(),
    endorsements: text().array().$type<Endorsement[]>().notNull(),
    /** Included in place searches of any radius. */
    isNationwide: boolean().notNull(),
  },
  (t) => [
    index('job_search_words_index').using('gin', t.words),
    index('job_search_position_index').using('gist', sql`point(${t.longitude}, ${t.latitude})`),
    index('job_search_nationwide_index')
      .on(t.jobId)
      .where(sql`is_nationwide`),
    index('job_search_newest_index').on(t.postedAt.desc().nullsFirst(), t.jobId.desc().nullsFirst()),
    index('job_search_pay_index').on(
      t.weeklyPay.desc().nullsFirst(),
      t.postedAt.desc().nullsFirst(),
      t.jobId.desc().nullsFirst(),
    ),
    index('job_search_promoted_index')
      .on(t.promotedUntil)
      .where(sql`promoted_until is not null`),
    index('job_search_boosted_index')
      .on(t.boostUntil)
      .where(sql`boost_until is not null`),
  ],
);
