import { bigint, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, primaryId } from './columns.ts';

/** Stored files. The key is a random name in the store; public media need no token. */
export const media = pgTable(
  'media',
  {
    id: primaryId(),
    /** Random name with extension, the last part of its address. */
    name: text().notNull().unique(),
    kind: text().$type<'logo' | 'image' | 'picture' | 'ad' | 'video' | 'document'>().notNull(),
    mime: text().notNull(),
    bytes: bigint({ mode: 'number' }).notNull(),
    width: integer(),
    height: integer(),
    ownerId: uuid(),
    companyId: uuid(),
    createdAt: createdAt(),
  },
  (t) => [index('media_company_index').on(t.companyId)],
);
