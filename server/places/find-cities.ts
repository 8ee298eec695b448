import { and, asc, desc, eq, gte, inArray, or, type SQL, sql } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import { cities, type postalCodes } from '#drizzle/schema/places.ts';
import type { Database } from '#server/db/open.ts';
import { editDistance, maxErrors } from '#shared/edit-distance.ts';
import type { City } from './cities.ts';
import { cityKey, cityKeys } from './read-query.ts';

/**
 * The weights in the score of a city for a misspelled name: how few typing errors there are, the size of the city, and the
 * shared first letters.
 */
const weights = { errors: 0.75, size: 0.15, prefix: 0.1 } as const;

/** A city with this many postal codes has full points for its size. */
const largestPostalCodeCount = 150;

/** Shorter texts are similar to too many names. */
const minSimilarLength = 4;

/** The maximum difference in length between a misspelled name and the right one. */
const maxLengthDifference = 3;

/** The number of names that are compared with a misspelled one, from the trigram index and from the larger cities. */
const maxCandidates = 50;

/**
 * Small cities are only found through the trigram index, which needs a similarity of 0.3. Larger ones are also found by
 * their first two letters, because two swapped letters leave a short name few trigrams.
 */
const minPostalCodesOfLargerCity = 4;
const comparedPrefixLength = 2;

export const maxSuggestions = 10;

/** `~>=~` and `~<~` compare by byte, so that a prefix is one range of the index under any plan. */
export function startsWith(column: typeof cities.key | typeof postalCodes.zip, prefix: string): SQL {
  return sql`(${column} ~>=~ ${prefix} and ${column} ~<~ ${`${prefix}\u{10ffff}`})`;
}

export const inStates = (states: readonly string[] | null) =>
  states ? (states.length ? inArray(cities.state, [...states]) : sql`false`) : undefined;

/** The cities whose names begin with the text, larger cities first. */
export function findCitiesByPrefix(db: Database, name: string, states: readonly string[] | null): Promise<City[]> {
  return findCities(db, and(or(...cityKeys(name).map((key) => startsWith(cities.key, key))), inStates(states)));
}

/** The cities whose names begin with the text, or the cities with the most similar names if there are none. */
export async function findSimilarCities(db: Database, name: string, states: readonly string[] | null): Promise<City[]> {
  const prefixMatches = await findCitiesByPrefix(db, name, states);
  return prefixMatches.length > 0 ? prefixMatches : findMisspelledCities(db, name, states);
}

export function findCities(db: Database, where: SQL | undefined): Promise<City[]> {
  return db
    .select()
    .from(cities)
    .where(where)
    .orderBy(desc(cities.postalCodeCount), asc(cities.key), asc(cities.state))
    .limit(maxSuggestions);
}

/** The city with a name, in any spelling, in a state. A name with other spaces also counts: `LaPorte` and `La Porte`. */
export async function findCity(db: Database, name: string, state: string): Promise<City | null> {
  const [city] = await findCities(db, and(inArray(cities.key, cityKeys(name)), eq(cities.state, state)));
  if (city) return city;
  const compactKey = cityKey(name).replaceAll(' ', '');
  const [sameLetters] = await findCities(db, and(eq(cities.state, state), sql`replace(${cities.key}, ' ', '') = ${compactKey}`));
  return sameLetters ?? null;
}

/** Matches names of similar spelling and length through the trigram index, which finds similarities of 0.3 and above. */
export const isSimilarTo = (name: string): SQL => sql`${cities.key} % ${name}::text and ${hasSimilarLength(name)}`;

const hasSimilarLength = (name: string): SQL =>
  sql`length(${cities.key}) between ${name.length - maxLengthDifference}::int and ${name.length + maxLengthDifference}::int`;

/** The cities whose names differ from the text only by typing errors, the best match first. */
export async function findMisspelledCities(db: Database, name: string, states: readonly string[] | null): Promise<City[]> {
  const key = cityKey(name);
  if (key.length < minSimilarLength) return [];
  const similarCities = db
    .select()
    .from(cities)
    .where(and(isSimilarTo(key), inStates(states)))
    .orderBy(sql`similarity(${cities.key}, ${key}::text) desc`, desc(cities.postalCodeCount))
    .limit(maxCandidates);
  const largerCities = db
    .select()
    .from(cities)
    .where(
      and(
        startsWith(cities.key, key.slice(0, comparedPrefixLength)),
        hasSimilarLength(key),
        gte(cities.postalCodeCount, minPostalCodesOfLargerCity),
        inStates(states),
      ),
    )
    .orderBy(desc(cities.postalCodeCount))
    .limit(maxCandidates);
  const candidates = await unionAll(similarCities, largerCities);
  const uniqueCandidates = new Map(candidates.map((city) => [`${city.key}, ${city.state}`, city]));
  return [...uniqueCandidates.values()]
    .flatMap((city) => {
      const score = scoreOf(city, key);
      return score === null ? [] : [{ city, score }];
    })
    .toSorted((a, b) => b.score - a.score || b.city.postalCodeCount - a.city.postalCodeCount)
    .slice(0, maxSuggestions)
    .map(({ city }) => city);
}

/** How well the city's name matches the text. Null if there are too many typing errors. */
function scoreOf({ key, postalCodeCount }: City, name: string): number | null {
  const errors = editDistance(toLetters(name), toLetters(key));
  if (errors > maxErrors(name.length)) return null;
  const size = Math.min(1, Math.log1p(postalCodeCount) / Math.log1p(largestPostalCodeCount));
  const prefix = sharedPrefixLength(name, key) / name.length;
  return weights.errors * (1 - errors / name.length) + weights.size * size + weights.prefix * prefix;
}

const toLetters = (name: string) => name.replace(/[^\p{L}\p{N}]/gu, '');

function sharedPrefixLength(a: string, b: string): number {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length += 1;
  return length;
}
