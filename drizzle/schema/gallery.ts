import { pgTable, text } from 'drizzle-orm/pg-core';
import { createdAt } from './columns.ts';

/** What the developer gallery's list works on (`product: News, ads, albums, developer routes`). */
export const albums = pgTable('albums', { id: text().primaryKey(), title: text().notNull(), createdAt: createdAt() });
