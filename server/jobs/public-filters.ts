import { and, eq, gte, inArray, SQL, sql } from 'drizzle-orm';
import { companies } from '#drizzle/schema/companies.ts';
import { jobs } from '#drizzle/schema/jobs.ts';
import type { Database } from '#server/db/open.ts';
import { cellsAround, cellsInside, cellsTouched, type Point } from '#server/places/cells.ts';
import { createIndexGeocoder } from '#server/places/index-geocoder.ts';
import { codes, requiredExperiences } from '#shared/catalogues.ts';
import { coveredEndorsements } from '#shared/driver.ts';
import { toCents } from '#shared/pricing.ts';
import type { SearchPublicJobs } from '#shared/public-job.ts';
import { stateCode } from '#shared/states.ts';
import { isPublic } from './public-condition.ts';
import { type Asked, wordConditions } from './public-words.ts';

/** Filters of a search as conditions, made when they are asked for, and the place that distances are measured from. */
export type PublicFilters = {
  where: () => SQL;
  /** The same for reading newest first: a wide circle is no reason to collect all that is in it and sort. */
  newestFirst: () => SQL;
  center: Point | null;
};

type Input = Omit<SearchPublicJobs, 'offset' | 'limit'>;

/** A driver's filters mean what the driver has (`product: Drivers and the public side`). */
export async function publicFilters(db: Database, input: Input): Promise<PublicFilters> {
  const center = input.radius ? await findCenter(db, input) : null;
  const [place, miles] = center ? withinMiles(center, input.radius ?? 0) : [placeItself(input), []];
  // In the order of what they cost.
  const asked: Asked[] = [...place, ...facets(input), ...(await wordConditions(db, input.query ?? '')), ...miles];
  const worded = (way: 'found' | 'walked') => () =>
    and(isPublic, ...asked.map((one) => (one instanceof SQL ? one : one[way]))) ?? isPublic;
  return { where: worded('found'), newestFirst: worded('walked'), center };
}

function facets({ jobType, requiredExperience, homeTime, endorsements, payMin, secondChance }: Input): SQL[] {
  const rank = requiredExperience === undefined ? -1 : codes(requiredExperiences).indexOf(requiredExperience);
  const held = endorsements?.length ? coveredEndorsements(endorsements) : [];
  return [
    ...(jobType?.length ? [inArray(jobs.jobType, jobType)] : []),
    ...(rank >= 0 ? [sql`${jobs.experienceRank} <= ${rank}`] : []),
    ...(homeTime?.length ? [inArray(jobs.homeTime, homeTime)] : []),
    ...(held.length ? [sql`${jobs.endorsements} <@ ${`{${held.join(',')}}`}::text[]`] : []),
    ...(payMin ? [gte(jobs.weeklyPay, toCents(payMin))] : []),
    ...(secondChance ? [ofSecondChance] : []),
  ];
}

const ofSecondChance = sql`${jobs.companyId} in (select ${companies.id} from ${companies} where ${companies.secondChanceCompany})`;

function placeItself({ city, state, postalCode }: Input): SQL[] {
  const code = state ? stateCode(state) : null;
  return [
    ...(postalCode ? [eq(jobs.postalCode, postalCode)] : []),
    ...(city ? [sql`${jobs.searchCity} = lower(${city})`] : []),
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

/** Half-degree cells of a circle of some 60 miles: the jobs of so many are sorted sooner than the newest are looked through. */
const fewCells = 16;

/** The cells, by index, and the exact distance of rows in cells that the circle cuts. */
function withinMiles(center: Point, radius: number): [cells: Asked[], miles: SQL[]] {
  const around = cellsTouched(cellsAround(center.latitude, center.longitude, radius), center, radius);
  const inside = cellsInside(around, center, radius);
  const isIn = (cells: readonly number[], cell: SQL) => sql`${cell} = any(${listOf(cells)})`;
  const isAround = isIn(around, sql`${jobs.cell}`);
  // A sum is in no index.
  const walked = around.length <= fewCells ? isAround : isIn(around, sql`(${jobs.cell} + 0)`);
  const isInside = inside.length ? isIn(inside, sql`${jobs.cell}`) : sql`false`;
  return [[{ found: isAround, walked }], [sql`(${isInside} or ${milesTo(center)} <= ${radius}::float8)`]];
}

/** As a query of its own, so that planning does not weigh hundreds of cells one by one: that took longer than the search. */
const listOf = (cells: readonly number[]) => sql`(select ${`{${cells.join(',')}}`}::int[])::int[]`;

function milesTo({ latitude, longitude }: Point): SQL {
  const rise = sql`power(sin(radians(${jobs.latitude} - ${latitude}::float8) / 2), 2)`;
  const run = sql`power(sin(radians(${jobs.longitude} - ${longitude}::float8) / 2), 2)`;
  return sql`7917.6 * asin(least(1, sqrt(${rise} + cos(radians(${latitude}::float8)) * cos(radians(${jobs.latitude})) * ${run})))`;
}
