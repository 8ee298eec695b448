import { pgTable, text } from 'drizzle-orm/pg-core';
import { createdAt } from './columns.ts';

/** Example records for the component gallery (`docs/product/news-and-ads.md#component-gallery`). */
export const albums = pgTable('albums', { id: text().primaryKey(), title: text().notNull(), createdAt: createdAt() });
