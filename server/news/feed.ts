import { and, count, desc, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import { channelMembers, channels, posts, postViews } from '#drizzle/schema/news.ts';
import type { Page, PageOf } from '#shared/lists/list.ts';
import type { NewsItem } from '#shared/news/news.ts';
import type { Database } from '#server/db/open.ts';
import { notFound } from '#server/errors.ts';
import { choiceOf, isSubscribed } from './membership.ts';
import { pictureUrls } from './upload-image.ts';

type Asked = Page & { channelId?: string | undefined };

/** What a member may read: posts that are up, in active channels that they have. */
export const isReadable = and(
  isNull(posts.deletedAt),
  posts.isActive,
  isNotNull(posts.publishedAt),
  channels.isActive,
  isSubscribed,
);

/** Older ones are found in no page: nobody goes so far, and counting them all would cost every reader. */
export const mostNews = 500;

/** A member's latest news, each with whether it was opened. */
export async function listFeed(db: Database, userId: string, { channelId, offset, limit }: Asked): Promise<PageOf<NewsItem>> {
  const where = and(isReadable, channelId ? eq(posts.channelId, channelId) : undefined);
  const latest = [desc(posts.publishedAt), desc(posts.id)];
  const counted = db
    .select({ id: posts.id })
    .from(posts)
    .innerJoin(channels, eq(channels.id, posts.channelId))
    .leftJoin(channelMembers, choiceOf(userId))
    .where(where)
    .orderBy(...latest)
    .limit(mostNews)
    .as('counted');
  const counting = db.select({ n: count() }).from(counted);
  const page = selected(db, userId, where)
    .orderBy(...latest)
    .limit(Math.max(0, Math.min(limit, mostNews - offset)))
    .offset(offset);
  const [[total], rows] = await Promise.all([counting, page]);
  return { items: rows.map(asItem), pagination: { offset, limit, total: total?.n ?? 0 } };
}

/** One post whole. One that the member may not read is not there. */
export async function readNewsPost(db: Database, userId: string, id: string) {
  const [row] = await selected(db, userId, and(isReadable, eq(posts.id, id)));
  const [whole] = await db.select({ bodyHtml: posts.bodyHtml, updatedAt: posts.updatedAt }).from(posts).where(eq(posts.id, id));
  if (!row || !whole) throw notFound('This post');
  return { ...asItem(row), ...whole };
}

function selected(db: Database, userId: string, where: SQL | undefined) {
  return db
    .select({
      id: posts.id,
      title: posts.title,
      excerpt: posts.excerpt,
      thumbnail: posts.thumbnail,
      publishedAt: sql<Date>`${posts.publishedAt}`.mapWith(posts.publishedAt),
      channelId: channels.id,
      channelName: channels.name,
      isRead: sql<boolean>`${postViews.postId} is not null`.mapWith(Boolean),
    })
    .from(posts)
    .innerJoin(channels, eq(channels.id, posts.channelId))
    .leftJoin(channelMembers, choiceOf(userId))
    .leftJoin(postViews, and(eq(postViews.postId, posts.id), eq(postViews.userId, userId)))
    .where(where)
    .$dynamic();
}

type Row = Awaited<ReturnType<typeof selected>>[number];

function asItem({ thumbnail, ...row }: Row) {
  return { ...row, ...pictureUrls(thumbnail) };
}

/**
 * A member opened a post: it is read now, and counts as one view of the account however often it is opened
 * (`product: News, ads, albums`). One statement, so that any number of readers at once are each counted once.
 */
export async function viewPost(db: Database, userId: string, id: string): Promise<{ id: string }> {
  const [post] = await db
    .select({ id: posts.id })
    .from(posts)
    .innerJoin(channels, eq(channels.id, posts.channelId))
    .leftJoin(channelMembers, choiceOf(userId))
    .where(and(eq(posts.id, id), isReadable));
  if (!post) throw notFound('This post');
  await db.execute(sql`
    with seen as (
      insert into post_views (post_id, user_id) values (${id}, ${userId}) on conflict do nothing returning post_id
    )
    update posts set views = views + 1 from seen where posts.id = seen.post_id`);
  return { id };
}
