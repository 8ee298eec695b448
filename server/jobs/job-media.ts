import { and, eq, isNull, lt, notExists, or, sql } from 'drizzle-orm';
import { z } from 'zod';
import { jobs } from '#drizzle/schema/jobs.ts';
import { media } from '#drizzle/schema/media.ts';
import type { Database } from '#server/db/open.ts';
import { conflict, invalid } from '#server/errors.ts';
import { countHit } from '#server/limits/throttle.ts';
import { mediaUrl } from '#server/media/serve.ts';
import { type Stage, type StagedAnswer, readStage, stagedAnswerSchema, stagedInputSchema } from '#server/media/staged-input.ts';
import { uploadMedia } from '#server/media/staged-upload.ts';
import { reencodeWithAnimation, storeImage } from '#server/media/store-image.ts';
import type { MediaStore } from '#server/media/store.ts';
import { cancelUpload, type Stores } from '#server/media/upload-row.ts';
import { readImage, type Upload } from '#server/media/upload.ts';
import { assertEmailVerified } from '#server/session/authenticate.ts';
import { type ActingUser, type CompanyScope, actorOf, router, scoped } from '#server/trpc.ts';
import { dayMs } from '#shared/days.ts';
import { idField } from '#shared/fields.ts';
import { maxImageWidth } from '#shared/rich-text/rich-text.ts';
import { text } from '#shared/texts/texts.ts';
import { storedVideo } from '#shared/uploads.ts';

/** Uploads of job videos and images (`docs/product/jobs.md#job-media`). */
export const mediaRouter = router({
  upload: scoped('jobs.edit')
    .input(stagedInputSchema)
    .output(stagedAnswerSchema)
    .mutation(({ ctx, input }) => {
      assertEmailVerified(ctx.actor, 'upload');
      return uploadJobMedia(ctx.services, ctx.scope, actorOf(ctx), readStage(input));
    }),

  delete: scoped('jobs.edit')
    .input(z.object({ id: idField }))
    .output(z.object({ id: z.string() }))
    .mutation(({ ctx, input }) => deleteJobMedia(ctx.services, ctx.scope, actorOf(ctx), input.id)),
});

const imageUploadLimit = { maxHits: 600, windowSeconds: 60 * 60 };

/** Stores an image for a job description. It is encoded again, which removes the camera's metadata. */
export async function uploadImage(
  { db, media }: { db: Database; media: MediaStore },
  { companyId }: CompanyScope,
  { userId }: ActingUser,
  image: Upload,
): Promise<{ imageUrl: string }> {
  await countHit(db, { bucket: 'job-image', key: userId }, imageUploadLimit);
  const { content } = await readImage(image);
  const picture = await reencodeWithAnimation(content, (one) => one.resize({ width: maxImageWidth, withoutEnlargement: true }));
  const { name } = await storeImage(db, media, picture, { ownerId: userId, companyId, kind: 'image' });
  return { imageUrl: mediaUrl(name) };
}

/** Stores a job's video or an image. It belongs to a job once the job is saved with its URL. */
export async function uploadJobMedia(
  stores: Stores,
  { companyId }: CompanyScope,
  { userId }: ActingUser,
  step: Stage,
): Promise<StagedAnswer> {
  return uploadMedia(
    stores,
    { kind: 'job', uploader: { userId, companyId }, shape: (content) => reencodeWithAnimation(content) },
    step,
  );
}

const isJobMedia = eq(media.kind, 'job');
const mediaUrlSql = sql<string>`${mediaUrl('')} || ${media.name}`;

/** Matches the company's files, and the person's own uploads that belong to no company. */
function isOwnMedia(userId: string, companyId: string | null) {
  return or(and(eq(media.ownerId, userId), isNull(media.companyId)), companyId ? eq(media.companyId, companyId) : undefined);
}

/**
 * Checks that an uploaded video exists and belongs to the company. Other URLs are only links and are not checked.
 * @throws AppError invalid
 */
export async function assertOwnVideo(
  db: Database,
  url: string | null | undefined,
  { userId, companyId }: { userId: string | null; companyId: string },
): Promise<void> {
  if (!url || !storedVideo.test(url)) return;
  const name = url.slice(mediaUrl('').length);
  const [row] = await db
    .select({ mime: media.mime })
    .from(media)
    .where(and(eq(media.name, name), isJobMedia, isOwnMedia(userId ?? companyId, companyId)));
  if (!row?.mime.startsWith('video/')) throw invalid('videoUrl', text('errors.videoNotUploaded'));
}

/**
 * Gives a video that staff uploaded to the company of the job that shows it, because it does not belong to a company yet.
 * Call this after {@link assertOwnVideo}.
 */
export async function transferVideo(tx: Database, url: string | null | undefined, companyId: string): Promise<void> {
  if (!url || !storedVideo.test(url)) return;
  const name = url.slice(mediaUrl('').length);
  await tx
    .update(media)
    .set({ companyId })
    .where(and(eq(media.name, name), isJobMedia, isNull(media.companyId)));
}

/**
 * Deletes the company's file or the caller's unfinished upload.
 * @throws conflict while a job shows it
 */
export async function deleteJobMedia(
  stores: Stores,
  { companyId }: CompanyScope,
  { userId }: ActingUser,
  id: string,
): Promise<{ id: string }> {
  const { db, media: store } = stores;
  const [row] = await db
    .select({ name: media.name })
    .from(media)
    .where(and(eq(media.id, id), isJobMedia, isOwnMedia(userId, companyId)));
  if (!row) {
    await cancelUpload(stores, { userId, companyId }, 'job', id);
    return { id };
  }
  const [job] = await db
    .select({ title: jobs.title })
    .from(jobs)
    .where(eq(jobs.videoUrl, mediaUrl(row.name)))
    .limit(1);
  if (job) throw conflict(text('errors.fileUsedByJob', { title: job.title }));
  await store.remove(row.name);
  await db.delete(media).where(eq(media.id, id));
  return { id };
}

/** How long a draft can keep an uploaded file before it is deleted. */
const graceMs = 30 * dayMs;

/** Deletes files that no job shows, because they were replaced or never saved, or the job was deleted. */
export async function sweepJobMedia({ db, media: store }: Stores): Promise<number> {
  const now = Date.now();
  const jobsShowingFile = db.select({ id: jobs.id }).from(jobs).where(eq(jobs.videoUrl, mediaUrlSql));
  const unusedMedia = await db
    .select({ id: media.id, name: media.name })
    .from(media)
    .where(and(isJobMedia, lt(media.createdAt, new Date(now - graceMs)), notExists(jobsShowingFile)))
    .limit(500);
  for (const { id, name } of unusedMedia) {
    await store.remove(name);
    await db.delete(media).where(eq(media.id, id));
  }
  return unusedMedia.length;
}
