import { and, eq, sql } from 'drizzle-orm';
import { channelMembers, channels, posts } from '#drizzle/schema/news.ts';
import type { Database } from '#server/db/open.ts';
import { notFound } from '#server/errors.ts';
import { isReadable } from './feed.ts';
import { choiceOf } from './subscribed.ts';

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
