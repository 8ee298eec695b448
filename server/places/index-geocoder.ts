import { and, asc, avg, eq, inArray } from 'drizzle-orm';
import { z } from 'zod';
import { cities, postalCodes } from '#drizzle/schema/places.ts';
import type { Database } from '#server/db/open.ts';
import { outsidePlaceOf } from '#shared/places/outside-states.ts';
import { stateCode } from '#shared/places/states.ts';
import type { Point } from './cells.ts';
import type { City } from './cities.ts';
import {
  findCitiesByPrefix,
  findCity,
  findSimilarCities,
  findCities,
  inStates,
  maxSuggestions,
  startsWith,
} from './find-cities.ts';
import type { Address, Geocoder, PlaceSuggestion } from './geocoder.ts';
import { cityKey, cityKeys, type PlaceQuery, readQuery } from './read-query.ts';

/** A place in the built-in index. Its id encodes all fields, so that nothing has to be stored between two calls. */
type IndexPlace = { street: string | null; cityKey: string; state: string; zip: string | null };

const placeIdSchema = z.tuple([
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
    const [street, cityKey, state, zip] = placeIdSchema.parse(JSON.parse(Buffer.from(id.slice(3), 'base64url').toString('utf8')));
    return { street, cityKey, state, zip };
  } catch {
    return null;
  }
}

type PostalCode = typeof postalCodes.$inferSelect;

/**
 * A geocoder that uses the built-in index of cities and ZIP codes. Larger cities come first. A misspelled city finds similar
 * names, except after a street, because a street address must not move to another city. A street is kept as typed and gets
 * the location of its ZIP code or city.
 */
export function createIndexGeocoder(db: Database): Geocoder {
  return {
    autocomplete: async (text) => {
      const query = readQuery(text);
      // A street and a city named like a country, such as `12 Main St, Peru`, still lack the state.
      const isIncomplete = query?.kind === 'street' && query.states === null;
      return query && (isIncomplete || !outsidePlaceOf(text)) ? suggest(db, query) : [];
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
      if (postalCode && !zip) return city && code ? geocodeUnlistedZip(db, { street1, city, state: code, postalCode }) : null;
      if (zip) return code && zip.state !== code ? null : zipAddress({ ...zip, city: city?.trim() || zip.city }, street1 ?? null);
      if (!city || !code) return null;
      const matchingCity = await findCity(db, city, code);
      return matchingCity ? cityAddress(matchingCity, street1 ?? null) : null;
    },
  };
}

type AddressWithZip = { street1?: string | null | undefined; city: string; state: string; postalCode: string };

/** An address with a ZIP code that the index does not have, such as a new one. It is placed at its city or among its neighbors. */
async function geocodeUnlistedZip(db: Database, { street1, city, state, postalCode }: AddressWithZip): Promise<Address | null> {
  const center = (await findCity(db, city, state)) ?? (await findZipArea(db, postalCode, state));
  if (!center) return null;
  const { latitude, longitude } = center;
  const zip = postalCode.slice(0, 5);
  return zipAddress({ zip, city: city.trim(), state, latitude, longitude }, street1 ?? null);
}

/** The middle of the ZIP codes of a state with the same first three digits. Null if the state has none. */
export async function findZipArea(db: Database, zip: string, state: string): Promise<Point | null> {
  const { latitude, longitude } = postalCodes;
  const [row] = await db
    .select({ latitude: avg(latitude).mapWith(Number), longitude: avg(longitude).mapWith(Number) })
    .from(postalCodes)
    .where(and(startsWith(postalCodes.zip, zip.slice(0, 3)), eq(postalCodes.state, state)));
  return row?.latitude && row.longitude ? row : null;
}

async function suggest(db: Database, query: PlaceQuery): Promise<PlaceSuggestion[]> {
  switch (query.kind) {
    case 'postal_code':
      return (await findZipsByPrefix(db, query.prefix)).map((row) => suggestZip(row, null));
    case 'city':
      return (await findSimilarCities(db, query.name, query.states)).map((row) => suggestCity(row, null));
    case 'street': {
      const { street, city, states, zip } = query;
      const place = zip ? await findZip(db, zip) : null;
      if (place && (!states || states.includes(place.state))) return [suggestZip(place, street)];
      return city === null ? [] : (await findCitiesByPrefix(db, city, states)).map((row) => suggestCity(row, street));
    }
    case 'run-on':
      return suggestWithoutComma(db, query);
  }
}

/** In a text such as `1200 Main St Dallas TX`, the city is as many of the last words as the index knows as one name. */
async function suggestWithoutComma(
  db: Database,
  { words, states, zip }: Extract<PlaceQuery, { kind: 'run-on' }>,
): Promise<PlaceSuggestion[]> {
  const sizes = [3, 2, 1].filter((size) => words.length - size >= 2);
  const tails = sizes.map((size) => ({ keys: cityKeys(words.slice(-size).join(' ')), street: words.slice(0, -size).join(' ') }));
  const matchingCities = await findCities(
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
    const matches = matchingCities.filter((city) => tail.keys.includes(city.key));
    if (matches.length && place) return [suggestZip(place, tail.street)];
    if (matches.length) return matches.map((city) => suggestCity(city, tail.street));
  }
  return place ? [suggestZip(place, words.join(' '))] : [];
}

export function findZipsByPrefix(db: Database, prefix: string): Promise<PostalCode[]> {
  return db
    .select()
    .from(postalCodes)
    .where(startsWith(postalCodes.zip, prefix))
    .orderBy(asc(postalCodes.zip))
    .limit(maxSuggestions);
}

export async function findZip(db: Database, zip: string): Promise<PostalCode | null> {
  const [row] = await db.select().from(postalCodes).where(eq(postalCodes.zip, zip)).limit(1);
  return row ?? null;
}

const formatAddress = (street: string | null, place: string) => `${street ? `${street}, ` : ''}${place}, USA`;

function suggestCity(city: City, street: string | null): PlaceSuggestion {
  const id = writePlaceId({ street, cityKey: city.key, state: city.state, zip: null });
  return { id, description: formatAddress(street, `${city.name}, ${city.state}`), kind: street ? 'address' : 'city' };
}

function suggestZip(row: PostalCode, street: string | null): PlaceSuggestion {
  const id = writePlaceId({ street, cityKey: cityKey(row.city), state: row.state, zip: row.zip });
  return {
    id,
    description: formatAddress(street, `${row.city}, ${row.state} ${row.zip}`),
    kind: street ? 'address' : 'postal_code',
  };
}

/** The address has a ZIP code only if the city has exactly one. */
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
