import { and, inArray, isNull, lt, lte } from 'drizzle-orm';
import { posts } from '#drizzle/schema/news.ts';
import { audit, byWorker } from '#server/audit.ts';
import { claimDue, type DueRows } from '#server/db/due.ts';
import type { Database } from '#server/db/open.ts';
import { dayMs } from '#shared/days.ts';

const batch = 100;
const undoMs = dayMs;

export const duePosts: DueRows = {
  table: posts,
  at: posts.scheduledAt,
  when: (now) => and(lte(posts.scheduledAt, now), isNull(posts.deletedAt)),
};

/** Publishes scheduled posts whose time has come. */
export function publishScheduled(db: Database, now = new Date()): Promise<number> {
  return db.transaction(async (tx) => {
    const ids = (await claimDue(tx, duePosts, now, batch)).map(({ id }) => id);
    if (ids.length === 0) return 0;
    await tx
      .update(posts)
      .set({ isActive: true, publishedAt: now, scheduledAt: null, updatedAt: now })
      .where(inArray(posts.id, ids));
    for (const id of ids) await audit(tx, byWorker, { action: 'post.publish', subject: { type: 'post', id } });
    return ids.length;
  });
}

/** Deletes posts for good a day after they were deleted. */
export async function sweepDeletedPosts(db: Database, now = new Date()): Promise<number> {
  const old = db
    .select({ id: posts.id })
    .from(posts)
    .where(lt(posts.deletedAt, new Date(now.getTime() - undoMs)))
    .limit(batch);
  for (let removed = 0; ;) {
    const gone = await db.delete(posts).where(inArray(posts.id, old)).returning({ id: posts.id });
    removed += gone.length;
    if (gone.length < batch) return removed;
  }
}
