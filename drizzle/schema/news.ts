import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { type ChannelType, channelTypes } from '#shared/news/news.ts';
import type { RichDocument } from '#shared/rich-text/rich-text.ts';
import { users } from './accounts.ts';
import { createdAt, instant, isOneOf, primaryId, updatedAt } from './columns.ts';

/** A news channel and who subscribes to it: `channel_type` (`product: News, ads, albums`). */
export const channels = pgTable(
  'channels',
  {
    id: primaryId(),
    name: text().notNull(),
    /** The name in lower case, to search and sort by. */
    searchName: text()
      .notNull()
      .generatedAlwaysAs(sql`lower(name)`),
    description: text(),
    channelType: text().$type<ChannelType>().notNull().default('Open'),
    isActive: boolean().notNull().default(true),
    /** Posts that are not deleted; whoever makes or deletes one counts, in the same transaction. */
    postCount: integer().notNull().default(0),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    index('channels_newest_index').on(t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    check('channels_type_check', isOneOf(t.channelType, channelTypes)),
  ],
);

/** What a member chose: joined an Open channel, left a Pre Subscribed one. Without a row the channel's type decides. */
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
 * A post. It is up while it is active and was published; `scheduledAt` is when the worker publishes it. Deleting can be
 * undone for a day, until the worker sweeps it away.
 */
export const posts = pgTable(
  'posts',
  {
    id: primaryId(),
    channelId: uuid()
      .notNull()
      .references(() => channels.id, { onDelete: 'cascade' }),
    /** Who wrote it. */
    userId: uuid().references(() => users.id, { onDelete: 'set null' }),
    title: text().notNull(),
    /** The title in lower case, to search and sort by. */
    searchTitle: text()
      .notNull()
      .generatedAlwaysAs(sql`lower(title)`),
    /** The editor's document, checked against the schema; null until something was written. */
    body: jsonb().$type<RichDocument>(),
    /** The same as safe HTML, made when it is written. */
    bodyHtml: text().notNull().default(''),
    /** The first words, for cards. */
    excerpt: text().notNull().default(''),
    /** Name of the stored picture; its small resolution stands beside it. */
    thumbnail: text(),
    /** Names of the stored pictures that the body shows, so that what nothing shows can be swept. */
    pictures: text().array().notNull().default([]),
    isActive: boolean().notNull().default(false),
    scheduledAt: instant(),
    publishedAt: instant(),
    /** Accounts that opened it, each once (`post_views`). */
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

/** Who has opened a post: once per account; also what a member has read (`product: News, ads, albums`). */
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
