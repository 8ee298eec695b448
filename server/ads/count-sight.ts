import { lt, sql } from 'drizzle-orm';
import { adSightings } from '#drizzle/schema/ads.ts';
import { localDay, platformZone } from '#shared/time-zone.ts';
import type { Database } from '#server/db/open.ts';
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { KeySet } from '#server/session/keys.ts';

/** A viewer who was shown an ad in a rotation turn. */
export type Impression = { adId: string; viewer: string; turnAt: Date };

/** How long after the start of its turn a page can report an impression or click. */
const sightLifeMs = 2 * 60 * 60 * 1000;

type Key = Pick<KeySet, 'adSight'>;

const mac = ({ adSight }: Key, text: string) => createHmac('sha256', adSight).update(text).digest();

/** A viewer as a keyed hash, which is the same all day and useless to others. */
export function viewerKey(key: Key, who: string): string {
  return mac(key, `viewer ${who}`).subarray(0, 12).toString('base64url');
}

/** Made with the page and sent back by it, so that only ads that were shown can be counted. */
export function makeSightToken(key: Key, { adId, viewer, turnAt }: Impression): string {
  const text = `${adId.replaceAll('-', '')}.${viewer}.${turnAt.getTime().toString(36)}`;
  return `${text}.${signatureOf(key, text).toString('base64url')}`;
}

const signatureOf = (key: Key, text: string) => mac(key, `sight ${text}`).subarray(0, 16);

const form = /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})\.([\w-]{16})\.([0-9a-z]{1,11})\.([\w-]{22})$/;

/** Reads a token. Null if it is invalid or too old. */
export function readSightToken(key: Key & { previous: Key | null }, token: unknown, now: Date): Impression | null {
  const parts = typeof token === 'string' ? form.exec(token) : null;
  if (!parts) return null;
  const [signedToken, ...fields] = parts;
  const [a, b, c, d, e, viewer = '', turn = '', signature = ''] = fields;
  const text = signedToken.slice(0, -signature.length - 1);
  const actual = Buffer.from(signature, 'base64url');
  if (![key, key.previous].some((one) => one !== null && timingSafeEqual(signatureOf(one, text), actual))) return null;
  const turnAt = new Date(Number.parseInt(turn, 36));
  if (now.getTime() - turnAt.getTime() > sightLifeMs) return null;
  return { adId: [a, b, c, d, e].join('-'), viewer, turnAt };
}

export type SightKind = 'impression' | 'click';

/**
 * Counts an impression or click once per ad, viewer and rotation turn. Recording it and increasing both counters are one
 * statement. Returns false if it was counted before or the ad was deleted.
 */
export async function countSight(
  db: Database,
  { adId, viewer, turnAt }: Impression,
  kind: SightKind,
  now: Date,
): Promise<boolean> {
  const counter = sql.raw(kind === 'impression' ? 'impressions' : 'clicks');
  const at = sql`${now.toISOString()}::timestamptz`;
  const day = sql`${localDay(platformZone, now)}::date`;
  const counted = await db.execute(sql`
    with claimed as (
      insert into ad_sightings (ad_id, viewer, turn_at, kind, at)
      select id, ${viewer}, ${turnAt.toISOString()}::timestamptz, ${kind}, ${at} from ads where id = ${adId}::uuid
      on conflict do nothing returning ad_id
    ), by_day as (
      insert into ad_days (ad_id, day, ${counter}) select ad_id, ${day}, 1 from claimed
      on conflict (ad_id, day) do update set ${counter} = ad_days.${counter} + 1
    )
    update ads set ${counter} = ads.${counter} + 1 from claimed where ads.id = claimed.ad_id returning ads.id`);
  return counted.length > 0;
}

/** A tolerance for the clocks of several servers. */
const spareMs = 10 * 60 * 1000;

/** Deletes records whose tokens have expired. */
export async function sweepSightings(db: Database): Promise<number> {
  const now = Date.now();
  const deletedSightings = await db
    .delete(adSightings)
    .where(lt(adSightings.at, new Date(now - sightLifeMs - spareMs)))
    .returning({ adId: adSightings.adId });
  return deletedSightings.length;
}
