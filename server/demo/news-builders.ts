import { newId } from '#drizzle/schema/columns.ts';
import { channels, posts } from '#drizzle/schema/news.ts';
import type { RichDocument } from '#shared/rich-text/rich-text.ts';
import type { Database } from '#server/db/open.ts';
import { picturesOf } from '#server/news/post-content.ts';
import { readBody } from '#server/rich-text/read-document.ts';

/** Builders of whole channels and posts, as builders.ts has them for the rest. */
type ChannelRow = typeof channels.$inferInsert & { id: string };
type PostRow = typeof posts.$inferInsert & { id: string };

export async function makeChannel(db: Database, overrides: Partial<ChannelRow> = {}): Promise<ChannelRow> {
  const row: ChannelRow = { id: newId(), name: 'Road notes', channelType: 'Mandatory', ...overrides };
  await db.insert(channels).values(row);
  return row;
}

export const documentOf = (words: string): RichDocument => ({
  type: 'doc',
  content: [{ type: 'paragraph', content: [{ type: 'text', text: words }] }],
});

/** A post that is up; override `isActive` and its dates for another state. */
export function rowOfPost(channelId: string, overrides: Partial<PostRow> = {}): PostRow {
  const body = overrides.body ?? documentOf('The winter rules for chains begin on the first of November.');
  const read = readBody(body, 'body');
  return {
    id: newId(),
    channelId,
    userId: null,
    title: 'Chains from November on',
    isActive: true,
    publishedAt: overrides.createdAt ?? new Date(),
    ...overrides,
    ...read,
    pictures: picturesOf(read.body),
  };
}

export async function makePost(db: Database, channelId: string, overrides: Partial<PostRow> = {}): Promise<PostRow> {
  const row = rowOfPost(channelId, overrides);
  await db.insert(posts).values(row);
  await countPosts(db);
  return row;
}

/** Sets how many posts each channel has, after rows were written past the use cases. */
export async function countPosts(db: Database): Promise<void> {
  await db.execute(
    `update channels set post_count = (select count(*) from posts where posts.channel_id = channels.id and deleted_at is null)`,
  );
}
