import { sql } from 'drizzle-orm';
import { type AnyPgColumn, boolean, check, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { ChannelType } from '#shared/news.ts';
import type { RichDocument } from '#shared/rich-text.ts';
import { users } from './accounts.ts';
import { createdAt, instant, primaryId, updatedAt } from './columns.ts';

type ListedChannel = Record<'searchName' | 'channelType' | 'isActive' | 'postCount' | 'createdAt' | 'updatedAt', AnyPgColumn>;

/** What the channel list filters by: an index of an order that carries these finds a page without the wide rows. */
const listedChannel = (t: ListedChannel, but: AnyPgColumn): AnyPgColumn[] =>
  [t.channelType, t.isActive, t.postCount, t.createdAt, t.updatedAt, t.searchName].filter((column) => column !== but);

type ListedPost = Record<
  'searchTitle' | 'isActive' | 'publishedAt' | 'scheduledAt' | 'views' | 'createdAt' | 'updatedAt' | 'userId',
  AnyPgColumn
>;

/** The same for the posts of a channel. */
const listedPost = (t: ListedPost, but: AnyPgColumn): AnyPgColumn[] =>
  [t.publishedAt, t.isActive, t.scheduledAt, t.views, t.createdAt, t.updatedAt, t.userId, t.searchTitle].filter(
    (column) => column !== but,
  );

/** A news channel and who subscribes to it: `channel_type` (`product: News, ads, albums`). */
export const channels = pgTable(
  'channels',
  {
    id: primaryId(),
    name: text().notNull(),
    /** Name and description as they are searched: in lower case, and their single letters and pairs. */
    searchName: text()
      .notNull()
      .generatedAlwaysAs(sql`lower(name)`),
    nameGrams: text()
      .array()
      .notNull()
      .generatedAlwaysAs(sql`short_grams(name)`),
    description: text(),
    searchDescription: text().generatedAlwaysAs(sql`lower(description)`),
    descriptionGrams: text()
      .array()
      .generatedAlwaysAs(sql`short_grams(description)`),
    channelType: text().$type<ChannelType>().notNull().default('Open'),
    isActive: boolean().notNull().default(true),
    /** Posts that are not deleted; whoever makes or deletes one counts, in the same transaction. */
    postCount: integer().notNull().default(0),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    index('channels_newest_index').on(
      t.createdAt.desc().nullsFirst(),
      t.id.desc().nullsFirst(),
      ...listedChannel(t, t.createdAt),
    ),
    index('channels_name_index').on(t.searchName, t.id, ...listedChannel(t, t.searchName)),
    index('channels_type_index').on(t.channelType, t.id, ...listedChannel(t, t.channelType)),
    index('channels_active_index').on(t.isActive, t.id, ...listedChannel(t, t.isActive)),
    index('channels_posts_index').on(t.postCount, t.id, ...listedChannel(t, t.postCount)),
    // Narrow, for what passes by half of them: a page in the middle.
    index('channels_newest_far_index').on(t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index('channels_name_far_index').on(t.searchName, t.id),
    index('channels_type_far_index').on(t.channelType, t.id),
    index('channels_active_far_index').on(t.isActive, t.id),
    index('channels_posts_far_index').on(t.postCount, t.id),
    // Byte by byte, whatever the database's collation: what begins alike stands together (`server/db/lacking-texts.ts`).
    index('channels_text_index').on(sql`${t.searchName} collate "C"`, t.id),
    index('channels_updated_index').on(t.updatedAt, t.id),
    index('channels_undescribed_index')
      .on(t.id)
      .where(sql`description is null`),
    index('channels_name_trgm_index').using('gin', sql`${t.searchName} gin_trgm_ops`),
    index('channels_name_grams_index').using('gin', t.nameGrams),
    index('channels_description_trgm_index').using('gin', sql`${t.searchDescription} gin_trgm_ops`),
    index('channels_description_grams_index').using('gin', t.descriptionGrams),
    check('channels_type_check', sql`${t.channelType} in ('Mandatory', 'Pre Subscribed', 'Open')`),
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
    /** The title as it is searched: in lower case, and its single letters and pairs. */
    searchTitle: text()
      .notNull()
      .generatedAlwaysAs(sql`lower(title)`),
    titleGrams: text()
      .array()
      .notNull()
      .generatedAlwaysAs(sql`short_grams(title)`),
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
      .on(t.channelId, t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst(), ...listedPost(t, t.createdAt))
      .where(sql`deleted_at is null`),
    index('posts_title_index')
      .on(t.channelId, t.searchTitle, t.id, ...listedPost(t, t.searchTitle))
      .where(sql`deleted_at is null`),
    // Narrow, for what passes by half of them: a page in the middle.
    index('posts_newest_far_index')
      .on(t.channelId, t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst())
      .where(sql`deleted_at is null`),
    index('posts_title_far_index')
      .on(t.channelId, t.searchTitle, t.id)
      .where(sql`deleted_at is null`),
    index('posts_views_far_index')
      .on(t.channelId, t.views, t.id)
      .where(sql`deleted_at is null`),
    index('posts_published_far_index')
      .on(t.channelId, t.publishedAt, t.id)
      .where(sql`deleted_at is null`),
    index('posts_published_far_down_index')
      .on(t.channelId, t.publishedAt.desc().nullsLast(), t.id.desc().nullsFirst())
      .where(sql`deleted_at is null`),
    // Byte by byte, whatever the database's collation: what begins alike stands together (`server/db/lacking-texts.ts`).
    index('posts_text_index')
      .on(t.channelId, sql`${t.searchTitle} collate "C"`, t.id)
      .where(sql`deleted_at is null`),
    index('posts_updated_index')
      .on(t.channelId, t.updatedAt, t.id)
      .where(sql`deleted_at is null`),
    /** The states of what is not up. */
    index('posts_state_index')
      .on(t.channelId, t.scheduledAt, t.publishedAt)
      .where(sql`deleted_at is null and not is_active`),
    index('posts_title_trgm_index')
      .using('gin', sql`${t.searchTitle} gin_trgm_ops`)
      .where(sql`deleted_at is null`),
    index('posts_title_grams_index')
      .using('gin', t.titleGrams)
      .where(sql`deleted_at is null`),
    index('posts_views_index')
      .on(t.channelId, t.views, t.id, ...listedPost(t, t.views))
      .where(sql`deleted_at is null`),
    index('posts_published_index')
      .on(t.publishedAt.desc().nullsFirst(), t.id.desc().nullsFirst(), t.channelId)
      .where(sql`deleted_at is null and is_active and published_at is not null`),
    // A day may be missing, and what is missing comes last in either direction: that takes an index for each.
    index('posts_channel_published_index')
      .on(t.channelId, t.publishedAt, t.id, ...listedPost(t, t.publishedAt))
      .where(sql`deleted_at is null`),
    index('posts_channel_published_down_index')
      .on(t.channelId, t.publishedAt.desc().nullsLast(), t.id.desc().nullsFirst(), ...listedPost(t, t.publishedAt))
      .where(sql`deleted_at is null`),
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
