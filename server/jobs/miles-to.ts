import { type SQL, sql } from 'drizzle-orm';
import { jobs } from '#drizzle/schema/jobs.ts';
import type { Point } from '#server/places/cells.ts';

/** Great-circle distance from a place to a job, in miles. */
export function milesTo({ latitude, longitude }: Point): SQL {
  const rise = sql`power(sin(radians(${jobs.latitude} - ${latitude}::float8) / 2), 2)`;
  const run = sql`power(sin(radians(${jobs.longitude} - ${longitude}::float8) / 2), 2)`;
  return sql`7917.6 * asin(least(1, sqrt(${rise} + cos(radians(${latitude}::float8)) * cos(radians(${jobs.latitude})) * ${run})))`;
}
