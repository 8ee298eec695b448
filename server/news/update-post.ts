import { and, eq, isNull, sql, isNotNull, inArray, lt, lte } from 'drizzle-orm';
import { newId } from '#drizzle/schema/columns.ts';
import { posts, channels } from '#drizzle/schema/news.ts';
import { audit, type AuditActor, workerActor } from '#server/audit/audit.ts';
import { claimDue, type DueRows } from '#server/db/due.ts';
import type { Database } from '#server/db/open.ts';
import { assertVersion, notFound, conflict, invalid } from '#server/errors.ts';
import { mediaUrl } from '#server/media/serve.ts';
import { readBody } from '#server/rich-text/read-document.ts';
import { dayMs } from '#shared/days.ts';
import {
  type UpdatePost,
  type CreatePost,
  type Publication,
  postState,
  type PublicationRequest,
  getNextPublication,
} from '#shared/news/news.ts';
import type { RichNode } from '#shared/rich-text/rich-text.ts';
import { text } from '#shared/texts/texts.ts';
import { thumbnailName } from './upload-image.ts';

/** Changes the fields that are present, including whether and when the post is published. */
export async function updatePost(
  db: Database,
  actor: AuditActor,
  { postId, version, isBrief: _, ...input }: UpdatePost,
): Promise<void> {
  const content = await toContent(db, input);
  await db.transaction(async (tx) => {
    const post = await lockPost(tx, postId);
    assertVersion(version, post.version);
    const publication = getPublication(post, input);
    // A draft that stays a draft may be empty, so its body, which can be long, is not read.
    if (publication.isActive || publication.scheduledAt)
      assertPublishable(publication, content.bodyHtml ?? (await readBodyHtml(tx, postId)));
    await tx
      .update(posts)
      .set({ ...content, ...publication, version: sql`${posts.version} + 1`, updatedAt: new Date() })
      .where(eq(posts.id, postId));
    const action = getAuditAction(post, publication);
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
  if (!post) throw notFound(text('errors.postNotFound'));
  return post;
}

async function readBodyHtml(tx: Database, id: string): Promise<string> {
  const [post] = await tx.select({ bodyHtml: posts.bodyHtml }).from(posts).where(eq(posts.id, id));
  return post?.bodyHtml ?? '';
}

/** The log action of a change. Drafts are saved while they are written, so those changes are not logged. */
function getAuditAction(before: Publication, after: Publication): `post.${string}` | null {
  const [previousState, nextState] = [postState(before), postState(after)];
  if (nextState === 'Published') return previousState === 'Published' ? 'post.edit' : 'post.publish';
  if (previousState === 'Published') return nextState === 'Scheduled' ? 'post.schedule' : 'post.deactivate';
  const isRescheduled = before.scheduledAt?.getTime() !== after.scheduledAt?.getTime();
  return isRescheduled ? (after.scheduledAt ? 'post.schedule' : 'post.unschedule') : null;
}

/** Creates a post as a draft, published, or scheduled. */
export async function createPost(db: Database, actor: AuditActor, { channelId, ...input }: CreatePost): Promise<string> {
  const id = newId();
  const content = await toContent(db, input);
  const publication = getPublication({ isActive: false, scheduledAt: null, publishedAt: null }, input);
  assertPublishable(publication, content.bodyHtml ?? '');
  await db.transaction(async (tx) => {
    const [channel] = await tx
      .update(channels)
      .set({ postCount: sql`${channels.postCount} + 1`, updatedAt: sql`${channels.updatedAt}` })
      .where(eq(channels.id, channelId))
      .returning({ id: channels.id });
    if (!channel) throw notFound(text('errors.channelNotFound'));
    await tx.insert(posts).values({ id, channelId, userId: actor.userId, ...content, title: input.title, ...publication });
    await audit(tx, actor, {
      action: publication.isActive ? 'post.publish' : 'post.create',
      subject: { type: 'post', id },
      detail: { title: input.title },
    });
  });
  return id;
}

/** Deletes a post for everyone. `restorePost` can restore it until the worker removes it a day later. */
export function deletePost(db: Database, actor: AuditActor, id: string): Promise<{ id: string }> {
  return setDeleted(db, actor, { id, isDeleted: true });
}

/**
 * Restores a deleted post. If it was published, it is published again.
 * @throws AppError not_found once it is removed
 */
export function restorePost(db: Database, actor: AuditActor, id: string): Promise<{ id: string }> {
  return setDeleted(db, actor, { id, isDeleted: false });
}

async function setDeleted(db: Database, actor: AuditActor, { id, isDeleted }: { id: string; isDeleted: boolean }) {
  return db.transaction(async (tx) => {
    const [post] = await tx
      .update(posts)
      .set({ deletedAt: isDeleted ? new Date() : null, updatedAt: new Date() })
      .where(and(eq(posts.id, id), isDeleted ? isNull(posts.deletedAt) : isNotNull(posts.deletedAt)))
      .returning({ channelId: posts.channelId, title: posts.title });
    if (!post) throw notFound(text('errors.postNotFound'));
    await tx
      .update(channels)
      .set({ postCount: sql`${channels.postCount} + ${isDeleted ? -1 : 1}`, updatedAt: sql`${channels.updatedAt}` })
      .where(eq(channels.id, post.channelId));
    const action = isDeleted ? 'post.delete' : 'post.restore';
    await audit(tx, actor, { action, subject: { type: 'post', id }, detail: { title: post.title } });
    return { id };
  });
}

/** @throws AppError invalid when the time is past */
function getPublication(current: Publication, request: PublicationRequest, now = new Date()): Publication {
  const next = getNextPublication(current, request, now);
  if (!next) throw invalid('scheduled_at', text('errors.mustBeFutureTime'));
  return next;
}

/**
 * An empty post cannot be published.
 * @throws AppError conflict
 */
function assertPublishable({ isActive, scheduledAt }: Publication, bodyHtml: string): void {
  const isEmpty = !/<(?:img|hr)\b/.test(bodyHtml) && bodyHtml.replace(/<[^>]*>/g, '').trim() === '';
  if ((isActive || scheduledAt) && isEmpty) throw conflict(text('errors.postWithoutContent'));
}

type Content = Partial<Pick<typeof posts.$inferInsert, 'title' | 'body' | 'bodyHtml' | 'excerpt' | 'pictures' | 'thumbnail'>>;

/** Returns the columns for the fields that are present, so that the other columns stay unchanged. */
async function toContent(
  db: Database,
  { title, body, thumbnail }: Pick<UpdatePost, 'title' | 'body' | 'thumbnail'>,
): Promise<Content> {
  const content: Content = {};
  if (title !== undefined) content.title = title;
  if (body === null) Object.assign(content, { body: null, bodyHtml: '', excerpt: '', pictures: [] });
  if (body) {
    const parsedBody = readBody(body, 'body');
    Object.assign(content, parsedBody, { pictures: findPictures(parsedBody.body) });
  }
  if (thumbnail !== undefined) content.thumbnail = await thumbnailName(db, thumbnail);
  return content;
}

/** The names of the stored pictures in a document, without duplicates. */
export function findPictures(document: RichNode): string[] {
  const ownPrefix = mediaUrl('');
  const pictureNames = new Set<string>();
  const collectImages = ({ type, attrs, content }: RichNode) => {
    const src = type === 'image' ? attrs?.['src'] : null;
    if (typeof src === 'string' && src.startsWith(ownPrefix)) pictureNames.add(src.slice(ownPrefix.length));
    content?.forEach(collectImages);
  };
  collectImages(document);
  return [...pictureNames];
}

const batchSize = 100;
const undoMs = dayMs;

export const duePosts: DueRows = {
  table: posts,
  at: posts.scheduledAt,
  when: (now) => and(lte(posts.scheduledAt, now), isNull(posts.deletedAt)),
};

/** Publishes scheduled posts whose time has come. */
export function publishScheduled(db: Database, now = new Date()): Promise<number> {
  return db.transaction(async (tx) => {
    const ids = (await claimDue(tx, duePosts, now, batchSize)).map(({ id }) => id);
    if (ids.length === 0) return 0;
    await tx
      .update(posts)
      .set({ isActive: true, publishedAt: now, scheduledAt: null, updatedAt: now })
      .where(inArray(posts.id, ids));
    for (const id of ids) await audit(tx, workerActor, { action: 'post.publish', subject: { type: 'post', id } });
    return ids.length;
  });
}

/** Deletes posts for good a day after they were deleted. */
export async function sweepDeletedPosts(db: Database, now = new Date()): Promise<number> {
  const expiredPosts = db
    .select({ id: posts.id })
    .from(posts)
    .where(lt(posts.deletedAt, new Date(now.getTime() - undoMs)))
    .limit(batchSize);
  for (let removed = 0; ;) {
    const deletedPosts = await db.delete(posts).where(inArray(posts.id, expiredPosts)).returning({ id: posts.id });
    removed += deletedPosts.length;
    if (deletedPosts.length < batchSize) return removed;
  }
}
