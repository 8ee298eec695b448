import { index, integer, jsonb, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core';
import type { MiddleStage, SavedSearch } from '#shared/applicants/stages.ts';
import type { ChangeSource, TimelineKind } from '#shared/applicants/timeline.ts';
import { users } from './accounts.ts';
import { createdAt, instant, primaryId } from './columns.ts';
import { companies } from './companies.ts';
import { applications } from './drivers.ts';

/** The company's own name and place of a middle stage. A company without rows has the usual ones. */
export const companyStages = pgTable(
  'company_stages',
  {
    companyId: uuid()
      .notNull()
      .references(() => companies.id, { onDelete: 'cascade' }),
    stage: text().$type<MiddleStage>().notNull(),
    name: text(),
    position: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.stage] }), unique('company_stages_position_key').on(t.companyId, t.position)],
);

/**
 * What happened with an application (`docs/product/applicants-and-matching.md#timeline`). Notes and calls are entries too.
 * All of them are deleted when the driver deletes the account.
 */
export const applicationEvents = pgTable(
  'application_events',
  {
    id: primaryId(),
    applicationId: uuid()
      .notNull()
      .references(() => applications.id, { onDelete: 'cascade' }),
    companyId: uuid()
      .notNull()
      .references(() => companies.id, { onDelete: 'cascade' }),
    at: createdAt(),
    kind: text().$type<TimelineKind>().notNull(),
    /** Null if the driver or the worker did it. */
    authorId: uuid().references(() => users.id, { onDelete: 'set null' }),
    source: text().$type<ChangeSource>().notNull().default('web'),
    /** The text of a note or call. */
    text: text(),
    editedAt: instant(),
    detail: jsonb().$type<Record<string, unknown>>().notNull().default({}),
  },
  (t) => [
    index('application_events_application_index').on(t.applicationId, t.id.desc().nullsFirst()),
    index('application_events_company_index').on(t.companyId, t.kind, t.at),
  ],
);

/** A person's saved filters and columns of the list of applicants. */
export const savedViews = pgTable(
  'saved_views',
  {
    id: primaryId(),
    companyId: uuid()
      .notNull()
      .references(() => companies.id, { onDelete: 'cascade' }),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    search: jsonb().$type<SavedSearch>().notNull(),
    createdAt: createdAt(),
  },
  (t) => [unique('saved_views_name_key').on(t.userId, t.companyId, t.name)],
);
