import { sql } from 'drizzle-orm';
import { type ExtraConfigColumn, doublePrecision, index, integer, text } from 'drizzle-orm/pg-core';
import { codes, salaryTypes } from '#shared/catalogues.ts';
import { homePlaces, room, typePlaces } from '#shared/job-facets.ts';
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
  /** Job type and home time, see `shared/job-facets.ts`: an index of numbers is read in half the time of one of texts. */
  searchFacets: integer()
    .notNull()
    .generatedAlwaysAs(
      sql.raw(`case job_type ${casesOf(typePlaces)} else 0 end + case home_time ${casesOf(homePlaces)} else 0 end`),
    ),
};

function casesOf(places: readonly (readonly [string, number])[]): string {
  return places.map(([code, place]) => `when '${code}' then ${place}`).join(' ');
}

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
  | 'weeklyPay'
  | 'searchFacets'
  | 'latitude'
  | 'longitude'
  | 'cell'
  | 'companyId'
  | 'state'
  | 'jobType'
  | 'homeTime'
  | 'searchTitle'
  | 'searchCity'
  | 'postalCode'
  | 'endorsements'
  | 'promotedUntil'
  | 'boostUntil'
  | 'expectedPayCents'
  | 'salaryType',
  ExtraConfigColumn
>;

const newestFirst = (t: Searched) => [t.postingDate.desc().nullsFirst(), t.id.desc().nullsFirst()] as const;

/**
 * All that a search asks of a job, so that no wide row is read (`stack: lists`). Numbers of a fixed size stand first: a bound
 * of theirs is checked inside the index, at a quarter of the price of a row that comes out of it.
 */
const asked = (t: Searched, but?: ExtraConfigColumn): ExtraConfigColumn[] =>
  [
    t.expirationDate,
    t.experienceRank,
    t.weeklyPay,
    t.latitude,
    t.longitude,
    t.cell,
    t.companyId,
    t.state,
    t.jobType,
    t.homeTime,
    t.searchTitle,
    t.searchCity,
    t.postalCode,
    t.endorsements,
    t.promotedUntil,
    t.boostUntil,
  ].filter((column) => column !== but);

/** The ways a search reads jobs: by words, the newest, of a cell, a state or a wide circle, those paid to stand in front. */
export const searchIndexes = (t: Searched) => [
  index('jobs_search_title_trgm_index').using('gin', sql`${t.searchTitle} gin_trgm_ops`),
  // Of a word and a type that seldom go together (`typed_grams` stands in the migration): it finds what has both.
  index('jobs_public_words_index')
    .using('gin', sql`typed_grams(${t.searchTitle}, ${t.searchFacets} / ${sql.raw(String(room))})`)
    .where(sql`status = 'POSTED'`),
  // A word may be a city, and none of its jobs near what is searched around.
  index('jobs_public_city_index')
    .on(t.searchCity, t.longitude, t.latitude)
    // It is for those who name a city: read from end to end it is no way into a circle.
    .where(sql`status = 'POSTED' and search_city > ''`),
  index('jobs_public_newest_index')
    .on(...newestFirst(t), ...asked(t))
    .where(sql`status = 'POSTED'`),
  index('jobs_public_cell_index')
    // A driver's matches are made of it too: they ask for the pay as it was written.
    .on(t.cell, ...newestFirst(t), ...asked(t, t.cell), t.expectedPayCents, t.salaryType)
    .where(sql`status = 'POSTED'`),
  index('jobs_public_state_index')
    .on(t.state, ...newestFirst(t), ...asked(t, t.state))
    .where(sql`status = 'POSTED'`),
  // A wide circle: it reads the jobs of the asked types and home times between two meridians, and bounds the rest inside.
  index('jobs_public_facets_index')
    .on(
      t.searchFacets,
      t.longitude,
      t.latitude,
      t.experienceRank,
      t.weeklyPay,
      t.expirationDate,
      t.postingDate,
      t.id,
      t.companyId,
      t.promotedUntil,
      t.boostUntil,
      t.jobType,
      t.searchTitle,
      t.searchCity,
      t.endorsements,
    )
    // It is for those who name the facets: read from end to end it is no way of sorting the newest.
    .where(sql`status = 'POSTED' and search_facets >= 0`),
  // Those with the highest pay.
  index('jobs_public_pay_index')
    .on(t.weeklyPay.desc().nullsFirst(), ...newestFirst(t), ...asked(t, t.weeklyPay))
    .where(sql`status = 'POSTED'`),
  // Those that a search by place finds everywhere.
  index('jobs_public_global_index')
    .on(...newestFirst(t), ...asked(t))
    .where(sql`status = 'POSTED' and is_global`),
  index('jobs_public_featured_index')
    .on(...newestFirst(t), ...asked(t))
    .where(sql`status = 'POSTED' and promoted_until is not null`),
  index('jobs_public_boosted_index')
    .on(...newestFirst(t), ...asked(t))
    .where(sql`status = 'POSTED' and boost_until is not null`),
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
