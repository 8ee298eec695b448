import { and, eq, gte, inArray, sql } from 'drizzle-orm';
import { cities, postalCodes } from '#drizzle/schema/places.ts';
import type { Database } from '#server/db/open.ts';
import { editDistance } from '#shared/edit-distance.ts';
import { outsidePlaceOf } from '#shared/places/outside-states.ts';
import type { NearestPlaceInput, PlaceName } from '#shared/places/searched-places.ts';
import { stateCode, usStates } from '#shared/places/states.ts';
import { milesBetween, type Point } from './cells.ts';
import type { City } from './cities.ts';
import { findCitiesByPrefix, findMisspelledCities, findSimilarCities, inStates } from './find-cities.ts';
import { createIndexGeocoder, findZipsByPrefix } from './index-geocoder.ts';
import { findMetro, findMetrosByPrefix, findMisspelledMetro, isCertainMetro, type Metro } from './metros.ts';
import { cityKey, cityKeys, readQuery } from './read-query.ts';

/** A place to search jobs around. */
export type SearchedPlace = Point & {
  /** `Omaha, NE` if the name was completed or its spelling corrected. Null if it was found as typed. */
  correctedTo: string | null;
  /** Other places that the visitor may have meant, such as `Springfield, MO`. */
  alternatives: string[];
  /** The miles from the middle of an area to its farthest city. 0 for a single place. */
  spread: number;
};

/** A name without a state means one of the biggest cities rather than a small one with a similar name. */
const isBigCity = ({ postalCodeCount }: City) => postalCodeCount >= 40;

type EnteredPlace = { city?: string | undefined; state?: string | undefined; postalCode?: string | undefined };

/** Another place is offered if it has at least this share of the postal codes of the one that was chosen. */
const minAlternativeShare = 0.25;
const maxAlternatives = 3;
/** A city with at most this many postal codes may be a misspelled name of a larger one: `Huston, ID`. */
const maxPostalCodesOfSmallCity = 2;
/** A similar city is meant instead of a small one only if it has this many times its postal codes. */
const minTimesLarger = 10;

/** Uses the built-in index only, so that anonymous searches do not cost calls of a paid geocoder. */
export async function findSearchedPlace(db: Database, { city, state, postalCode }: EnteredPlace): Promise<SearchedPlace | null> {
  const indexGeocoder = createIndexGeocoder(db);
  if (postalCode) return toSearchedPlace(await indexGeocoder.geocode({ postalCode }));
  if (!city) return null;
  const code = state ? stateCode(state) : null;
  const area = findMetro(city);
  if (area && (!code || area.states.includes(code))) return findMetroCenter(db, area);
  const exact = code ? await indexGeocoder.geocode({ city, state: code }) : null;
  if (exact) return toSearchedPlace(exact);
  const query = readQuery(city);
  const cityQuery = query?.kind === 'city' ? query : { name: city, states: null };
  const states = code ? [code] : cityQuery.states;
  const name = cityQuery.name.replace(/^(?:the|greater) | (?:metro|area|metro area|county)$/gi, '');
  const [found, ...others] = await findSimilarCities(db, name, states);
  const isExact = found !== undefined && cityKeys(name).includes(found.key);
  const misspelledArea = isExact ? null : findMisspelledMetro(city);
  if (misspelledArea && (!found || misspelledArea.errors <= editDistance(cityKey(name), found.key)))
    return findMetroCenter(db, misspelledArea.area);
  if (!found) return null;
  const mayBeMisspelled = !isExact || found.postalCodeCount <= maxPostalCodesOfSmallCity;
  const similar = mayBeMisspelled ? await findMisspelledCities(db, cityKey(name), states) : [];
  const larger = similar.filter((one) => one.postalCodeCount >= minTimesLarger * found.postalCodeCount);
  // `Huston` is a small city in Idaho and `Phenix` begins the name of one, but drivers mean Houston and Phoenix.
  const meant = larger.find((one) => !isExact || (!states && isBigCity(one)));
  const closest = meant ?? found;
  const { latitude, longitude } = closest;
  const sameName = others.filter((one) => one.key === found.key);
  return {
    latitude,
    longitude,
    correctedTo: isExact && !meant ? null : nameOf(closest),
    alternatives: meant ? [nameOf(found)] : alternativesTo(closest, isExact ? [...sameName, ...larger] : others),
    spread: 0,
  };
}

/** The two ends of a search along a route. Null if one of them is not known. */
export async function findSearchedRoute(
  db: Database,
  { destination, ...start }: EnteredPlace & { destination: string },
): Promise<{ start: SearchedPlace; end: SearchedPlace } | null> {
  const [startPlace, endPlace] = await Promise.all([findSearchedPlace(db, start), findNamedPlace(db, destination)]);
  return startPlace && endPlace ? { start: startPlace, end: endPlace } : null;
}

/** A city with or without its state, a ZIP code or an area. */
async function findNamedPlace(db: Database, name: string): Promise<SearchedPlace | null> {
  const query = readQuery(name);
  return findSearchedPlace(db, query?.kind === 'postal_code' ? { postalCode: query.prefix } : { city: name });
}

const nameOf = ({ name, state }: Pick<City, 'name' | 'state'>) => `${name}, ${state}`;

function alternativesTo(chosen: City, others: readonly City[]): string[] {
  const minPostalCodes = chosen.postalCodeCount * minAlternativeShare;
  const names = others.filter((city) => city !== chosen && city.postalCodeCount >= minPostalCodes).map(nameOf);
  return [...new Set(names)].filter((name) => name !== nameOf(chosen)).slice(0, maxAlternatives);
}

/** The middle of the area's cities. */
async function findMetroCenter(db: Database, { name, states: [state], cities: names }: Metro): Promise<SearchedPlace | null> {
  const keys = names.map(cityKey);
  const rows = await db
    .select()
    .from(cities)
    .where(and(inArray(cities.key, keys), eq(cities.state, state)));
  if (rows.length === 0) return null;
  const mean = (value: (city: Point) => number) => rows.reduce((sum, city) => sum + value(city), 0) / rows.length;
  const center = { latitude: mean(({ latitude }) => latitude), longitude: mean(({ longitude }) => longitude) };
  const spread = Math.max(...rows.map((city) => milesBetween(center, city)));
  return { ...center, correctedTo: name, alternatives: [], spread: Math.round(spread) };
}

/** Shorter texts are the beginning of too many city names. */
const minPrefixLength = 4;

/**
 * Whether the words name a place: a ZIP code, a state, a metropolitan area, a name and its state after a comma, or a city
 * that the index knows by its full name or first letters, or on request by a similar name.
 */
export async function isKnownPlace(db: Database, words: string, { acceptsSimilar = false } = {}): Promise<boolean> {
  if (stateCode(words) || findMetro(words) || outsidePlaceOf(words)) return true;
  const query = readQuery(words);
  if (query?.kind !== 'city') return query?.kind === 'postal_code';
  if (query.states?.length === 1 && words.includes(',')) return true;
  const keys = cityKeys(query.name);
  const matchingCities = await findCitiesByPrefix(db, query.name, query.states);
  if (matchingCities.some(({ key }) => keys.includes(key) || query.name.length >= minPrefixLength)) return true;
  return acceptsSimilar && (await findMisspelledCities(db, query.name, query.states)).length > 0;
}

/** A city with fewer ZIP codes counts as a place only with its state, or after a word such as "near". */
const minPostalCodesOfLargeCity = 10;

/**
 * Whether the words name a place beyond doubt: a ZIP code, a metropolitan area, a city with its state, or a large city.
 */
export async function isCertainPlace(db: Database, words: string): Promise<boolean> {
  if (isCertainMetro(words)) return true;
  const query = readQuery(words);
  if (query?.kind !== 'city') return query?.kind === 'postal_code' && query.prefix.length === 5;
  const isLargeEnough = query.states ? inStates(query.states) : gte(cities.postalCodeCount, minPostalCodesOfLargeCity);
  const [city] = await db
    .select({ key: cities.key })
    .from(cities)
    .where(and(inArray(cities.key, cityKeys(query.name)), isLargeEnough))
    .limit(1);
  return city !== undefined;
}

/** Whether the words name a large city or an area, with typing errors. */
export async function isSimilarToLargePlace(db: Database, words: string): Promise<boolean> {
  if (findMisspelledMetro(words)) return true;
  const query = readQuery(words);
  if (query?.kind !== 'city') return false;
  const [closest] = await findMisspelledCities(db, query.name, query.states);
  return closest !== undefined && (query.states !== null || closest.postalCodeCount >= minPostalCodesOfLargeCity);
}

const toSearchedPlace = (point: Point | null): SearchedPlace | null =>
  point && { latitude: point.latitude, longitude: point.longitude, correctedTo: null, alternatives: [], spread: 0 };

const maxSuggestions = 6;

/**
 * Suggestions for the place field of the public search: areas, states, ZIP codes and cities that begin with the text, or
 * cities with similar names. Each name finds its place when it is searched.
 */
export async function suggestPlaces(db: Database, text: string): Promise<PlaceName[]> {
  if (outsidePlaceOf(text)) return [];
  const areas = findMetrosByPrefix(text).map(({ name }) => name);
  const query = readQuery(text);
  const isPossibleState = query?.kind === 'city' && query.states === null;
  const states = isPossibleState ? statesByPrefix(text) : [];
  const places = query ? await suggestCitiesAndZips(db, query) : [];
  return [...new Set([...areas, ...states, ...places])].slice(0, maxSuggestions).map((name) => ({ name }));
}

async function suggestCitiesAndZips(db: Database, query: NonNullable<ReturnType<typeof readQuery>>): Promise<string[]> {
  if (query.kind === 'postal_code') {
    const rows = await findZipsByPrefix(db, query.prefix);
    return rows.map(({ city, state, zip }) => `${city}, ${state} ${zip}`);
  }
  return query.kind === 'city' ? (await findSimilarCities(db, query.name, query.states)).map(nameOf) : [];
}

function statesByPrefix(text: string): string[] {
  const start = text.toLowerCase().trim();
  const code = stateCode(start);
  return Object.entries(usStates)
    .filter(([stateOfName, name]) => stateOfName === code || name.toLowerCase().startsWith(start))
    .map(([, name]) => name);
}

/** A phone's position is looked up in the area around it, in degrees, and no farther away than that. */
const maxDegrees = 1;

/** Rounds to about 40 feet. Tiny fractions would be out of the range of a database number. */
const roundDegrees = (degrees: number) => Math.round(degrees * 10_000) / 10_000;

/** The nearest ZIP code to a position: `Omaha, NE 68102`. Null outside the fifty states and DC. */
export async function findNearestPlace(db: Database, position: NearestPlaceInput): Promise<PlaceName | null> {
  const [latitude, longitude] = [roundDegrees(position.latitude), roundDegrees(position.longitude)];
  const { latitude: placeLatitude, longitude: placeLongitude } = postalCodes;
  const [row] = await db
    .select()
    .from(postalCodes)
    .where(
      and(
        sql`${placeLatitude} between ${latitude - maxDegrees}::float8 and ${latitude + maxDegrees}::float8`,
        sql`${placeLongitude} between ${longitude - maxDegrees}::float8 and ${longitude + maxDegrees}::float8`,
      ),
    )
    .orderBy(sql`miles_between(${placeLatitude}, ${placeLongitude}, ${latitude}::float8, ${longitude}::float8)`)
    .limit(1);
  return row ? { name: `${row.city}, ${row.state} ${row.zip}` } : null;
}
