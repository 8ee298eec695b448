import { eq, sql } from 'drizzle-orm';
import { ads } from '#drizzle/schema/ads.ts';
import { audit } from '#server/audit/audit.ts';
import type { Database } from '#server/db/open.ts';
import { assertVersion, invalid } from '#server/errors.ts';
import type { ActingUser } from '#server/trpc.ts';
import type { Ad, CreateAd, UpdateAd } from '#shared/ads.ts';
import { changedFields } from '#shared/resource.ts';
import { text } from '#shared/texts/texts.ts';
import { storedName } from './ad-media.ts';
import { type AdRow, toAd, lockAd } from './show-ads.ts';

const toAuditSubject = (id: string) => ({ type: 'ad', id }) as const;

export async function createAd(db: Database, actor: ActingUser, input: CreateAd): Promise<Ad> {
  const { imageUrl, videoUrl, startsAt, endsAt = null, ...fields } = input;
  return db.transaction(async (tx) => {
    const row = {
      ...fields,
      image: await storedName(tx, imageUrl ?? null, 'image'),
      video: await storedName(tx, videoUrl ?? null, 'video'),
      startsAt: startsAt ?? new Date(),
      endsAt,
    };
    assertComplete(row);
    const [created] = await tx.insert(ads).values(row).returning();
    if (!created) throw new Error('The ad was not written');
    await audit(tx, actor, { action: 'ad.create', subject: toAuditSubject(created.id), detail: { title: created.title } });
    return toAd(created);
  });
}

/** Changes the fields that are present, unless the version is outdated. */
export async function updateAd(db: Database, actor: ActingUser, { id, version, ...input }: UpdateAd): Promise<Ad> {
  return db.transaction(async (tx) => {
    const before = await lockAd(tx, id);
    assertVersion(version, before.version);
    const changes = await toChanges(tx, input);
    const fields = changedFields(before, changes);
    if (fields.length === 0) return toAd(before);
    assertComplete({ ...before, ...changes });
    const [after] = await tx
      .update(ads)
      .set({ ...changes, version: sql`${ads.version} + 1` })
      .where(eq(ads.id, id))
      .returning();
    await audit(tx, actor, { action: 'ad.update', subject: toAuditSubject(id), detail: { title: before.title, fields } });
    return toAd(after ?? before);
  });
}

/** Deletes the ad with its counters. The cleanup deletes its files once nothing shows them. */
export async function deleteAd(db: Database, actor: ActingUser, id: string): Promise<{ id: string }> {
  return db.transaction(async (tx) => {
    const { title, advertiser, impressions, clicks } = await lockAd(tx, id);
    await tx.delete(ads).where(eq(ads.id, id));
    const detail = { title, advertiser, impressions, clicks };
    await audit(tx, actor, { action: 'ad.delete', subject: toAuditSubject(id), detail });
    return { id };
  });
}

type Changes = Partial<Omit<AdRow, 'id' | 'impressions' | 'clicks' | 'createdAt' | 'updatedAt' | 'version'>>;

async function toChanges(tx: Database, { imageUrl, videoUrl, startsAt, ...fields }: Omit<UpdateAd, 'id' | 'version'>) {
  const changes: Changes = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
  if (imageUrl !== undefined) changes.image = await storedName(tx, imageUrl, 'image');
  if (videoUrl !== undefined) changes.video = await storedName(tx, videoUrl, 'video');
  if (startsAt !== undefined) changes.startsAt = startsAt ?? new Date();
  return changes;
}

/** Refuses an ad without an image or video, or with an end before its start (`docs/product/news-and-ads.md#ads`). */
function assertComplete({ image, video, startsAt, endsAt }: Pick<AdRow, 'image' | 'video' | 'startsAt' | 'endsAt'>): void {
  if (!image && !video) throw invalid('imageUrl', text('errors.imageOrVideoRequired'));
  if (endsAt && endsAt <= startsAt) throw invalid('endsAt', text('errors.endBeforeStart'));
}
