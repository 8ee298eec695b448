import { and, asc, desc, inArray, or, type SQL, sql } from 'drizzle-orm';
import { cities, type postalCodes } from '#drizzle/schema/places.ts';
import type { Database } from '#server/db/open.ts';
import { cityKeys } from './read-query.ts';
import type { City } from './seed-places.ts';

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
export function citiesBeginning(db: Database, name: string, states: readonly string[] | null): Promise<City[]> {
  return findCities(db, and(or(...cityKeys(name).map((key) => startsWith(cities.key, key))), inStates(states)));
}

/** The same. If there are none, the cities with the most similar names. */
export async function citiesLike(db: Database, name: string, states: readonly string[] | null): Promise<City[]> {
  const found = await citiesBeginning(db, name, states);
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
  const typed = name.toLowerCase().trim();
  if (typed.length < minSimilarLength) return [];
  const similarity = sql`similarity(${cities.key}, ${typed}::text)`;
  const score = sql`${prefixWeight}::float8 * ${sharedPrefix(typed)} + ${similarityWeight}::float8 * ${similarity}`;
  return db
    .select()
    .from(cities)
    .where(and(isSimilarTo(typed), sql`${similarity} >= ${similarityThreshold}::float8`, inStates(states)))
    .orderBy(sql`${score} desc`, desc(cities.postalCodeCount), asc(cities.key), asc(cities.state))
    .limit(maxSuggestions);
}
