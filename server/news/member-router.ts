import { and, count, desc, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import * as z from 'zod';
import { channelMembers, channels, posts, postViews } from '#drizzle/schema/news.ts';
import type { Database } from '#server/db/open.ts';
import { notFound } from '#server/errors.ts';
import { allowed, router } from '#server/trpc.ts';
import { idField } from '#shared/fields.ts';
import { pageFields, pageOf, type Page, type PageOf } from '#shared/lists/list.ts';
import { memberChannelSchema, memberPostSchema, newsFeedInput, newsFeedSchema, type NewsItem } from '#shared/news/news.ts';
import { text } from '#shared/texts/texts.ts';
import {
  listMemberChannels,
  listSubscribedChannels,
  readSubscribedChannel,
  join,
  leave,
  toMembershipCondition,
  isSubscribed,
} from './membership.ts';
import { pictureUrls } from './upload-image.ts';

type FeedRequest = Page & { channelId?: string | undefined };

/** A member can read published posts in active channels that the member has. */
const isReadable = and(isNull(posts.deletedAt), posts.isActive, isNotNull(posts.publishedAt), channels.isActive, isSubscribed);

/** Older posts are not listed, because counting all of them would slow down the page for every member. */
const maxPosts = 500;

/** Lists a member's latest posts, each with whether the member has opened it. */
export async function listFeed(
  db: Database,
  userId: string,
  { channelId, offset, limit }: FeedRequest,
): Promise<PageOf<NewsItem>> {
  const where = and(isReadable, channelId ? eq(posts.channelId, channelId) : undefined);
  const newestFirst = [desc(posts.publishedAt), desc(posts.id)];
  const totalQuery = db
    .select({ id: posts.id })
    .from(posts)
    .innerJoin(channels, eq(channels.id, posts.channelId))
    .leftJoin(channelMembers, toMembershipCondition(userId))
    .where(where)
    .orderBy(...newestFirst)
    .limit(maxPosts)
    .as('counted');
  const countQuery = db.select({ n: count() }).from(totalQuery);
  const page = selectPosts(db, userId, where)
    .orderBy(...newestFirst)
    .limit(Math.max(0, Math.min(limit, maxPosts - offset)))
    .offset(offset);
  const [[total], rows] = await Promise.all([countQuery, page]);
  return { items: rows.map(toItem), pagination: { offset, limit, total: total?.n ?? 0 } };
}

/** Reads one post in full. A post that the member may not read counts as not found. */
async function readNewsPost(db: Database, userId: string, id: string) {
  const [row] = await selectPosts(db, userId, and(isReadable, eq(posts.id, id)));
  const [post] = await db.select({ bodyHtml: posts.bodyHtml, updatedAt: posts.updatedAt }).from(posts).where(eq(posts.id, id));
  if (!row || !post) throw notFound(text('errors.postNotFound'));
  return { ...toItem(row), ...post };
}

function selectPosts(db: Database, userId: string, where: SQL | undefined) {
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
    .leftJoin(channelMembers, toMembershipCondition(userId))
    .leftJoin(postViews, and(eq(postViews.postId, posts.id), eq(postViews.userId, userId)))
    .where(where)
    .$dynamic();
}

type Row = Awaited<ReturnType<typeof selectPosts>>[number];

function toItem({ thumbnail, ...row }: Row) {
  return { ...row, ...pictureUrls(thumbnail) };
}

/**
 * Records that a member opened a post. It counts as one view per account (`docs/product/news-and-ads.md#posts`). The view
 * and the counter are written in one statement, so that parallel requests count each member once.
 */
async function viewPost(db: Database, userId: string, id: string): Promise<{ id: string }> {
  const [post] = await db
    .select({ id: posts.id })
    .from(posts)
    .innerJoin(channels, eq(channels.id, posts.channelId))
    .leftJoin(channelMembers, toMembershipCondition(userId))
    .where(and(eq(posts.id, id), isReadable));
  if (!post) throw notFound(text('errors.postNotFound'));
  await db.execute(sql`
    with seen as (
      insert into post_views (post_id, user_id) values (${id}, ${userId}) on conflict do nothing returning post_id
    )
    update posts set views = views + 1 from seen where posts.id = seen.post_id`);
  return { id };
}

const self = allowed('driver.self');
const byId = z.object({ id: idField });

/** News for members, and the channels that they join and leave (`docs/product/drivers.md#members-home`). */
export const memberNewsRouter = router({
  channels: self.output(z.array(memberChannelSchema)).query(({ ctx }) => listMemberChannels(ctx.services.db, ctx.actor.userId)),
  join: self
    .input(byId)
    .output(memberChannelSchema)
    .mutation(({ ctx, input }) => join(ctx.services.db, ctx.actor.userId, input.id)),
  leave: self
    .input(byId)
    .output(memberChannelSchema)
    .mutation(({ ctx, input }) => leave(ctx.services.db, ctx.actor.userId, input.id)),
  feed: self
    .input(newsFeedInput)
    .output(newsFeedSchema)
    .query(({ ctx, input }) => listFeed(ctx.services.db, ctx.actor.userId, input)),
  post: self
    .input(byId)
    .output(memberPostSchema)
    .query(({ ctx, input }) => readNewsPost(ctx.services.db, ctx.actor.userId, input.id)),
  /** For REST clients: the member's channels and their published posts. */
  subscribed: self
    .input(z.object(pageFields()))
    .output(pageOf(memberChannelSchema))
    .query(({ ctx, input }) => listSubscribedChannels(ctx.services.db, ctx.actor.userId, input)),
  channel: self
    .input(byId)
    .output(memberChannelSchema)
    .query(({ ctx, input }) => readSubscribedChannel(ctx.services.db, ctx.actor.userId, input.id)),
  channelPosts: self
    .input(z.object({ ...pageFields(), channelId: idField }))
    .output(newsFeedSchema)
    .query(async ({ ctx, input }) => {
      await readSubscribedChannel(ctx.services.db, ctx.actor.userId, input.channelId);
      return listFeed(ctx.services.db, ctx.actor.userId, input);
    }),
  /** Reads a post and counts the view, which the web does in two calls. */
  open: self
    .input(byId)
    .output(memberPostSchema)
    .query(async ({ ctx, input }) => {
      await viewPost(ctx.services.db, ctx.actor.userId, input.id);
      return readNewsPost(ctx.services.db, ctx.actor.userId, input.id);
    }),
  view: self
    .input(byId)
    .output(z.object({ id: z.string() }))
    .mutation(({ ctx, input }) => viewPost(ctx.services.db, ctx.actor.userId, input.id)),
});
