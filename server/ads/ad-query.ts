import { eq, getTableColumns, inArray, type SQL, sql } from 'drizzle-orm';
import { ads } from '#drizzle/schema/ads.ts';
import { type Ad, adListFields, type AdStatus, adStatus, adStatuses, isSafeLink } from '#shared/ads.ts';
import type { PageOf } from '#shared/lists/list.ts';
import type { Database } from '#server/db/open.ts';
import { notFound } from '#server/errors.ts';
import { type ListFields, listFieldsOf } from '#server/lists/filter.ts';
import { type ListRequest, readPage } from '#server/lists/read-page.ts';
import { mediaUrl } from '#server/media/serve.ts';
import { text } from '#shared/texts/texts.ts';

const { id, title, advertiser, isActive, startsAt, endsAt } = ads;

export type AdRow = typeof ads.$inferSelect;

export function asAd({ image: picture, video: film, ...row }: AdRow, now = new Date()): Ad {
  return {
    ...row,
    imageUrl: picture && mediaUrl(picture),
    videoUrl: film && mediaUrl(film),
    status: adStatus(row, now),
  };
}

/** `adStatus` of shared/ads.ts as SQL, for filters. A test compares the two. */
export function statusSql(now: Date): SQL<AdStatus> {
  const at = sql`${now.toISOString()}::timestamptz`;
  return sql<AdStatus>`(case when not ${isActive} then 'Off' when ${endsAt} <= ${at} then 'Ended' when ${startsAt} > ${at} then 'Scheduled' else 'Running' end)`;
}

const fieldsAt = (now: Date): ListFields => ({
  ...listFieldsOf(getTableColumns(ads), adListFields),
  title: { kind: 'text', column: title, order: sql`lower(${title})`, isRequired: true },
  advertiser: { kind: 'text', column: advertiser, order: sql`lower(${advertiser})`, isRequired: true },
  status: { kind: 'enum', column: statusSql(now), values: adStatuses, isRequired: true },
});

/** All ads, the newest first by default. */
export async function listAds(db: Database, request: ListRequest): Promise<PageOf<Ad>> {
  const now = new Date();
  const defaultOrder = [{ field: 'created_at', direction: 'desc' as const }];
  return readPage(db, { from: ads, id, fields: fieldsAt(now), defaultOrder }, request, async (ids) => {
    const rows = await db.select().from(ads).where(inArray(id, ids));
    return rows.map((row) => asAd(row, now));
  });
}

export async function readAd(db: Database, adId: string): Promise<Ad> {
  const [row] = await db.select().from(ads).where(eq(id, adId));
  if (!row) throw notFound(text('errors.theAdWasNotFound'));
  return asAd(row);
}

/** Reads the ad's row and locks it until the transaction ends. */
export async function holdAd(tx: Database, adId: string): Promise<AdRow> {
  const [row] = await tx.select().from(ads).where(eq(id, adId)).for('update');
  if (!row) throw notFound(text('errors.theAdWasNotFound'));
  return row;
}

/**
 * The stored destination of a click. It never comes from the request.
 * @throws not_found
 */
export async function linkOf(db: Database, id: string): Promise<string> {
  const [ad] = await db.select({ linkUrl: ads.linkUrl }).from(ads).where(eq(ads.id, id));
  if (!ad || !isSafeLink(ad.linkUrl)) throw notFound(text('errors.theAdWasNotFound'));
  return new URL(ad.linkUrl).href;
}
