import { and, asc, desc, inArray, or, type SQL, sql } from 'drizzle-orm';
import { cities, type postalCodes } from '#drizzle/schema/places.ts';
import type { Database } from '#server/db/open.ts';
import { cityKeys } from './read-query.ts';
import type { City } from './seed-places.ts';

/**
 * How a city name that nobody knows is matched with the names that are known: by the letters it begins with and by
 * trigram similarity (`pg_trgm`), which forgives a letter too many, one too few and two that changed places.
 */
const similarityWeight = 0.7;
const prefixWeight = 0.3;

/** Names less similar than this are no suggestion. At least 0.3, from where on the trigram index finds them. */
const similarityThreshold = 0.3;

/** A shorter text is similar to too much. */
const minSimilarLength = 4;

/** A misspelled name is about as long as the right one: so many letters more or fewer. */
const maxLengthDifference = 3;

export const maxSuggestions = 10;

/** `~>=~` and `~<~` compare by byte, so that a prefix is one stretch of the index under any plan. */
export function startsWith(column: typeof cities.key | typeof postalCodes.zip, prefix: string): SQL {
  return sql`(${column} ~>=~ ${prefix} and ${column} ~<~ ${`${prefix}\u{10ffff}`})`;
}

export const inStates = (states: readonly string[] | null) =>
  states ? (states.length ? inArray(cities.state, [...states]) : sql`false`) : undefined;

/** Cities whose names begin with the typed text, bigger ones first. */
export function citiesBeginning(db: Database, name: string, states: readonly string[] | null): Promise<City[]> {
  return findCities(db, and(or(...cityKeys(name).map((key) => startsWith(cities.key, key))), inStates(states)));
}

/** The same; when there is none, cities with the most similar names. */
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

/** The letters that two names begin with, as a share of the typed one. */
const sharedPrefix = (typed: string) => sql`(
  select count(*)::float8 / ${typed.length}::int from generate_series(1, ${typed.length}::int) letters
  where starts_with(${cities.key}, left(${typed}::text, letters)))`;

/** By the index of trigrams, which takes 0.3 and more for similar. */
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
