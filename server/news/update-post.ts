import { and, eq, isNull, sql } from 'drizzle-orm';
import { posts } from '#drizzle/schema/news.ts';
import type { UpdatePost } from '#shared/news/news.ts';
import { type Publication, postState } from '#shared/news/post-state.ts';
import { audit, type AuditActor } from '#server/audit.ts';
import type { Database } from '#server/db/open.ts';
import { assertVersion, notFound } from '#server/errors.ts';
import { contentOf } from './post-content.ts';
import { assertPublishable, publicationOf } from './publication.ts';

/** Changes what was given of a post, and whether and when it is up. */
export async function updatePost(
  db: Database,
  actor: AuditActor,
  { postId, version, isBrief: _, ...input }: UpdatePost,
): Promise<void> {
  const content = await contentOf(db, input);
  await db.transaction(async (tx) => {
    const post = await lockPost(tx, postId);
    assertVersion(version, post.version);
    const publication = publicationOf(post, input);
    // A long body is not read for a draft that stays one.
    if (publication.isActive || publication.scheduledAt)
      assertPublishable(publication, content.bodyHtml ?? (await bodyOf(tx, postId)));
    await tx
      .update(posts)
      .set({ ...content, ...publication, version: sql`${posts.version} + 1`, updatedAt: new Date() })
      .where(eq(posts.id, postId));
    const action = actionOf(post, publication);
    if (!action) return;
    const detail = { fields: Object.keys(input), ...(action === 'post.schedule' ? { at: publication.scheduledAt } : {}) };
    await audit(tx, actor, { action, subject: { type: 'post', id: postId }, detail });
  });
}

async function lockPost(tx: Database, id: string) {
  const { isActive, scheduledAt, publishedAt, version } = posts;
  const [post] = await tx
    .select({ isActive, scheduledAt, publishedAt, version })
    .from(posts)
    .where(and(eq(posts.id, id), isNull(posts.deletedAt)))
    .for('update');
  if (!post) throw notFound('This post');
  return post;
}

async function bodyOf(tx: Database, id: string): Promise<string> {
  const [post] = await tx.select({ bodyHtml: posts.bodyHtml }).from(posts).where(eq(posts.id, id));
  return post?.bodyHtml ?? '';
}

/** What the log says of it: a draft is saved while it is written, which is not worth a line each time. */
function actionOf(before: Publication, after: Publication): `post.${string}` | null {
  const [from, to] = [postState(before), postState(after)];
  if (to === 'Published') return from === 'Published' ? 'post.edit' : 'post.publish';
  if (from === 'Published') return to === 'Scheduled' ? 'post.schedule' : 'post.deactivate';
  const isMoved = before.scheduledAt?.getTime() !== after.scheduledAt?.getTime();
  return isMoved ? (after.scheduledAt ? 'post.schedule' : 'post.unschedule') : null;
}
