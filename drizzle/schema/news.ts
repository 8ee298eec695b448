import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { type ChannelType, channelTypes } from '#shared/news/news.ts';
import type { RichDocument } from '#shared/rich-text/rich-text.ts';
import { users } from './accounts.ts';
import { createdAt, instant, isOneOf, primaryId, updatedAt } from './columns.ts';

/** A news channel. `channel_type` says who is subscribed (`docs/product/news-and-ads.md#channels`). */
export const channels = pgTable(
  'channels',
  {
    id: primaryId(),
    name: text().notNull(),
    /** The name as filters and orders compare it. */
    searchName: text()
      .notNull()
      .generatedAlwaysAs(sql`fold_text(name)`),
    description: text(),
    channelType: text().$type<ChannelType>().notNull().default('Open'),
    isActive: boolean().notNull().default(true),
    /** Posts that are not deleted. Creating or deleting a post updates the count in the same transaction. */
    postCount: integer().notNull().default(0),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    index('channels_newest_index').on(t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    check('channels_type_check', isOneOf(t.channelType, channelTypes)),
  ],
);

/** A member's choice: joined an Open channel or left a Pre Subscribed one. Without a row, the channel's type decides. */
export const channelMembers = pgTable(
  'channel_members',
  {
    channelId: uuid()
      .notNull()
      .references(() => channels.id, { onDelete: 'cascade' }),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    state: text().$type<'joined' | 'left'>().notNull(),
    at: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.channelId, t.userId] }),
    index('channel_members_user_index').on(t.userId),
    check('channel_members_state_check', sql`${t.state} in ('joined', 'left')`),
  ],
);

/**
 * A post is public while it is active and published. The worker publishes it at `scheduledAt`. A deleted post can be
 * restored for a day, until the worker removes it.
 */
export const posts = pgTable(
  'posts',
  {
    id: primaryId(),
    channelId: uuid()
      .notNull()
      .references(() => channels.id, { onDelete: 'cascade' }),
    /** The author. */
    userId: uuid().references(() => users.id, { onDelete: 'set null' }),
    title: text().notNull(),
    /** The title as filters and orders compare it. */
    searchTitle: text()
      .notNull()
      .generatedAlwaysAs(sql`fold_text(title)`),
    /** The editor's document, validated against the schema. Null until something was written. */
    body: jsonb().$type<RichDocument>(),
    /** The body as safe HTML, made when the post is saved. */
    bodyHtml: text().notNull().default(''),
    /** The first words of the body, for cards. */
    excerpt: text().notNull().default(''),
    /** Name of the stored picture. A smaller size is stored with it. */
    thumbnail: text(),
    /** Names of the pictures in the body, so that the cleanup keeps them. */
    pictures: text().array().notNull().default([]),
    isActive: boolean().notNull().default(false),
    scheduledAt: instant(),
    publishedAt: instant(),
    /** The number of accounts that opened the post (`post_views`). */
    views: integer().notNull().default(0),
    version: integer().notNull().default(1),
    deletedAt: instant(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    index('posts_channel_index')
      .on(t.channelId, t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst())
      .where(sql`deleted_at is null`),
    index('posts_published_index')
      .on(t.publishedAt.desc().nullsFirst(), t.id.desc().nullsFirst(), t.channelId)
      .where(sql`deleted_at is null and is_active and published_at is not null`),
    index('posts_due_index')
      .on(t.scheduledAt)
      .where(sql`scheduled_at is not null and deleted_at is null`),
    index('posts_deleted_index')
      .on(t.deletedAt)
      .where(sql`deleted_at is not null`),
    index('posts_user_index').on(t.userId),
    index('posts_pictures_index').using('gin', t.pictures),
    index('posts_thumbnail_index')
      .on(t.thumbnail)
      .where(sql`thumbnail is not null`),
    check('posts_active_check', sql`not ${t.isActive} or ${t.publishedAt} is not null`),
    check('posts_scheduled_check', sql`${t.scheduledAt} is null or not ${t.isActive}`),
  ],
);

/**
 * The accounts that have opened a post. The rows are used to count one view per account and to show members what they have
 * read.
 */
export const postViews = pgTable(
  'post_views',
  {
    postId: uuid()
      .notNull()
      .references(() => posts.id, { onDelete: 'cascade' }),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    at: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.postId, t.userId] }), index('post_views_user_index').on(t.userId)],
);

/** Example records for the component gallery (`docs/product/news-and-ads.md#component-gallery`). */
export const albums = pgTable('albums', { id: text().primaryKey(), title: text().notNull(), createdAt: createdAt() });
