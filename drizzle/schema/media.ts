import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, instant, leaseUntil, primaryId } from './columns.ts';

/** Stored files. The name is random, so public files need no token. */
export const media = pgTable(
  'media',
  {
    id: primaryId(),
    /** A random name with its extension. It is the last part of the file's URL. */
    name: text().notNull().unique(),
    kind: text().$type<'logo' | 'image' | 'picture' | 'ad' | 'job' | 'news' | 'company' | 'document'>().notNull(),
    mime: text().notNull(),
    bytes: bigint({ mode: 'number' }).notNull(),
    width: integer(),
    height: integer(),
    ownerId: uuid(),
    companyId: uuid(),
    createdAt: createdAt(),
    /**
     * When the cleanup first found that nothing uses the file. The file is deleted a day later, unless something uses it again.
     */
    unusedSince: instant(),
    /**
     * When a company, profile or job description first showed the picture. Until then it is private. Triggers set this time for
     * logos and pictures only. For other kinds, the jobs, ads and posts that show the file are looked up.
     */
    shownAt: instant(),
  },
  (t) => [
    index('media_company_index').on(t.companyId),
    index('media_news_index')
      .on(t.createdAt)
      .where(sql`kind = 'news'`),
    index('media_document_index')
      .on(t.ownerId, t.createdAt)
      .where(sql`kind = 'document'`),
  ],
);

/**
 * Files that are being uploaded in parts (`docs/product/jobs.md#job-media`). Files that came in one request are also kept here
 * for a day, because upload quotas are counted in this table. The id becomes the file's id in `media`, so that finishing twice
 * creates one file.
 */
export const uploads = pgTable(
  'uploads',
  {
    id: primaryId(),
    kind: text().$type<'ad' | 'job'>().notNull(),
    ownerId: uuid().notNull(),
    companyId: uuid(),
    /** The random name under which the media store keeps the file. */
    name: text().notNull().unique(),
    mime: text().notNull(),
    /** The announced size. The parts must add up to it. */
    bytes: bigint({ mode: 'number' }).notNull(),
    /** The media store's id of the upload. Null when the file came in one request. */
    storeId: text(),
    createdAt: createdAt(),
    /** When the last part arrived. Uploads without a new part for too long are deleted. */
    touchedAt: createdAt(),
    /** One request is finishing the upload until this time, and other requests wait. */
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

/** The parts that the media store has confirmed. If a part was sent twice, the last one counts. */
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
