import { sql } from 'drizzle-orm';
import { type ExtraConfigColumn, doublePrecision, index, text } from 'drizzle-orm/pg-core';
import { codes, salaryTypes } from '#shared/catalogues.ts';
import { weeklyFactor } from '#shared/public-job.ts';

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
  // A driver's matches: everything that `server/jobs/nearby-jobs.ts` reads of the public jobs of a cell.
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

type Sorted = Record<
  'id' | 'searchTitle' | 'searchCity' | 'status' | 'jobType' | 'state' | 'autoRenew' | 'requisiteNumber' | SortedDay,
  ExtraConfigColumn
>;
type SortedDay = 'postingDate' | 'expirationDate' | 'nextBillingDate';

/** The orders of the list of every company's jobs: no page of it sorts them all. */
export const sortIndexes = (t: Sorted) => [
  index('jobs_title_index').on(t.searchTitle, t.id),
  index('jobs_city_index').on(t.searchCity, t.id),
  index('jobs_status_index').on(t.status, t.id),
  index('jobs_type_index').on(t.jobType, t.id),
  index('jobs_state_index').on(t.state, t.id),
  index('jobs_renew_index').on(t.autoRenew, t.id),
  // These may be missing, and what is missing comes last in either direction: that takes an index for each.
  index('jobs_requisite_index').on(t.requisiteNumber, t.id),
  index('jobs_requisite_down_index').on(t.requisiteNumber.desc().nullsLast(), t.id.desc().nullsFirst()),
  index('jobs_posting_index').on(t.postingDate, t.id),
  index('jobs_posting_down_index').on(t.postingDate.desc().nullsLast(), t.id.desc().nullsFirst()),
  index('jobs_expiry_index').on(t.expirationDate, t.id),
  index('jobs_expiry_down_index').on(t.expirationDate.desc().nullsLast(), t.id.desc().nullsFirst()),
  index('jobs_billing_index').on(t.nextBillingDate, t.id),
  index('jobs_billing_down_index').on(t.nextBillingDate.desc().nullsLast(), t.id.desc().nullsFirst()),
];
