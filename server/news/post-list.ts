import { and, eq, isNull, type SQL } from 'drizzle-orm';
import { users } from '#drizzle/schema/accounts.ts';
import { channels, posts } from '#drizzle/schema/news.ts';
import type { Order, Page, PageOf, Search } from '#shared/list.ts';
import type { Post } from '#shared/news.ts';
import { postState } from '#shared/post-state.ts';
import { findPage } from '#server/db/found-page.ts';
import { inZone, type ListFields, type Reader } from '#server/db/list.ts';
import type { Database } from '#server/db/open.ts';
import { notFound } from '#server/errors.ts';
import { authorField, stateField } from './post-filters.ts';
import { pictureUrls } from './upload-image.ts';

/** What posts are filtered and sorted by (`spec: work §5`: both dates). Each order has an index. */
const ownFields: ListFields = {
  title: {
    kind: 'text',
    column: posts.title,
    search: { lower: posts.searchTitle, grams: posts.titleGrams, isInByteOrder: true },
    order: posts.searchTitle,
    isRequired: true,
  },
  is_active: { kind: 'flag', column: posts.isActive, order: null, isRequired: true },
  state: stateField,
  views: { kind: 'number', column: posts.views, isRequired: true },
  created_at: { kind: 'date', column: posts.createdAt, isRequired: true, halfRange: 'ignored' },
  updated_at: { kind: 'date', column: posts.updatedAt, order: null, isRequired: true },
  published_at: { kind: 'date', column: posts.publishedAt, halfRange: 'ignored' },
  scheduled_at: { kind: 'date', column: posts.scheduledAt, order: null },
};

const newest: Order[] = [{ field: 'created_at', direction: 'desc' }];

type Asked = Search & Page & Reader & { channelId: string; isBrief?: boolean | undefined };

/**
 * The posts of a channel, newest first. How many there are is known without counting while nothing is filtered; else the total
 * stops at `mostCounted`, or where a text is searched for at `mostFound`.
 */
export async function listPosts(db: Database, { channelId, isBrief, ...search }: Asked): Promise<PageOf<Post>> {
  const { offset, limit } = search;
  const [channel] = await db.select({ posts: channels.postCount }).from(channels).where(eq(channels.id, channelId));
  if (!channel) throw notFound('This channel');
  const within = and(eq(posts.channelId, channelId), isNull(posts.deletedAt));
  const fields = { ...inZone(ownFields, search.timeZone), author: await authorField(db, search.filters) };
  const list = { table: posts, id: posts.id, fields, fallback: newest, within, countAll: () => Promise.resolve(channel.posts) };
  const { isOnPage, order, total } = await findPage(db, list, search);
  const [rows, all] = await Promise.all([isOnPage ? selected(db, isOnPage, !isBrief).orderBy(...order) : [], total]);
  return { items: rows.map(asPost), pagination: { offset, limit, total: all } };
}

export async function readPost(db: Database, id: string, hasBody = true): Promise<Post> {
  const [post] = await selected(db, and(eq(posts.id, id), isNull(posts.deletedAt)), hasBody);
  if (!post) throw notFound('This post');
  return asPost(post);
}

function selected(db: Database, where: SQL | undefined, hasBody: boolean) {
  const { id, channelId, title, thumbnail, isActive, scheduledAt, publishedAt, createdAt, updatedAt } = posts;
  const { views, userId, version } = posts;
  return db
    .select({
      id,
      channelId,
      title,
      thumbnail,
      isActive,
      scheduledAt,
      publishedAt,
      createdAt,
      updatedAt,
      views,
      userId,
      version,
      authorName: users.fullName,
      ...(hasBody ? { body: posts.body, bodyHtml: posts.bodyHtml } : {}),
    })
    .from(posts)
    .leftJoin(users, eq(users.id, posts.userId))
    .where(where)
    .$dynamic();
}

type Row = Awaited<ReturnType<typeof selected>>[number];

const asPost = (row: Row): Post => ({ ...row, ...pictureUrls(row.thumbnail), state: postState(row) });
