import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, instant, leaseUntil, primaryId } from './columns.ts';

/** Stored files. The key is a random name in the store; public media need no token. */
export const media = pgTable(
  'media',
  {
    id: primaryId(),
    /** Random name with extension, the last part of its address. */
    name: text().notNull().unique(),
    kind: text().$type<'logo' | 'image' | 'picture' | 'ad' | 'job' | 'news' | 'document'>().notNull(),
    mime: text().notNull(),
    bytes: bigint({ mode: 'number' }).notNull(),
    width: integer(),
    height: integer(),
    ownerId: uuid(),
    companyId: uuid(),
    createdAt: createdAt(),
    /** When a sweep first found that nothing shows it; a day later it is removed, unless something shows it again. */
    unusedSince: instant(),
  },
  (t) => [
    index('media_company_index').on(t.companyId),
    index('media_news_index')
      .on(t.createdAt)
      .where(sql`kind = 'news'`),
  ],
);

/**
 * Files that come in parts (`spec: work §7 Multimedia upload stages`), and for a day those that came at once: the quotas
 * count here. The id becomes the file's in `media`, so that finishing twice makes one file.
 */
export const uploads = pgTable(
  'uploads',
  {
    id: primaryId(),
    kind: text().$type<'ad' | 'job'>().notNull(),
    ownerId: uuid().notNull(),
    companyId: uuid(),
    /** The random name under which the store keeps the file. */
    name: text().notNull().unique(),
    mime: text().notNull(),
    /** As announced; what comes must add up to it. */
    bytes: bigint({ mode: 'number' }).notNull(),
    /** The store's own mark of the upload; null when the file came at once. */
    storeId: text(),
    createdAt: createdAt(),
    /** When a part last came: what nobody goes on with is swept. */
    touchedAt: createdAt(),
    /** Until then one request finishes it, and others wait. */
    leaseUntil: leaseUntil(),
    finishedAt: instant(),
  },
  (t) => [
    check('uploads_bytes_check', sql`${t.bytes} > 0`),
    index('uploads_owner_index').on(t.ownerId, t.createdAt),
    index('uploads_company_index').on(t.companyId, t.createdAt),
    index('uploads_touched_index').on(t.touchedAt),
  ],
);

/** The parts that the store has acknowledged; of a part sent twice the last. */
export const uploadParts = pgTable(
  'upload_parts',
  {
    uploadId: uuid()
      .notNull()
      .references(() => uploads.id, { onDelete: 'cascade' }),
    partNumber: integer().notNull(),
    etag: text().notNull(),
    bytes: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.uploadId, t.partNumber] }),
    check('upload_parts_number_check', sql`${t.partNumber} between 1 and 10000`),
    check('upload_parts_bytes_check', sql`${t.bytes} > 0`),
  ],
);
