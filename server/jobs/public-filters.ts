import { and, eq, gte, inArray, type SQL, sql } from 'drizzle-orm';
import { companies } from '#drizzle/schema/companies.ts';
import { jobs } from '#drizzle/schema/jobs.ts';
import type { Database } from '#server/db/open.ts';
import { cellsAround, cellsTouched, type Point } from '#server/places/cells.ts';
import { type Box, boxAround, boxInside } from '#server/places/circle.ts';
import { findSearchedPlace, type SearchedPlace } from '#server/places/searched-place.ts';
import { codes, requiredExperiences } from '#shared/catalogues.ts';
import { coveredEndorsements } from '#shared/driver.ts';
import { facetsOf } from '#shared/job-facets.ts';
import { toCents } from '#shared/pricing.ts';
import type { SearchPublicJobs } from '#shared/public-job.ts';
import { stateCode } from '#shared/states.ts';
import { milesTo } from './miles-to.ts';
import { newestSample, type Reads, type Sample, seemToBring } from './newest-sample.ts';
import { isPublic } from './public-condition.ts';
import { askedWords, type Word } from './public-words.ts';

/** Filters of a search as conditions. */
type Conditions = {
  /** Worded so that the index serves it that finds the fewest rows. */
  found: SQL;
  /** Worded for reading newest first: nothing in it is a reason to collect what an index finds and sort that. */
  walked: SQL;
  /** What the index lets through that serves `found`: `few` in a narrow circle and with a rare word; null where nobody knows. */
  reads: Reads | 'few' | null;
  sample: Sample | null;
};

export type PublicFilters = Conditions & {
  /** The place that distances are measured from. */
  place: SearchedPlace | null;
  radius: number | null;
  /** A place with a radius was asked for, and nobody knows where it is. */
  isUnknown: boolean;
  /** The same search within fewer miles of the place, worded for reading the cells around it. */
  within: ((miles: number) => SQL) | null;
  /** Where a place is asked for: jobs that are not there, and hire nationwide. */
  elsewhere: SQL | null;
};

type Input = Omit<SearchPublicJobs, 'offset' | 'limit' | 'sort'>;

/** A driver's filters mean what the driver has: the endorsements held, the experience at most, the pay at least. */
export async function publicFilters(db: Database, input: Input): Promise<PublicFilters> {
  const [place, words, sample] = await Promise.all([
    input.radius ? findSearchedPlace(db, input) : null,
    askedWords(db, input.query ?? '', input.jobType),
    newestSample(db),
  ]);
  const circle = place && input.radius ? circleOf(place, input.radius) : null;
  const conditions = await conditionsOf(db, { input, circle, words, sample });
  const isUnknown = input.radius !== undefined && !place && Boolean(input.city || input.postalCode);
  const facetsAndWords = [...typeAndHomeOf(input), ...bounds(input), ...facets(input), ...words.map((word) => word.walked)];
  const here = circle ? [...circle.bounds, circle.within] : placeItself(input);
  const inPlace = and(...here);
  return {
    ...conditions,
    place,
    isUnknown,
    radius: circle ? (input.radius ?? null) : null,
    within: place && circle ? (miles) => withinOf(circleOf(place, miles), facetsAndWords) : null,
    elsewhere:
      inPlace && !isUnknown
        ? (and(isPublic, sql`${jobs.isGlobal}`, sql`(${inPlace}) is not true`, ...facetsAndWords) ?? null)
        : null,
  };
}

const withinOf = ({ inCells, bounds: box, within }: Circle, asked: readonly SQL[]): SQL =>
  and(isPublic, inCells, ...box, ...asked, within) ?? isPublic;

type Asked = { input: Input; circle: Circle | null; words: readonly Word[]; sample: Sample | null };

async function conditionsOf(db: Database, { input, circle, words, sample }: Asked): Promise<Conditions> {
  const place = circle ? circle.bounds : placeItself(input);
  // In the order of what they cost.
  const rest = (wordedAs: (word: Word) => SQL) =>
    and(...facets(input), ...words.map(wordedAs), ...(circle ? [circle.within] : [])) ?? sql`true`;
  const all = (typeAndHome: readonly SQL[], wordedAs: (word: Word) => SQL): SQL =>
    and(isPublic, ...place, ...typeAndHome, ...bounds(input), rest(wordedAs)) ?? isPublic;
  const walked = (word: Word) => word.walked;
  const typeAndHome = typeAndHomeOf(input);
  if (circle?.isNarrow) {
    const found = all([circle.inCells, ...typeAndHome], walked);
    return { found, walked: found, reads: 'few', sample };
  }
  const rarest = await rarestOf(db, sample, words);
  const lookedUp = (word: Word) => (word === rarest?.word ? word.found : word.walked);
  const newest = { walked: all(typeAndHome, walked), sample };
  const numbers = facetsOf(input.jobType, input.homeTime);
  if (rarest?.isRare) {
    // A sum is in no index: that of types would bring in a quarter of all jobs, to be compared with the few.
    const compared = typeAndHome.length ? [isIn(numbers, sql`(${jobs.searchFacets} + 0)`)] : [];
    return { ...newest, found: all(compared, lookedUp), reads: 'few' };
  }
  if (!circle && (place.length > 0 || typeAndHome.length === 0))
    return { ...newest, found: all(typeAndHome, lookedUp), reads: null };
  const byFacets = [sql`${jobs.searchFacets} >= 0`, isIn(numbers, sql`${jobs.searchFacets}`)];
  const rows = and(...place, ...typeAndHome, ...bounds(input)) ?? sql`true`;
  return { ...newest, found: all(byFacets, walked), reads: { rows, finds: rest(walked) } };
}

/** So many rows may the index of a word bring in from the table, before anything else is asked of them. */
const rare = 1_000;

/** The word that the fewest jobs answer to: where two were looked up by index, all jobs with either would be compared. */
async function rarestOf(
  db: Database,
  sample: Sample | null,
  words: readonly Word[],
): Promise<{ word: Word; isRare: boolean } | null> {
  const brought = sample && (await seemToBring(db, sample, words));
  const [rarest] = words
    .map((word, n) => ({ word, jobs: brought?.[n] ?? Infinity }))
    // Where nothing is known of them, the longest.
    .toSorted((a, b) => (a.jobs === b.jobs ? b.word.text.length - a.word.text.length : a.jobs - b.jobs));
  return rarest ? { word: rarest.word, isRare: rarest.jobs <= rare } : null;
}

function typeAndHomeOf({ jobType, homeTime }: Input): SQL[] {
  return [
    ...(jobType?.length ? [inArray(jobs.jobType, jobType)] : []),
    ...(homeTime?.length ? [inArray(jobs.homeTime, homeTime)] : []),
  ];
}

/** Numbers, which an index checks by itself. */
function bounds({ requiredExperience, payMin }: Input): SQL[] {
  const rank = requiredExperience === undefined ? -1 : codes(requiredExperiences).indexOf(requiredExperience);
  return [
    ...(rank >= 0 ? [sql`${jobs.experienceRank} <= ${rank}`] : []),
    ...(payMin ? [gte(jobs.weeklyPay, toCents(payMin))] : []),
  ];
}

function facets({ endorsements, secondChance }: Input): SQL[] {
  const held = endorsements?.length ? coveredEndorsements(endorsements) : [];
  return [
    ...(held.length ? [sql`${jobs.endorsements} <@ ${`{${held.join(',')}}`}::text[]`] : []),
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

/** Half-degree cells of a circle of some 60 miles: its jobs are sorted sooner than the newest are looked through. */
const fewCells = 16;

type Circle = { isNarrow: boolean; inCells: SQL; bounds: SQL[]; within: SQL };

/** A circle by its cells, by bounds that an index checks by itself, and by the exact distance of what no box inside settles. */
function circleOf(center: Point, radius: number): Circle {
  const cells = cellsTouched(cellsAround(center.latitude, center.longitude, radius), center, radius);
  return {
    isNarrow: cells.length <= fewCells,
    inCells: isIn(cells, sql`${jobs.cell}`),
    bounds: between(boxAround(center, radius)),
    within: sql`(${and(...between(boxInside(center, radius)))} or ${milesTo(center)} <= ${radius}::float8) is true`,
  };
}

const between = ({ south, north, west, east }: Box) => [
  sql`${jobs.longitude} between ${west}::float8 and ${east}::float8`,
  sql`${jobs.latitude} between ${south}::float8 and ${north}::float8`,
];

/** As a query of its own, so that planning does not weigh hundreds of numbers one by one: that took longer than the search. */
const isIn = (numbers: readonly number[], column: SQL) =>
  sql`${column} = any((select ${`{${numbers.join(',')}}`}::int[])::int[])`;
