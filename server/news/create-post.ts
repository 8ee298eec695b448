import { eq, sql } from 'drizzle-orm';
import { newId } from '#drizzle/schema/columns.ts';
import { channels, posts } from '#drizzle/schema/news.ts';
import type { CreatePost } from '#shared/news/news.ts';
import { audit, type AuditActor } from '#server/audit.ts';
import type { Database } from '#server/db/open.ts';
import { notFound } from '#server/errors.ts';
import { assertPublishable, publicationOf } from './publication.ts';
import { contentOf } from './post-content.ts';

/** Begins a post: a draft, or up, or up at a time to come, as it is asked. */
export async function createPost(db: Database, actor: AuditActor, { channelId, ...input }: CreatePost): Promise<string> {
  const id = newId();
  const content = await contentOf(db, input);
  const publication = publicationOf({ isActive: false, scheduledAt: null, publishedAt: null }, input);
  assertPublishable(publication, content.bodyHtml ?? '');
  await db.transaction(async (tx) => {
    const [channel] = await tx
      .update(channels)
      .set({ postCount: sql`${channels.postCount} + 1`, updatedAt: sql`${channels.updatedAt}` })
      .where(eq(channels.id, channelId))
      .returning({ id: channels.id });
    if (!channel) throw notFound('This channel');
    await tx.insert(posts).values({ id, channelId, userId: actor.userId, ...content, title: input.title, ...publication });
    await audit(tx, actor, {
      action: publication.isActive ? 'post.publish' : 'post.create',
      subject: { type: 'post', id },
      detail: { title: input.title },
    });
  });
  return id;
}
