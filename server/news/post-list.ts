import { and, eq, getTableColumns, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import { users } from '#drizzle/schema/accounts.ts';
import { channels, posts } from '#drizzle/schema/news.ts';
import type { Database } from '#server/db/open.ts';
import { notFound } from '#server/errors.ts';
import type { ListField, ListFields } from '#server/lists/conditions.ts';
import { type ListRequest, readPage } from '#server/lists/read-page.ts';
import type { PageOf } from '#shared/lists/list.ts';
import { type Post, postSchema, type PostState, postState, postStates } from '#shared/news/news.ts';
import { pickFields } from '#shared/resource.ts';
import { text } from '#shared/texts/texts.ts';
import { pictureUrls } from './upload-image.ts';

/** `postState` of shared/news/news.ts as SQL conditions. */
const stateSql: Record<PostState, SQL> = {
  Published: sql`${posts.isActive}`,
  Scheduled: sql`(not ${posts.isActive} and ${posts.scheduledAt} is not null)`,
  Inactive: sql`(not ${posts.isActive} and ${posts.scheduledAt} is null and ${posts.publishedAt} is not null)`,
  Draft: sql`(not ${posts.isActive} and ${posts.scheduledAt} is null and ${posts.publishedAt} is null)`,
};

const stateField: ListField = {
  kind: 'enum',
  column: posts.isActive,
  values: postStates,
  order: null,
  match: (_operator, value) => {
    const conditions = postStates.filter((state) => [value].flat().includes(state)).map((state) => stateSql[state]);
    return conditions.length > 0 ? sql`(${sql.join(conditions, sql` or `)})` : sql`false`;
  },
};

/** The fields by which posts can be filtered and sorted. */
const fields: ListFields = {
  title: {
    kind: 'text',
    column: posts.title,
    folded: posts.searchTitle,
    order: posts.searchTitle,
    isRequired: true,
  },
  is_active: { kind: 'flag', column: posts.isActive, order: null, isRequired: true },
  state: stateField,
  author: { kind: 'text', column: users.fullName, order: null },
  views: { kind: 'number', column: posts.views, isRequired: true },
  created_at: { kind: 'date', column: posts.createdAt, isRequired: true, openRange: 'ignored' },
  updated_at: { kind: 'date', column: posts.updatedAt, order: null, isRequired: true },
  published_at: { kind: 'date', column: posts.publishedAt, openRange: 'ignored' },
  scheduled_at: { kind: 'date', column: posts.scheduledAt, order: null },
};

type PostsRequest = ListRequest & { channelId: string; isBrief?: boolean | undefined };

/**
 * A channel's posts, the newest first by default.
 * @throws not found
 */
export async function listPosts(db: Database, { channelId, isBrief, ...request }: PostsRequest): Promise<PageOf<Post>> {
  const [channel] = await db.select({ id: channels.id }).from(channels).where(eq(channels.id, channelId));
  if (!channel) throw notFound(text('errors.channelNotFound'));
  const list = {
    from: sql`${posts} left join ${users} on ${users.id} = ${posts.userId}`,
    id: posts.id,
    fields,
    defaultOrder: [{ field: 'created_at', direction: 'desc' as const }],
    where: and(eq(posts.channelId, channelId), isNull(posts.deletedAt)),
  };
  return readPage(db, list, request, async (ids) => (await selectPosts(db, inArray(posts.id, ids), !isBrief)).map(toPost));
}

export async function readPost(db: Database, id: string, hasBody = true): Promise<Post> {
  const [post] = await selectPosts(db, and(eq(posts.id, id), isNull(posts.deletedAt)), hasBody);
  if (!post) throw notFound(text('errors.postNotFound'));
  return toPost(post);
}

const { body, bodyHtml, ...brief } = pickFields(getTableColumns(posts), postSchema.shape);

function selectPosts(db: Database, where: SQL | undefined, hasBody: boolean) {
  return db
    .select({ ...brief, authorName: users.fullName, ...(hasBody ? { body, bodyHtml } : {}) })
    .from(posts)
    .leftJoin(users, eq(users.id, posts.userId))
    .where(where)
    .$dynamic();
}

type Row = Awaited<ReturnType<typeof selectPosts>>[number];

const toPost = (row: Row): Post => ({ ...row, ...pictureUrls(row.thumbnail), state: postState(row) });
