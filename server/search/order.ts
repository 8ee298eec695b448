import { type SQL, sql } from 'drizzle-orm';
import { jobSearchDocuments as documents } from '#drizzle/schema/job-search-documents.ts';
import type { PublicSort } from '#shared/jobs/public-job.ts';

/** Farther than any two places on earth, in hundredths of a mile. */
const farthest = sql.raw('10000000::float8');

export const isPromoted = sql`coalesce(${documents.promotedUntil} > now(), false)`;
const isBoosted = sql`coalesce(${documents.boostUntil} > now(), false)`;

/**
 * What a search sorts by: promoted jobs first, then the lowest key, then boosted jobs first among equal keys, then the newest.
 * Under "newest" every key is the same, so that boosted jobs lead. Screens label promoted and boosted jobs as sponsored.
 */
export function sortColumns(sort: PublicSort, miles: SQL | null): SQL {
  return sql`${documents.jobId} as id, ${isPromoted} as promoted, ${isBoosted} as boosted, ${keyOf(sort, miles)} as key,
    ${documents.postedAt} as posted_at`;
}

/** Hundredths of a mile; nationwide jobs outside the circle come after all others. */
function keyOf(sort: PublicSort, miles: SQL | null): SQL {
  if (sort === 'nearest' && miles) return sql`coalesce(floor(${miles} * 100 + 0.5), ${farthest})`;
  return sort === 'pay' ? sql`-${documents.weeklyPay}` : sql`0`;
}

/** The order of rows that have {@link sortColumns}. */
export const inOrder = sql`promoted desc, key, boosted desc, posted_at desc, id desc`;

/** The same order as that of an index, for jobs that are neither promoted nor boosted. */
export const indexOrder: Record<Exclude<PublicSort, 'nearest'>, SQL> = {
  newest: sql`${documents.postedAt} desc, ${documents.jobId} desc`,
  pay: sql`${documents.weeklyPay} desc, ${documents.postedAt} desc, ${documents.jobId} desc`,
};
