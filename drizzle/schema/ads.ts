import { sql } from 'drizzle-orm';
import { boolean, check, date, index, integer, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core';
import type { AdPlacement } from '#shared/ads.ts';
import { createdAt, instant, primaryId, updatedAt } from './columns.ts';

/** An ad for drivers. It always has an image or a video (`docs/product/news-and-ads.md#ads`). */
export const ads = pgTable(
  'ads',
  {
    id: primaryId(),
    title: text().notNull(),
    advertiser: text().notNull(),
    /** Name of a stored image of 587 by 226 pixels. */
    image: text(),
    /** Name of a stored video. */
    video: text(),
    linkUrl: text().notNull(),
    placement: text().$type<AdPlacement>().notNull(),
    startsAt: instant().notNull(),
    endsAt: instant(),
    isActive: boolean().notNull().default(true),
    /** The sum of `ad_days`. */
    impressions: integer().notNull().default(0),
    clicks: integer().notNull().default(0),
    /** Incremented by every edit. */
    version: integer().notNull().default(1),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    check('ads_placement', sql`${t.placement} in ('members', 'jobs', 'both')`),
    check('ads_window', sql`${t.endsAt} > ${t.startsAt}`),
    check('ads_has_media', sql`${t.image} is not null or ${t.video} is not null`),
    index('ads_active_index')
      .on(t.startsAt)
      .where(sql`${t.isActive}`),
    index('ads_created_index').on(t.createdAt, t.id),
    index('ads_image_index').on(t.image),
    index('ads_video_index').on(t.video),
  ],
);

/** One row for the installation. Without a row, the defaults of `shared/ads.ts` apply. */
export const adSettings = pgTable(
  'ad_settings',
  {
    id: smallint().primaryKey().default(1),
    rotationSeconds: integer().notNull(),
    maxPerPage: integer().notNull(),
    membersEnabled: boolean().notNull(),
    jobsEnabled: boolean().notNull(),
    updatedAt: updatedAt(),
  },
  (t) => [check('ad_settings_single', sql`${t.id} = 1`)],
);

/** Daily counters for an ad's report, in the platform's time zone. */
export const adDays = pgTable(
  'ad_days',
  {
    adId: uuid()
      .notNull()
      .references(() => ads.id, { onDelete: 'cascade' }),
    day: date().notNull(),
    impressions: integer().notNull().default(0),
    clicks: integer().notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.adId, t.day] })],
);

/** Recent impressions and clicks, so that each counts once per ad, viewer, rotation turn and kind. Deleted after a few hours. */
export const adEvents = pgTable(
  'ad_events',
  {
    adId: uuid()
      .notNull()
      .references(() => ads.id, { onDelete: 'cascade' }),
    /** A keyed hash, so that the row does not identify the person. */
    viewer: text().notNull(),
    /** When the rotation turn began. */
    turnAt: instant().notNull(),
    kind: text().$type<'impression' | 'click'>().notNull(),
    at: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.adId, t.viewer, t.turnAt, t.kind] }), index('ad_events_at_index').on(t.at)],
);
