import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import { channels, posts } from '#drizzle/schema/news.ts';
import { audit, type AuditActor } from '#server/audit.ts';
import type { Database } from '#server/db/open.ts';
import { notFound } from '#server/errors.ts';

/** Takes a post away from everybody; `restorePost` brings it back until the worker sweeps it (due.ts). */
export function deletePost(db: Database, actor: AuditActor, id: string): Promise<{ id: string }> {
  return mark(db, actor, { id, isDeleted: true });
}

/** The post is as it was, up if it was up. @throws AppError not_found once it is swept */
export function restorePost(db: Database, actor: AuditActor, id: string): Promise<{ id: string }> {
  return mark(db, actor, { id, isDeleted: false });
}

async function mark(db: Database, actor: AuditActor, { id, isDeleted }: { id: string; isDeleted: boolean }) {
  return db.transaction(async (tx) => {
    const [post] = await tx
      .update(posts)
      .set({ deletedAt: isDeleted ? new Date() : null, updatedAt: new Date() })
      .where(and(eq(posts.id, id), isDeleted ? isNull(posts.deletedAt) : isNotNull(posts.deletedAt)))
      .returning({ channelId: posts.channelId, title: posts.title });
    if (!post) throw notFound('This post');
    await tx
      .update(channels)
      .set({ postCount: sql`${channels.postCount} + ${isDeleted ? -1 : 1}`, updatedAt: sql`${channels.updatedAt}` })
      .where(eq(channels.id, post.channelId));
    const action = isDeleted ? 'post.delete' : 'post.restore';
    await audit(tx, actor, { action, subject: { type: 'post', id }, detail: { title: post.title } });
    return { id };
  });
}
