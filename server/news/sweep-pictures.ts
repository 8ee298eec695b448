import { and, arrayContains, eq, inArray, isNotNull, isNull, lt, type SQL, sql } from 'drizzle-orm';
import { media } from '#drizzle/schema/media.ts';
import { posts } from '#drizzle/schema/news.ts';
import type { Database } from '#server/db/open.ts';
import type { MediaStore } from '#server/media/store.ts';
import { daysAfter } from '#shared/days.ts';

const batch = 500;

/** Of either resolution the full one's name, by which posts know the picture. */
const fullName = sql<string>`replace(${media.name}, '-s.webp', '.webp')`;
const isShown = sql`(exists (select from ${posts} where ${posts.thumbnail} = ${fullName})
  or exists (select from ${posts} where ${arrayContains(posts.pictures, sql`array[${fullName}]`)}))`;

/**
 * Removes the pictures of news that no post has shown for a day: replaced, never saved, or of a post that is gone. A day,
 * because what was just taken out of a text comes back with an undo.
 */
export async function sweepNewsPictures({ db, media: files }: { db: Database; media: MediaStore }): Promise<number> {
  const now = new Date();
  const dayAgo = daysAfter(now, -1);
  await mark(db, null, and(isNotNull(media.unusedSince), isShown));
  await mark(db, now, and(isNull(media.unusedSince), lt(media.createdAt, dayAgo), sql`not ${isShown}`));
  const unused = await db
    .select({ id: media.id, name: media.name })
    .from(media)
    .where(and(isOfNews, lt(media.unusedSince, dayAgo)))
    .limit(batch);
  for (const { name } of unused) await files.remove(name);
  const ids = unused.map(({ id }) => id);
  if (ids.length > 0) await db.delete(media).where(inArray(media.id, ids));
  return unused.length;
}

const isOfNews = eq(media.kind, 'news');

function mark(db: Database, unusedSince: Date | null, where: SQL | undefined): Promise<unknown> {
  const some = db.select({ id: media.id }).from(media).where(and(isOfNews, where)).limit(batch);
  return db.update(media).set({ unusedSince }).where(inArray(media.id, some));
}
