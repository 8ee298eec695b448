import { type SQL, sql } from 'drizzle-orm';
import { jobs } from '#drizzle/schema/jobs.ts';
import type { Point } from '#server/places/cells.ts';
import type { PublicSort } from '#shared/public-job.ts';
import { milesTo } from './miles-to.ts';

/**
 * How a search orders jobs: the featured ones first, then by the key, then the boosted ones first among equal keys, then the
 * newest. Boosted jobs lead under "newest" because its keys are all equal. Where a boost or a promotion lifts a job, screens
 * label it as sponsored.
 */
export type PublicOrder = {
  sort: PublicSort;
  /** A number, the lowest first. */
  key: SQL;
  /** The same order in the words of the index that is read in it, for jobs whose paid places are over. */
  walk: SQL;
  /** For jobs outside of the circle that is searched. */
  keyElsewhere: SQL;
};

/** What a search sorts a job by. */
export type OrderedRow = { id: string; featured: boolean; boosted: boolean; key: number; at: number };

export const isFeatured = sql`coalesce(${jobs.promotedUntil} > now(), false)`;
export const isBoosted = sql`coalesce(${jobs.boostUntil} > now(), false)`;

const newestFirst = sql`${jobs.postingDate} desc, ${jobs.id} desc`;

/** Farther than any two places of the earth, in hundredths of a mile. */
const farthest = 10_000_000;

export function publicOrder(sort: PublicSort, center: Point | null): PublicOrder {
  if (sort === 'nearest' && center) {
    const key = sql`floor(${milesTo(center)} * 100 + 0.5)`;
    return { sort, key, walk: sql`key`, keyElsewhere: sql.raw(`${farthest}::float8`) };
  }
  if (sort === 'pay') {
    const key = sql`-${jobs.weeklyPay}`;
    return { sort, key, walk: sql`${jobs.weeklyPay} desc, ${newestFirst}`, keyElsewhere: key };
  }
  const key = sql`0::float8`;
  return { sort: 'newest', key, walk: newestFirst, keyElsewhere: key };
}

/** Columns of an {@link OrderedRow}. */
export const orderedColumns = (key: SQL): SQL =>
  sql`${jobs.id} as id, ${isFeatured} as featured, ${isBoosted} as boosted, ${key} as key, extract(epoch from ${jobs.postingDate})::float8 as at`;

export const inOrder = sql`featured desc, key, boosted desc, at desc, id desc`;

/** The same order, of rows that were read apart. */
export function compareOrdered(a: OrderedRow, b: OrderedRow): number {
  return (
    Number(b.featured) - Number(a.featured) ||
    a.key - b.key ||
    Number(b.boosted) - Number(a.boosted) ||
    b.at - a.at ||
    (a.id < b.id ? 1 : -1)
  );
}
