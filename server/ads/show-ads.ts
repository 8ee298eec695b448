import { and, asc, eq, gt, isNull, lte, or, sql, getTableColumns, inArray, type SQL } from 'drizzle-orm';
import { ads, adSettings } from '#drizzle/schema/ads.ts';
import { audit } from '#server/audit/audit.ts';
import type { Database } from '#server/db/open.ts';
import { buildOncePerDatabase } from '#server/db/prepare.ts';
import { notFound } from '#server/errors.ts';
import { folded, listFieldsOf, type ListFields } from '#server/lists/conditions.ts';
import { readPage, type ListRequest } from '#server/lists/read-page.ts';
import { mediaUrl } from '#server/media/serve.ts';
import type { Keys } from '#server/session/keys.ts';
import type { ActingUser } from '#server/trpc.ts';
import {
  type AdPlace,
  adsOfTurn,
  type AdSettings,
  adStatus,
  type ShownAd,
  isPlacedAt,
  rotationTurn,
  defaultAdSettings,
  type Ad,
  adListFields,
  type AdStatus,
  adStatuses,
  isSafeLink,
} from '#shared/ads.ts';
import type { PageOf } from '#shared/lists/list.ts';
import { text } from '#shared/texts/texts.ts';
import { makeImpressionToken, viewerKey } from './count-ad-event.ts';

const { rotationSeconds, maxPerPage, membersEnabled, jobsEnabled } = adSettings;

const settingsQuery = buildOncePerDatabase((db) =>
  db.select({ rotationSeconds, maxPerPage, membersEnabled, jobsEnabled }).from(adSettings).prepare('ad_settings'),
);

export async function readSettings(db: Database): Promise<AdSettings> {
  const [row] = await settingsQuery(db).execute();
  return row ?? defaultAdSettings;
}

/** Changes the settings that are present. The first change creates the row. */
export async function updateSettings(db: Database, actor: ActingUser, changes: Partial<AdSettings>): Promise<AdSettings> {
  return db.transaction(async (tx) => {
    const before = await readSettings(tx);
    const after = { ...before, ...changes };
    const fields = (Object.keys(after) as (keyof AdSettings)[]).filter((field) => after[field] !== before[field]);
    if (fields.length === 0) return before;
    await tx.insert(adSettings).values(after).onConflictDoUpdate({ target: adSettings.id, set: after });
    await audit(tx, actor, { action: 'ad_settings.update', detail: { fields } });
    return after;
  });
}

const { id, title, advertiser, image, video, placement, isActive, startsAt, endsAt } = ads;

/** Preselects ads. `adStatus` decides whether one is shown. */
const candidateQuery = buildOncePerDatabase((db) =>
  db
    .select({ id, title, advertiser, image, video, placement, isActive, startsAt, endsAt })
    .from(ads)
    .where(
      and(
        eq(isActive, true),
        lte(startsAt, sql`${sql.placeholder('now')}::timestamptz`),
        or(isNull(endsAt), gt(endsAt, sql`${sql.placeholder('now')}::timestamptz`)),
      ),
    )
    .orderBy(asc(id))
    .prepare('running_ads'),
);

type Services = { db: Database; keys: Keys };
/** `visitor` identifies the viewer for counting. It is null for a robot, which is not counted. */
type AdRequest = { place: AdPlace; visitor: string | null; now?: Date };
type AdSelection = { ads: ShownAd[]; endsAt: Date | null };

/** Selects a viewer's ads for a place in the current turn. `endsAt` is null if the next turn would show the same ads. */
export async function showAds({ db, keys }: Services, { place, visitor, now = new Date() }: AdRequest): Promise<AdSelection> {
  const [settings, rows] = await Promise.all([readSettings(db), candidateQuery(db).execute({ now: now.toISOString() })]);
  if (!isPlaceEnabled(settings, place)) return { ads: [], endsAt: null };
  const runningAds = rows.filter((ad) => isPlacedAt(ad.placement, place) && adStatus(ad, now) === 'Running');
  const turn = rotationTurn(now, settings.rotationSeconds);
  const viewer = visitor === null ? null : viewerKey(keys, visitor);
  const adsToShow = adsOfTurn(runningAds, turn.number, settings.maxPerPage, startIndex(viewer, runningAds.length));
  return {
    ads: adsToShow.map((ad) => {
      const token = viewer && makeImpressionToken(keys, { adId: ad.id, viewer, turnAt: turn.startsAt });
      return {
        id: ad.id,
        title: ad.title,
        advertiser: ad.advertiser,
        imageUrl: ad.image && mediaUrl(ad.image),
        videoUrl: ad.video && mediaUrl(ad.video),
        clickUrl: `/site/ads/${ad.id}/go${token ? `?t=${token}` : ''}`,
        impressionToken: token,
      };
    }),
    endsAt: runningAds.length > adsToShow.length ? turn.endsAt : null,
  };
}

const isPlaceEnabled = ({ membersEnabled, jobsEnabled }: AdSettings, place: AdPlace) =>
  place === 'members' ? membersEnabled : jobsEnabled;

/** Viewers start at different ads, so that a person who comes at the same hour every day sees different ones. */
function startIndex(viewer: string | null, adCount: number): number {
  return viewer && adCount > 0 ? Buffer.from(viewer, 'base64url').readUInt32BE() % adCount : 0;
}

export type AdRow = typeof ads.$inferSelect;

export function toAd({ image: picture, video: videoFile, ...row }: AdRow, now = new Date()): Ad {
  return {
    ...row,
    imageUrl: picture && mediaUrl(picture),
    videoUrl: videoFile && mediaUrl(videoFile),
    status: adStatus(row, now),
  };
}

/** `adStatus` of shared/ads.ts as SQL, for filters. A test compares the two. */
function statusSql(now: Date): SQL<AdStatus> {
  const at = sql`${now.toISOString()}::timestamptz`;
  return sql<AdStatus>`(case when not ${isActive} then 'Off' when ${endsAt} <= ${at} then 'Ended' when ${startsAt} > ${at} then 'Scheduled' else 'Running' end)`;
}

const createListFields = (now: Date): ListFields => ({
  ...listFieldsOf(getTableColumns(ads), adListFields),
  title: { kind: 'text', column: title, order: folded(title), isRequired: true },
  advertiser: { kind: 'text', column: advertiser, order: folded(advertiser), isRequired: true },
  status: { kind: 'enum', column: statusSql(now), values: adStatuses, isRequired: true },
});

/** All ads, the newest first by default. */
export async function listAds(db: Database, request: ListRequest): Promise<PageOf<Ad>> {
  const now = new Date();
  const defaultOrder = [{ field: 'created_at', direction: 'desc' as const }];
  return readPage(db, { from: ads, id, fields: createListFields(now), defaultOrder }, request, async (ids) => {
    const rows = await db.select().from(ads).where(inArray(id, ids));
    return rows.map((row) => toAd(row, now));
  });
}

export async function readAd(db: Database, adId: string): Promise<Ad> {
  const [row] = await db.select().from(ads).where(eq(id, adId));
  if (!row) throw notFound(text('errors.adNotFound'));
  return toAd(row);
}

/** Reads the ad's row and locks it until the transaction ends. */
export async function lockAd(tx: Database, adId: string): Promise<AdRow> {
  const [row] = await tx.select().from(ads).where(eq(id, adId)).for('update');
  if (!row) throw notFound(text('errors.adNotFound'));
  return row;
}

/**
 * Reads the stored destination of a click, which never comes from the request.
 * @throws not_found
 */
export async function findAdLink(db: Database, id: string): Promise<string> {
  const [ad] = await db.select({ linkUrl: ads.linkUrl }).from(ads).where(eq(ads.id, id));
  if (!ad || !isSafeLink(ad.linkUrl)) throw notFound(text('errors.adNotFound'));
  return new URL(ad.linkUrl).href;
}
