import { createHmac, timingSafeEqual } from 'node:crypto';
import { lt, sql } from 'drizzle-orm';
import { adEvents } from '#drizzle/schema/ads.ts';
import type { Database } from '#server/db/open.ts';
import type { KeySet } from '#server/session/keys.ts';
import { localDay, platformZone } from '#shared/time-zone.ts';

/** A viewer who was shown an ad in a rotation turn. */
export type Impression = { adId: string; viewer: string; turnAt: Date };

/** A page can report an impression or a click for this long after the start of the ad's turn. */
const tokenLifetimeMs = 2 * 60 * 60 * 1000;

type Key = Pick<KeySet, 'adImpression'>;

const computeMac = ({ adImpression }: Key, text: string) => createHmac('sha256', adImpression).update(text).digest();

/** Hashes a viewer with a secret key. The hash stays the same all day and reveals nothing about the viewer. */
export function viewerKey(key: Key, viewer: string): string {
  return computeMac(key, `viewer ${viewer}`).subarray(0, 12).toString('base64url');
}

/** Makes a token for the page to send back, so that only ads that were shown can be counted. */
export function makeImpressionToken(key: Key, { adId, viewer, turnAt }: Impression): string {
  const text = `${adId.replaceAll('-', '')}.${viewer}.${turnAt.getTime().toString(36)}`;
  return `${text}.${computeSignature(key, text).toString('base64url')}`;
}

const computeSignature = (key: Key, text: string) => computeMac(key, `impression ${text}`).subarray(0, 16);

const tokenPattern =
  /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})\.([\w-]{16})\.([0-9a-z]{1,11})\.([\w-]{22})$/;

/** Reads a token. Null if it is invalid or too old. */
export function readImpressionToken(key: Key & { previous: Key | null }, token: unknown, now: Date): Impression | null {
  const parts = typeof token === 'string' ? tokenPattern.exec(token) : null;
  if (!parts) return null;
  const [signedToken, ...fields] = parts;
  const [a, b, c, d, e, viewer = '', turn = '', signature = ''] = fields;
  const text = signedToken.slice(0, -signature.length - 1);
  const actual = Buffer.from(signature, 'base64url');
  if (
    ![key, key.previous].some(
      (candidateKey) => candidateKey !== null && timingSafeEqual(computeSignature(candidateKey, text), actual),
    )
  )
    return null;
  const turnAt = new Date(Number.parseInt(turn, 36));
  if (now.getTime() - turnAt.getTime() > tokenLifetimeMs) return null;
  return { adId: [a, b, c, d, e].join('-'), viewer, turnAt };
}

export type AdEventKind = 'impression' | 'click';

/**
 * Counts an impression or click once per ad, viewer and rotation turn. One statement records the event and increases both
 * counters. Returns false if it was counted before or the ad was deleted.
 */
export async function countAdEvent(
  db: Database,
  { adId, viewer, turnAt }: Impression,
  kind: AdEventKind,
  now: Date,
): Promise<boolean> {
  const counter = sql.raw(kind === 'impression' ? 'impressions' : 'clicks');
  const at = sql`${now.toISOString()}::timestamptz`;
  const day = sql`${localDay(platformZone, now)}::date`;
  const updated = await db.execute(sql`
    with claimed as (
      insert into ad_events (ad_id, viewer, turn_at, kind, at)
      select id, ${viewer}, ${turnAt.toISOString()}::timestamptz, ${kind}, ${at} from ads where id = ${adId}::uuid
      on conflict do nothing returning ad_id
    ), by_day as (
      insert into ad_days (ad_id, day, ${counter}) select ad_id, ${day}, 1 from claimed
      on conflict (ad_id, day) do update set ${counter} = ad_days.${counter} + 1
    )
    update ads set ${counter} = ads.${counter} + 1 from claimed where ads.id = claimed.ad_id returning ads.id`);
  return updated.length > 0;
}

/** A tolerance for the clocks of several servers. */
const clockToleranceMs = 10 * 60 * 1000;

/** Deletes records whose tokens have expired. */
export async function sweepImpressions(db: Database): Promise<number> {
  const now = Date.now();
  const deletedEvents = await db
    .delete(adEvents)
    .where(lt(adEvents.at, new Date(now - tokenLifetimeMs - clockToleranceMs)))
    .returning({ adId: adEvents.adId });
  return deletedEvents.length;
}
