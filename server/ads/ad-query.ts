import { eq, inArray, type SQL, sql } from 'drizzle-orm';
import { ads } from '#drizzle/schema/ads.ts';
import { type Ad, adPlacements, type AdStatus, adStatus, adStatuses, isSafeLink } from '#shared/ads.ts';
import { codes } from '#shared/catalogues.ts';
import type { PageOf } from '#shared/lists/list.ts';
import type { Database } from '#server/db/open.ts';
import { notFound } from '#server/errors.ts';
import type { ListFields } from '#server/lists/filter.ts';
import { type ListRequest, readPage } from '#server/lists/read-page.ts';
import { mediaUrl } from '#server/media/serve.ts';

const { id, title, advertiser, image, video, linkUrl, placement, startsAt, endsAt, isActive } = ads;
const { impressions, clicks, createdAt, updatedAt, version } = ads;

export const adColumns = {
  id,
  title,
  advertiser,
  image,
  video,
  linkUrl,
  placement,
  startsAt,
  endsAt,
  isActive,
  impressions,
  clicks,
  createdAt,
  updatedAt,
  version,
};

export type AdRow = Pick<typeof ads.$inferSelect, keyof typeof adColumns>;

export function asAd({ image: picture, video: film, ...row }: AdRow, now = new Date()): Ad {
  return {
    ...row,
    imageUrl: picture && mediaUrl(picture),
    videoUrl: film && mediaUrl(film),
    status: adStatus(row, now),
  };
}

/** `adStatus` of shared/ads.ts in SQL, for lists that filter by it; a test holds the two together. */
export function statusSql(now: Date): SQL<AdStatus> {
  const at = sql`${now.toISOString()}::timestamptz`;
  return sql<AdStatus>`(case when not ${isActive} then 'Off' when ${endsAt} <= ${at} then 'Ended' when ${startsAt} > ${at} then 'Scheduled' else 'Running' end)`;
}

const fieldsAt = (now: Date): ListFields => ({
  title: { kind: 'text', column: title, order: sql`lower(${title})`, isRequired: true },
  advertiser: { kind: 'text', column: advertiser, order: sql`lower(${advertiser})`, isRequired: true },
  placement: { kind: 'enum', column: placement, values: codes([...adPlacements]), isRequired: true },
  status: { kind: 'enum', column: statusSql(now), values: adStatuses, isRequired: true },
  is_active: { kind: 'flag', column: isActive, isRequired: true },
  starts_at: { kind: 'date', column: startsAt, isRequired: true },
  ends_at: { kind: 'date', column: endsAt },
  impressions: { kind: 'number', column: impressions, isRequired: true },
  clicks: { kind: 'number', column: clicks, isRequired: true },
  created_at: { kind: 'date', column: createdAt, isRequired: true },
});

/** All ads, newest first unless asked otherwise. */
export async function listAds(db: Database, request: ListRequest): Promise<PageOf<Ad>> {
  const now = new Date();
  const defaultOrder = [{ field: 'created_at', direction: 'desc' as const }];
  return readPage(db, { from: ads, id, fields: fieldsAt(now), defaultOrder }, request, async (ids) => {
    const rows = await db.select(adColumns).from(ads).where(inArray(id, ids));
    return rows.map((row) => asAd(row, now));
  });
}

export async function readAd(db: Database, adId: string): Promise<Ad> {
  const [row] = await db.select(adColumns).from(ads).where(eq(id, adId));
  if (!row) throw notFound('The ad');
  return asAd(row);
}

/** The row, locked until the transaction ends. */
export async function holdAd(tx: Database, adId: string): Promise<AdRow> {
  const [row] = await tx.select(adColumns).from(ads).where(eq(id, adId)).for('update');
  if (!row) throw notFound('The ad');
  return row;
}

/** Where a click on an ad leads, as it is stored: no request says it. @throws not_found */
export async function linkOf(db: Database, id: string): Promise<string> {
  const [ad] = await db.select({ linkUrl: ads.linkUrl }).from(ads).where(eq(ads.id, id));
  if (!ad || !isSafeLink(ad.linkUrl)) throw notFound('The ad');
  return new URL(ad.linkUrl).href;
}
