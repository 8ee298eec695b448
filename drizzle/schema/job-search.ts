import { sql } from 'drizzle-orm';
import { type ExtraConfigColumn, doublePrecision, index, text } from 'drizzle-orm/pg-core';
import { codes, salaryTypes } from '#shared/catalogues.ts';
import { weeklyFactor } from '#shared/jobs/public-job.ts';

/**
 * Generated columns for searching jobs. The database computes them once per write
 * (`docs/decisions/0038-search-documents.md`).
 */
export const searchColumns = {
  /** In lowercase, because `like` on it is ten times faster than `ilike`. */
  searchTitle: text()
    .notNull()
    .generatedAlwaysAs(sql`lower(title)`),
  searchCity: text()
    .notNull()
    .generatedAlwaysAs(sql`lower(city)`),
  /** Cents for a usual week, for comparisons. 0 when the pay is not stated or depends on the load. */
  weeklyPay: doublePrecision()
    .notNull()
    .generatedAlwaysAs(sql.raw(`coalesce(case salary_type ${weeklyCases()} end, 0)`)),
};

function weeklyCases(): string {
  const cases = codes(salaryTypes).map((type) => [type, weeklyFactor[type]] as const);
  const convertible = cases.filter(([, factor]) => factor !== null);
  return convertible.map(([type, factor]) => `when '${type}' then expected_pay_cents * ${factor}::float8`).join(' ');
}

type Searched = Record<
  | 'id'
  | 'postingDate'
  | 'expirationDate'
  | 'experienceRank'
  | 'latitude'
  | 'longitude'
  | 'cell'
  | 'companyId'
  | 'jobType'
  | 'homeTime'
  | 'searchTitle'
  | 'endorsements'
  | 'expectedPayCents'
  | 'salaryType',
  ExtraConfigColumn
>;

export const searchIndexes = (t: Searched) => [
  // Text filters of the job lists.
  index('jobs_search_title_trgm_index').using('gin', sql`${t.searchTitle} gin_trgm_ops`),
  // A driver's matching jobs. The index holds every column that `server/drivers/matching-jobs.ts` reads of the public jobs
  // in a cell.
  index('jobs_public_cell_index')
    .on(
      t.cell,
      t.postingDate.desc().nullsFirst(),
      t.id.desc().nullsFirst(),
      t.expirationDate,
      t.experienceRank,
      t.latitude,
      t.longitude,
      t.companyId,
      t.jobType,
      t.homeTime,
      t.endorsements,
      t.expectedPayCents,
      t.salaryType,
    )
    .where(sql`status = 'POSTED'`),
];
