import { eq, inArray, type SQL, sql } from 'drizzle-orm';
import { companies } from '#drizzle/schema/companies.ts';
import { jobs } from '#drizzle/schema/jobs.ts';
import { contains } from '#server/db/list.ts';
import type { Database } from '#server/db/open.ts';
import { cellsAround, cellsInside, type Point } from '#server/places/cells.ts';
import { createIndexGeocoder } from '#server/places/index-geocoder.ts';
import { codes, jobTypes, requiredExperiences, salaryTypes } from '#shared/catalogues.ts';
import { coveredEndorsements } from '#shared/driver.ts';
import { toCents } from '#shared/pricing.ts';
import { type SearchPublicJobs, weeklyFactor } from '#shared/public-job.ts';
import { stateCode } from '#shared/states.ts';

/** Filters of a search as conditions, and the place that distances are measured from. */
export type PublicFilters = { conditions: SQL[]; center: Point | null };

type Input = Omit<SearchPublicJobs, 'offset' | 'limit'>;
const mostWords = 6;
const mostCompanies = 500;

/** A driver's filters mean what the driver has (`product: Drivers and the public side`). */
export async function publicFilters(db: Database, input: Input): Promise<PublicFilters> {
  const center = input.radius ? await findCenter(db, input) : null;
  const [cells, miles] = center ? withinMiles(center, input.radius ?? 0) : [placeItself(input), []];
  const conditions = [...cells, ...facets(input), ...(await wordConditions(db, input.query ?? '')), ...miles];
  return { conditions, center };
}

function facets({ jobType, requiredExperience, homeTime, endorsements, payMin, secondChance }: Input): SQL[] {
  const rank = requiredExperience === undefined ? -1 : codes(requiredExperiences).indexOf(requiredExperience);
  const held = endorsements?.length ? coveredEndorsements(endorsements) : [];
  return [
    ...(jobType?.length ? [inArray(jobs.jobType, jobType)] : []),
    ...(rank >= 0 ? [sql`${jobs.experienceRank} <= ${rank}`] : []),
    ...(homeTime?.length ? [inArray(jobs.homeTime, homeTime)] : []),
    ...(held.length ? [sql`${jobs.endorsements} <@ ${`{${held.join(',')}}`}::text[]`] : []),
    ...(payMin ? [sql`${weeklyCents} >= ${toCents(payMin)}`] : []),
    ...(secondChance ? [ofSecondChance] : []),
  ];
}

const ofSecondChance = sql`${jobs.companyId} in (select ${companies.id} from ${companies} where ${companies.secondChanceCompany})`;

/** Cents of a usual week; null, and so in no answer about pay, where pay depends on the load. */
const weeklyCents = sql`case ${jobs.salaryType} ${sql.join(
  codes(salaryTypes).flatMap((type) => {
    const factor = weeklyFactor[type];
    return factor === null
      ? []
      : [sql.raw(`when '${type}' then `), sql`${jobs.expectedPayCents}`, sql.raw(` * ${factor}::float8 `)];
  }),
)} end`;

function placeItself({ city, state, postalCode }: Input): SQL[] {
  const code = state ? stateCode(state) : null;
  return [
    ...(postalCode ? [eq(jobs.postalCode, postalCode)] : []),
    ...(city ? [sql`lower(${jobs.city}) = ${city.toLowerCase()}`] : []),
    ...(code ? [eq(jobs.state, code)] : []),
  ];
}

/** The built-in index only: an anonymous search never spends calls of a paid geocoder. */
async function findCenter(db: Database, { city, state, postalCode }: Input): Promise<Point | null> {
  const index = createIndexGeocoder(db);
  if (postalCode) return index.geocode({ postalCode });
  if (!city) return null;
  if (state) return index.geocode({ city, state });
  const [biggest] = await index.autocomplete(city, '');
  return biggest ? index.details(biggest.id, '') : null;
}

/**
 * The cells, by index, and the exact distance of rows in cells that the circle cuts. Conditions are asked in their order: the
 * distance, which costs most, after all others.
 */
function withinMiles(center: Point, radius: number): [cells: SQL[], miles: SQL[]] {
  const around = cellsAround(center.latitude, center.longitude, radius);
  const inside = cellsInside(around, center, radius);
  const isInside = sql`${jobs.cell} = any(${listOf(inside)}::int[])`;
  return [
    [sql`${jobs.cell} = any(${listOf(around)}::int[])`],
    [sql`(${inside.length ? isInside : sql`false`} or ${milesTo(center)} <= ${radius}::float8)`],
  ];
}

const listOf = (cells: readonly number[]) => `{${cells.join(',')}}`;

function milesTo({ latitude, longitude }: Point): SQL {
  const rise = sql`power(sin(radians(${jobs.latitude} - ${latitude}::float8) / 2), 2)`;
  const run = sql`power(sin(radians(${jobs.longitude} - ${longitude}::float8) / 2), 2)`;
  return sql`7917.6 * asin(least(1, sqrt(${rise} + cos(radians(${latitude}::float8)) * cos(radians(${jobs.latitude})) * ${run})))`;
}

/** Each word stands in the title, in the words of the job type, in the city or in the company's name. */
async function wordConditions(db: Database, query: string): Promise<SQL[]> {
  const words = query.split(/\s+/).filter(Boolean).slice(0, mostWords);
  if (words.length === 0) return [];
  const named = await db
    .select({ id: companies.id, name: companies.companyName })
    .from(companies)
    .where(
      sql.join(
        words.map((word) => contains(companies.searchName, word)),
        sql` or `,
      ),
    )
    .limit(mostCompanies);
  return words.map((word) => {
    const lower = word.toLowerCase();
    const types = jobTypes.filter(({ label }) => label.toLowerCase().includes(lower)).map(({ code }) => code);
    const ids = named.filter(({ name }) => name.toLowerCase().includes(lower)).map(({ id }) => id);
    const either = [
      contains(jobs.title, word),
      sql`lower(${jobs.city}) = ${lower}`,
      ...(types.length ? [inArray(jobs.jobType, types)] : []),
      ...(ids.length ? [inArray(jobs.companyId, ids)] : []),
    ];
    return sql`(${sql.join(either, sql` or `)})`;
  });
}
