import type { Database } from '#server/db/open.ts';
import { stateCode } from '#shared/places/states.ts';
import type { Point } from './cells.ts';
import { citiesBeginning, citiesLike } from './cities.ts';
import { createIndexGeocoder } from './index-geocoder.ts';
import { cityKeys, readQuery } from './read-query.ts';

/** A place to search jobs around. */
export type SearchedPlace = Point & {
  /** `Omaha, NE` if the name was completed or its spelling corrected. Null if it was found as typed. */
  correctedTo: string | null;
};

type Typed = { city?: string | undefined; state?: string | undefined; postalCode?: string | undefined };

/** Uses the built-in index only, so that anonymous searches do not cost calls of a paid geocoder. */
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

/** A shorter text is the beginning of too many city names. */
const minPrefixLength = 4;

/**
 * Whether the words name a place: a ZIP code, a state, a name and its state after a comma, or a city that the index knows
 * by its full name or first letters. Unlike {@link findSearchedPlace} it accepts no similar names.
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
