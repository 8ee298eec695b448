import { and, count, desc, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { users } from '#drizzle/schema/accounts.ts';
import { channels, posts } from '#drizzle/schema/news.ts';
import type { Page, PageOf, Search } from '#shared/list.ts';
import type { Post } from '#shared/news.ts';
import { postState, postStates } from '#shared/post-state.ts';
import { filterSql, type ListFields, orderSql } from '#server/db/list.ts';
import type { Database } from '#server/db/open.ts';
import { notFound } from '#server/errors.ts';
import { pictureUrls } from './upload-image.ts';

/** `postState` of shared/post-state.ts in the database's words. */
const state = sql`(case when ${posts.isActive} then 'Published' when ${posts.scheduledAt} is not null then 'Scheduled'
  when ${posts.publishedAt} is not null then 'Inactive' else 'Draft' end)`;

/** What posts are filtered and sorted by (`spec: work §5`: both dates). */
const fields: ListFields = {
  title: { kind: 'text', column: posts.title, order: sql`lower(${posts.title})`, isRequired: true },
  is_active: { kind: 'flag', column: posts.isActive, isRequired: true },
  state: { kind: 'enum', column: state, values: postStates, order: null },
  views: { kind: 'number', column: posts.views, isRequired: true },
  author: { kind: 'text', column: users.fullName },
  created_at: { kind: 'date', column: posts.createdAt, isRequired: true },
  updated_at: { kind: 'date', column: posts.updatedAt, isRequired: true },
  published_at: { kind: 'date', column: posts.publishedAt },
  scheduled_at: { kind: 'date', column: posts.scheduledAt },
};

const newest = [desc(posts.createdAt), desc(posts.id)];

type Asked = Search & Page & { channelId: string; isBrief?: boolean | undefined };

/**
 * The posts of a channel, newest first. How many there are is known without counting while nothing is filtered; the page's
 * ids are found in an index, and the wide rows are read for the page only.
 */
export async function listPosts(
  db: Database,
  { channelId, isBrief, filters, orders, offset, limit }: Asked,
): Promise<PageOf<Post>> {
  const [channel] = await db.select({ posts: channels.postCount }).from(channels).where(eq(channels.id, channelId));
  if (!channel) throw notFound('This channel');
  const filtered = filterSql(fields, filters);
  const where = and(eq(posts.channelId, channelId), isNull(posts.deletedAt), filtered);
  const order = orderSql(fields, orders, newest, posts.id);
  const found = db
    .select({ id: posts.id })
    .from(posts)
    .leftJoin(users, eq(users.id, posts.userId))
    .where(where)
    .orderBy(...order)
    .limit(limit)
    .offset(offset);
  const counting = filtered ? countPosts(db, where) : Promise.resolve(channel.posts);
  const page = selected(db, sql`${posts.id} in (${found.getSQL()})`, !isBrief).orderBy(...order);
  const [total, rows] = await Promise.all([counting, page]);
  return { items: rows.map(asPost), pagination: { offset, limit, total } };
}

async function countPosts(db: Database, where: SQL | undefined): Promise<number> {
  const [total] = await db.select({ n: count() }).from(posts).leftJoin(users, eq(users.id, posts.userId)).where(where);
  return total?.n ?? 0;
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
