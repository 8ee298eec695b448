import type { Database } from '#server/db/open.ts';
import { stateCode } from '#shared/places/states.ts';
import type { Point } from './cells.ts';
import { citiesBeginning, citiesLike } from './cities.ts';
import { createIndexGeocoder } from './index-geocoder.ts';
import { cityKeys, readQuery } from './read-query.ts';

/** A place that jobs are searched around. */
export type SearchedPlace = Point & {
  /** `Omaha, NE` where the name was completed or its spelling corrected; null where it was found as typed. */
  correctedTo: string | null;
};

type Typed = { city?: string | undefined; state?: string | undefined; postalCode?: string | undefined };

/** Asks the built-in index only: an anonymous search never spends calls of a paid geocoder. */
export async function findSearchedPlace(db: Database, { city, state, postalCode }: Typed): Promise<SearchedPlace | null> {
  const index = createIndexGeocoder(db);
  if (postalCode) return asTyped(await index.geocode({ postalCode }));
  if (!city) return null;
  const code = state ? stateCode(state) : null;
  const exact = code ? await index.geocode({ city, state: code }) : null;
  if (exact) return asTyped(exact);
  const query = readQuery(city);
  const typed = query?.kind === 'city' ? query : { name: city, states: null };
  const [closest] = await citiesLike(db, typed.name, code ? [code] : typed.states);
  if (!closest) return null;
  const { key, name, latitude, longitude } = closest;
  return { latitude, longitude, correctedTo: cityKeys(typed.name).includes(key) ? null : `${name}, ${closest.state}` };
}

/** A shorter text begins too many city names to mean one of them. */
const minPrefixLength = 4;

/**
 * Whether the words name a place: a ZIP code, a state, a name with its state after a comma, or a city that the index knows
 * by its whole name or its first letters. Unlike {@link findSearchedPlace} it takes no similar name for the city.
 */
export async function isKnownPlace(db: Database, words: string): Promise<boolean> {
  if (stateCode(words)) return true;
  const query = readQuery(words);
  if (query?.kind !== 'city') return query?.kind === 'postal_code';
  if (query.states?.length === 1 && words.includes(',')) return true;
  const keys = cityKeys(query.name);
  const found = await citiesBeginning(db, query.name, query.states);
  return found.some(({ key }) => keys.includes(key) || query.name.length >= minPrefixLength);
}

const asTyped = (point: Point | null): SearchedPlace | null =>
  point && { latitude: point.latitude, longitude: point.longitude, correctedTo: null };
