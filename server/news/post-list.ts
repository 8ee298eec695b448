import { and, desc, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { users } from '#drizzle/schema/accounts.ts';
import { channels, posts } from '#drizzle/schema/news.ts';
import type { Condition, Operator, Page, PageOf, Search } from '#shared/list.ts';
import type { Post } from '#shared/news.ts';
import { postState, postStates } from '#shared/post-state.ts';
import { findPage } from '#server/db/found-page.ts';
import { filterSql, type ListFields } from '#server/db/list.ts';
import type { Database } from '#server/db/open.ts';
import { notFound } from '#server/errors.ts';
import { pictureUrls } from './upload-image.ts';

/** `postState` of shared/post-state.ts in the database's words. */
const state = sql`(case when ${posts.isActive} then 'Published' when ${posts.scheduledAt} is not null then 'Scheduled'
  when ${posts.publishedAt} is not null then 'Inactive' else 'Draft' end)`;

/** The writers that there are, each found by a step in the index of writers, which few have many posts in. */
const writers = sql`(with recursive writer(id) as (
  (select user_id from posts where user_id is not null order by user_id limit 1)
  union all
  select (select p.user_id from posts p where p.user_id > writer.id order by p.user_id limit 1) from writer where writer.id is not null
) select id from writer where id is not null)`;

/** A name is asked of the few writers, not of each post; a post whose writer is gone has none. */
function isBy(operator: Operator, value: Condition['value']): SQL {
  if (operator === 'equals' && value === null) return sql`${posts.userId} is null`;
  if (operator === 'not_ilike') return sql`(${isBy('ilike', value)}) is not true`;
  const named = filterSql({ author: { kind: 'text', column: users.fullName } }, { field: 'author', operator, value });
  // Not a join: "is true" keeps the list of writers what is asked of each row.
  return sql`(${posts.userId} in (select ${users.id} from ${users} where ${users.id} in ${writers} and ${named})) is true`;
}

/** What posts are filtered and sorted by (`spec: work §5`: both dates). Each order has an index. */
const fields: ListFields = {
  title: {
    kind: 'text',
    column: posts.title,
    search: { lower: posts.searchTitle, grams: posts.titleGrams },
    order: posts.searchTitle,
    isRequired: true,
  },
  is_active: { kind: 'flag', column: posts.isActive, order: null, isRequired: true },
  state: { kind: 'enum', column: state, values: postStates, order: null },
  views: { kind: 'number', column: posts.views, isRequired: true },
  author: { kind: 'text', column: users.fullName, order: null, match: isBy },
  created_at: { kind: 'date', column: posts.createdAt, isRequired: true },
  updated_at: { kind: 'date', column: posts.updatedAt, order: null, isRequired: true },
  published_at: { kind: 'date', column: posts.publishedAt },
  scheduled_at: { kind: 'date', column: posts.scheduledAt, order: null },
};

const newest = [desc(posts.createdAt), desc(posts.id)];

type Asked = Search & Page & { channelId: string; isBrief?: boolean | undefined };

/**
 * The posts of a channel, newest first. How many there are is known without counting while nothing is filtered; else the total
 * stops at `mostCounted`, or where a text is searched for at `mostFound`.
 */
export async function listPosts(db: Database, { channelId, isBrief, ...search }: Asked): Promise<PageOf<Post>> {
  const { offset, limit } = search;
  const [channel] = await db.select({ posts: channels.postCount }).from(channels).where(eq(channels.id, channelId));
  if (!channel) throw notFound('This channel');
  const within = and(eq(posts.channelId, channelId), isNull(posts.deletedAt));
  const list = { table: posts, id: posts.id, fields, fallback: newest, within };
  const { ids, order, total } = await findPage(db, list, search, channel.posts);
  const rows = total === 0 ? [] : await selected(db, sql`${posts.id} in (${ids})`, !isBrief).orderBy(...order);
  return { items: rows.map(asPost), pagination: { offset, limit, total } };
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
