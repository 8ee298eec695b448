import { and, asc, eq, inArray } from 'drizzle-orm';
import { z } from 'zod';
import { cities, postalCodes } from '#drizzle/schema/places.ts';
import type { Database } from '#server/db/open.ts';
import { stateCode } from '#shared/places/states.ts';
import type { Point } from './cells.ts';
import type { Address, Geocoder, PlaceSuggestion } from './geocoder.ts';
import { cityKeys, type PlaceQuery, readQuery } from './read-query.ts';
import { citiesByPrefix, citiesLike, findCities, inStates, maxSuggestions, startsWith, type City } from './cities.ts';

/** A place of the built-in index. The id contains all of it, so that nothing has to be stored between two calls. */
type IndexPlace = { street: string | null; cityKey: string; state: string; zip: string | null };

const schema = z.tuple([
  z.string().max(200).nullable(),
  z.string().max(100),
  z.string().length(2),
  z.string().length(5).nullable(),
]);

function writePlaceId({ street, cityKey, state, zip }: IndexPlace): string {
  return `us.${Buffer.from(JSON.stringify([street, cityKey, state, zip])).toString('base64url')}`;
}

function readPlaceId(id: string): IndexPlace | null {
  if (!id.startsWith('us.')) return null;
  try {
    const [street, cityKey, state, zip] = schema.parse(JSON.parse(Buffer.from(id.slice(3), 'base64url').toString('utf8')));
    return { street, cityKey, state, zip };
  } catch {
    return null;
  }
}

type PostalCode = typeof postalCodes.$inferSelect;

/**
 * Answers from the built-in index of cities and ZIP codes, larger cities first. A misspelled city finds similar names,
 * except after a street, because a street address must not move to another city. A street is kept as typed and gets the
 * location of its ZIP code or city.
 */
export function createIndexGeocoder(db: Database): Geocoder {
  return {
    autocomplete: async (text) => {
      const query = readQuery(text);
      return query ? suggest(db, query) : [];
    },
    details: async (id) => {
      const place = readPlaceId(id);
      if (!place) return null;
      if (place.zip) return zipAddress(await findZip(db, place.zip), place.street);
      const [city] = await findCities(db, and(eq(cities.key, place.cityKey), eq(cities.state, place.state)));
      return city ? cityAddress(city, place.street) : null;
    },
    geocode: async ({ street1, city, state, postalCode }) => {
      const code = state ? stateCode(state) : null;
      if (state && !code) return null;
      const zip = postalCode ? await findZip(db, postalCode.slice(0, 5)) : null;
      if (postalCode && !zip) return null;
      if (zip) return code && zip.state !== code ? null : zipAddress({ ...zip, city: city?.trim() || zip.city }, street1 ?? null);
      if (!city || !code) return null;
      const [found] = await findCities(db, and(inArray(cities.key, cityKeys(city)), eq(cities.state, code)));
      return found ? cityAddress(found, street1 ?? null) : null;
    },
  };
}

async function suggest(db: Database, query: PlaceQuery): Promise<PlaceSuggestion[]> {
  switch (query.kind) {
    case 'postal_code':
      return (await zipsLike(db, query.prefix)).map((row) => suggestZip(row, null));
    case 'city':
      return (await citiesLike(db, query.name, query.states)).map((row) => suggestCity(row, null));
    case 'street': {
      const { street, city, states, zip } = query;
      const place = zip ? await findZip(db, zip) : null;
      if (place && (!states || states.includes(place.state))) return [suggestZip(place, street)];
      return city === null ? [] : (await citiesByPrefix(db, city, states)).map((row) => suggestCity(row, street));
    }
    case 'run-on':
      return suggestUnseparated(db, query);
  }
}

/** For a text such as `1200 Main St Dallas TX`, the city is the longest run of last words that the index knows. */
async function suggestUnseparated(
  db: Database,
  { words, states, zip }: Extract<PlaceQuery, { kind: 'run-on' }>,
): Promise<PlaceSuggestion[]> {
  const sizes = [3, 2, 1].filter((size) => words.length - size >= 2);
  const tails = sizes.map((size) => ({ keys: cityKeys(words.slice(-size).join(' ')), street: words.slice(0, -size).join(' ') }));
  const found = await findCities(
    db,
    and(
      inArray(
        cities.key,
        tails.flatMap((tail) => tail.keys),
      ),
      inStates(states),
    ),
  );
  const place = zip ? await findZip(db, zip) : null;
  for (const tail of tails) {
    const matches = found.filter((city) => tail.keys.includes(city.key));
    if (matches.length && place) return [suggestZip(place, tail.street)];
    if (matches.length) return matches.map((city) => suggestCity(city, tail.street));
  }
  return place ? [suggestZip(place, words.join(' '))] : [];
}

function zipsLike(db: Database, prefix: string): Promise<PostalCode[]> {
  return db
    .select()
    .from(postalCodes)
    .where(startsWith(postalCodes.zip, prefix))
    .orderBy(asc(postalCodes.zip))
    .limit(maxSuggestions);
}

async function findZip(db: Database, zip: string): Promise<PostalCode | null> {
  const [row] = await db.select().from(postalCodes).where(eq(postalCodes.zip, zip)).limit(1);
  return row ?? null;
}

const formatAddress = (street: string | null, place: string) => `${street ? `${street}, ` : ''}${place}, USA`;

function suggestCity(city: City, street: string | null): PlaceSuggestion {
  const id = writePlaceId({ street, cityKey: city.key, state: city.state, zip: null });
  return { id, description: formatAddress(street, `${city.name}, ${city.state}`), kind: street ? 'address' : 'city' };
}

function suggestZip(row: PostalCode, street: string | null): PlaceSuggestion {
  const id = writePlaceId({ street, cityKey: row.city.toLowerCase(), state: row.state, zip: row.zip });
  return {
    id,
    description: formatAddress(street, `${row.city}, ${row.state} ${row.zip}`),
    kind: street ? 'address' : 'postal_code',
  };
}

/** A city with a single ZIP code gets that code. For a larger city, the ZIP code is unknown. */
function cityAddress(city: City, street1: string | null): Address {
  const postalCode = city.postalCodeCount === 1 ? city.zip : null;
  const place = `${city.name}, ${city.state}${postalCode && street1 ? ` ${postalCode}` : ''}`;
  const { name, state, latitude, longitude } = city;
  return {
    description: formatAddress(street1, place),
    street1,
    city: name,
    state,
    postalCode,
    country: 'US',
    latitude,
    longitude,
  };
}

function zipAddress(row: PostalCode | null, street1: string | null): Address | null {
  if (!row) return null;
  const { zip, city, state, latitude, longitude } = row;
  return {
    description: formatAddress(street1, `${city}, ${state} ${zip}`),
    street1,
    city,
    state,
    postalCode: zip,
    country: 'US',
    latitude,
    longitude,
  };
}

/** A place to search jobs around. */
export type SearchedPlace = Point & {
  /** `Omaha, NE` if the name was completed or its spelling corrected. Null if it was found as typed. */
  correctedTo: string | null;
};

type EnteredPlace = { city?: string | undefined; state?: string | undefined; postalCode?: string | undefined };

/** Uses the built-in index only, so that anonymous searches do not cost calls of a paid geocoder. */
export async function findSearchedPlace(db: Database, { city, state, postalCode }: EnteredPlace): Promise<SearchedPlace | null> {
  const index = createIndexGeocoder(db);
  if (postalCode) return uncorrected(await index.geocode({ postalCode }));
  if (!city) return null;
  const code = state ? stateCode(state) : null;
  const exact = code ? await index.geocode({ city, state: code }) : null;
  if (exact) return uncorrected(exact);
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
  const found = await citiesByPrefix(db, query.name, query.states);
  return found.some(({ key }) => keys.includes(key) || query.name.length >= minPrefixLength);
}

const uncorrected = (point: Point | null): SearchedPlace | null =>
  point && { latitude: point.latitude, longitude: point.longitude, correctedTo: null };
