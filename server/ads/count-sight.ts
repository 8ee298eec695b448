import { lt, sql } from 'drizzle-orm';
import { adSightings } from '#drizzle/schema/ads.ts';
import { dayIn, platformZone } from '#shared/time-zone.ts';
import type { Database } from '#server/db/open.ts';
import { type Sight, sightLifeMs } from './sight-token.ts';

export type SightKind = 'impression' | 'click';

/**
 * One more impression or click, once per ad, viewer and turn of the rotation, however often it is said. The claim and both
 * counters are one statement. False when it had been counted or the ad is gone.
 */
export async function countSight(db: Database, { adId, viewer, turnAt }: Sight, kind: SightKind, now: Date): Promise<boolean> {
  const counter = sql.raw(kind === 'impression' ? 'impressions' : 'clicks');
  const at = sql`${now.toISOString()}::timestamptz`;
  const day = sql`${dayIn(platformZone, now)}::date`;
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

/** The clocks of nodes differ. */
const spareMs = 10 * 60 * 1000;

/** Forgets claims whose tokens are dead. */
export async function sweepSightings(db: Database): Promise<number> {
  const now = Date.now();
  const gone = await db
    .delete(adSightings)
    .where(lt(adSightings.at, new Date(now - sightLifeMs - spareMs)))
    .returning({ adId: adSightings.adId });
  return gone.length;
}
