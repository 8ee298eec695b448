import { sql } from 'drizzle-orm';
import { type ExtraConfigColumn, doublePrecision, index, text } from 'drizzle-orm/pg-core';
import { codes, salaryTypes } from '#shared/catalogues.ts';
import { weeklyFactor } from '#shared/jobs/public-job.ts';

/** What the public search asks a job, made of its columns once, when it is written (`docs/decisions/0027-public-search.md`). */
export const searchColumns = {
  /** In lower case: `like` looks through it in a tenth of the time of `ilike`. */
  searchTitle: text()
    .notNull()
    .generatedAlwaysAs(sql`lower(title)`),
  searchCity: text()
    .notNull()
    .generatedAlwaysAs(sql`lower(city)`),
  /** Of a usual week, in cents and parts of them, to compare by; 0 where none is named or it depends on the load. */
  weeklyPay: doublePrecision()
    .notNull()
    .generatedAlwaysAs(sql.raw(`coalesce(case salary_type ${weeklyCases()} end, 0)`)),
};

function weeklyCases(): string {
  const cases = codes(salaryTypes).map((type) => [type, weeklyFactor[type]] as const);
  const known = cases.filter(([, factor]) => factor !== null);
  return known.map(([type, factor]) => `when '${type}' then expected_pay_cents * ${factor}::float8`).join(' ');
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
  // A driver's matches: everything that `server/drivers/matching-jobs.ts` reads of the public jobs of a cell.
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
